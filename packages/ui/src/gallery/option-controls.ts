import type { ChartOptions } from '@tracklens/core/display';
import type { ReactElement } from 'react';
import type { ChartAction } from '../charts/index.ts';
import { type ActionContext, combineActions, directionActions, onWhiteActions, tableActions } from './chart-actions.ts';
import type { FieldProps } from './field-props.ts';
import { GroupField } from './GroupField.tsx';
import {
  ColumnsField,
  LabelField,
  PaletteField,
  RelatedField,
  SearchControl,
  XAxisField,
  XScaleField,
  YRangeField,
  YScaleField,
} from './option-fields.tsx';
import { SmoothingField } from './SmoothingField.tsx';

/**
 * Control of an option: a field in the toolbar or in its popup of less common options, with entries in the menu of
 * each chart if one chart can be changed, a check box there with its text, only entries in the menu, or a part of the
 * gallery that is named.
 */
type OptionControl =
  | {
      readonly kind: 'toolbar' | 'more';
      readonly Field: (props: FieldProps) => ReactElement | null;
      readonly actions?: (context: ActionContext) => ChartAction[];
    }
  | { readonly kind: 'toolbar' | 'more'; readonly check: string }
  | { readonly kind: 'menu'; readonly actions: (context: ActionContext) => ChartAction[] }
  | { readonly kind: 'plot' | 'caption' | 'legend' | 'heading' }
  /** Set by a program that shows the view. */
  | { readonly kind: 'program' };

/** The control of each option, in the order of the toolbar. An option without a control does not compile. */
const optionControls: Readonly<Record<keyof ChartOptions, OptionControl>> = {
  search: { kind: 'toolbar', Field: SearchControl },
  xAxis: { kind: 'toolbar', Field: XAxisField },
  xScale: { kind: 'toolbar', Field: XScaleField },
  yScale: { kind: 'toolbar', Field: YScaleField },
  smoothing: { kind: 'toolbar', Field: SmoothingField },
  group: { kind: 'toolbar', Field: GroupField },
  combined: { kind: 'toolbar', Field: RelatedField, actions: combineActions },
  yRange: { kind: 'more', Field: YRangeField },
  sameY: { kind: 'more', check: 'The same range in all charts of a group' },
  follow: { kind: 'more', check: 'A zoomed part follows the newest points' },
  palette: { kind: 'more', Field: PaletteField },
  label: { kind: 'more', Field: LabelField },
  columns: { kind: 'more', Field: ColumnsField },
  tables: { kind: 'menu', actions: tableActions },
  directions: { kind: 'menu', actions: directionActions },
  onWhite: { kind: 'menu', actions: onWhiteActions },
  zoom: { kind: 'plot' },
  pins: { kind: 'plot' },
  full: { kind: 'caption' },
  hidden: { kind: 'legend' },
  colors: { kind: 'legend' },
  opened: { kind: 'heading' },
  metrics: { kind: 'program' },
};

/** Returns the controls in the toolbar, or in its popup, with the options that they change. */
export function controlsIn(kind: 'toolbar' | 'more') {
  return Object.entries(optionControls).flatMap(([name, control]) =>
    control.kind === kind ? [{ name: name as keyof ChartOptions, control }] : [],
  );
}

/** Returns the entries that the options add to the menu of a chart. */
export function chartActions(context: ActionContext): ChartAction[] {
  return Object.values(optionControls).flatMap((control) =>
    'actions' in control ? (control.actions?.(context) ?? []) : [],
  );
}
