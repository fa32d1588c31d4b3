import type { ReactElement } from 'react';
import { CheckField } from '../components/CheckField.tsx';
import { Popup } from '../components/Popup.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { Groupings } from './groupings.ts';
import { controlsIn } from './option-controls.ts';
import { useChartOptions } from './use-chart-options.ts';

/** Toolbar of the gallery: the controls of the options that all charts share. */
export function ChartControls({
  metricNames,
  groupings,
}: {
  readonly metricNames: readonly string[];
  readonly groupings: Groupings | null;
}): ReactElement {
  const t = useTranslate();
  const { options, change } = useChartOptions();
  const props = { options, change, metricNames, groupings };
  const controls = (kind: 'toolbar' | 'more') =>
    controlsIn(kind).map(({ name, control }) =>
      'Field' in control ? (
        <control.Field key={name} {...props} />
      ) : (
        <CheckField
          key={name}
          label={t(control.check)}
          checked={options[name] === true}
          onChange={(checked) => change({ [name]: checked })}
        />
      ),
    );
  return (
    <div className="tl-toolbar" role="group" aria-label={t('Chart settings')}>
      {controls('toolbar')}
      <Popup icon="settings" label={t('More')} title={t('More chart settings')} className="tl-chart-more">
        {() => <>{controls('more')}</>}
      </Popup>
    </div>
  );
}
