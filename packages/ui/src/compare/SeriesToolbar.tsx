import type { ReactElement } from 'react';
import { SelectField } from '../components/SelectField.tsx';
import { StepSlider } from '../components/StepSlider.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { ComparedSeries } from './use-compared-series.ts';

/** Toolbar with the choice of a name and the slider over its steps. Without any name, it says that there is none. */
export function SeriesToolbar({
  label,
  series: { names, name, setName, shown, steps, step, setStep },
}: {
  /** Label of the choice of the name. */
  readonly label: string;
  readonly series: ComparedSeries;
}): ReactElement {
  const t = useTranslate();
  if (name === null) return <p className="tl-quiet">{t('None was logged.')}</p>;
  return (
    <div className="tl-toolbar">
      <SelectField
        label={label}
        value={name}
        choices={names.map((one) => [
          one.name,
          one.count === shown.length ? one.name : t('%1 (%2 of %3)', one.name, one.count, shown.length),
        ])}
        onChange={setName}
      />
      {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />}
    </div>
  );
}
