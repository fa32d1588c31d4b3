import type { ChartSettings } from './chart-options.ts';
import type { ChartTheme } from './chart-theme.ts';

export type { ChartSettings, Zoom } from './chart-options.ts';

/** Type of an axis scale. */
export type ScaleKind = ChartSettings['xScale'];

/** Rule by which experiments are aggregated into groups. `members` draws the member lines behind each group. */
export type GroupRule = NonNullable<ChartSettings['group']>;

/**
 * Settings that a chart's model depends on: all but those that only select what of it is visible. The zoom is one of
 * them only where experiments are grouped, because groups have more detail in it.
 */
export type ModelSettings = Omit<ChartSettings, 'zoom' | 'pin'> & Partial<Pick<ChartSettings, 'zoom'>>;

/** Content of a chart's drawing in addition to its model. Everything may change while the chart is mounted. */
export interface RenderOptions {
  readonly theme: ChartTheme;
  readonly settings: ChartSettings;
}

/** Experiments drawn as one line. */
export interface ChartGroup extends ChartExperiment {
  /** Keys of the experiments. */
  readonly members: readonly string[];
}

/** Name and style of a series. Without a color or dash the palette chooses by the experiment's key. */
export interface ChartExperiment {
  readonly key: string;
  readonly label: string;
  /** CSS hex color. */
  readonly color?: string | undefined;
  /** Lengths of dashes and gaps in pixels. `[]` or absent: solid. */
  readonly dash?: readonly number[] | undefined;
}

/** Returns whether two values of settings are equal. */
export function equalSetting(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the settings that differ, with their new values. */
export function changedSettings<Settings extends object>(before: Settings, after: Settings): Partial<Settings> {
  const names = Object.keys({ ...before, ...after }) as (keyof Settings)[];
  const changed = names.filter((name) => !equalSetting(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Settings>;
}

/** Returns whether two collections of settings are equal. */
export function equalSettings<Settings extends object>(before: Settings, after: Settings): boolean {
  return before === after || Object.keys(changedSettings(before, after)).length === 0;
}
