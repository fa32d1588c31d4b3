import { type ReactElement, useMemo } from 'react';
import { Empty, Problem } from '../components/Notice.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { StepSlider } from '../components/StepSlider.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { failure } from '../source/failure.ts';
import { dateText } from '../text/time-text.ts';
import { assetSeries, entryAt, stepsOf } from './assets/asset-series.ts';
import { jsonOf } from './assets/json-value.ts';
import { confusionMatrix } from './confusion/confusion-matrix.ts';
import { MatrixView } from './confusion/MatrixView.tsx';
import type { TabProps } from './tab.ts';
import { useChoice, useStep } from './use-choice.ts';
import { useAssets, useAssetValue } from './use-content.ts';

const matrixOf = (bytes: Uint8Array) => confusionMatrix(jsonOf(bytes));

const broken = failure(
  'malformed',
  'This file is not a confusion matrix.',
  'It should be the JSON that log_confusion_matrix writes; it can be downloaded from the assets.',
);

/** Tab of the confusion matrices: one at a time, at the step of a slider. */
export function ConfusionMatricesTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const read = useAssets(experimentKey, running, 'confusion-matrices');
  const [name, setName] = useChoice('confusion-matrices', 'name', null);
  const [by, setBy] = useChoice('confusion-matrices', 'normalization', 'none');
  const all = useMemo(() => assetSeries(read.data ?? []), [read.data]);
  const series = all.find((one) => one.name === name) ?? all[0];
  const steps = useMemo(() => stepsOf(series?.entries ?? []), [series]);
  const [step, setStep] = useStep(steps, useChoice('confusion-matrices', 'step', null));
  const stepless = (series?.entries ?? []).filter((entry) => entry.step === null);
  const [assetId, setAssetId] = useChoice('confusion-matrices', 'entry', null);
  // Without steps, a matrix is chosen by its creation time.
  const picked = steps.length === 0 ? stepless.find((entry) => entry.assetId === assetId) : undefined;
  const asset = series ? (picked ?? entryAt(series, step)) : null;
  const matrix = useAssetValue(experimentKey, asset, matrixOf);

  if (read.data === undefined) {
    return <Pending read={read} label={t('Loading the confusion matrices…')} rows={6} />;
  }
  if (read.data.length === 0) {
    return (
      <Empty
        title={running ? t('No confusion matrix has been logged yet.') : t('No confusion matrix was logged.')}
        code={'experiment.log_confusion_matrix(y_true, y_predicted, labels=labels, step=step)'}
      >
        {t('With index_to_example_function the samples of each cell appear here too:')}
      </Empty>
    );
  }
  return (
    <>
      <Staleness read={read} />
      <div className="tl-toolbar">
        {all.length > 1 && (
          <SelectField
            label={t('Matrix')}
            value={series?.name ?? ''}
            choices={all.map((one) => [one.name, one.name] as const)}
            onChange={setName}
          />
        )}
        {steps.length === 0 && stepless.length > 1 && (
          <SelectField
            label={t('Logged at')}
            value={asset?.assetId ?? ''}
            choices={stepless.map(({ assetId, createdAt }, index) => [assetId, `${index + 1}: ${dateText(createdAt)}`])}
            onChange={setAssetId}
          />
        )}
        {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />}
        <SelectField
          label={t('Values')}
          value={by}
          choices={[
            ['none', t('Counts')],
            ['row', t('Share of the row (recall)')],
            ['column', t('Share of the column (precision)')],
            ['all', t('Share of all')],
          ]}
          onChange={setBy}
        />
      </div>
      {matrix.data ? (
        <MatrixView experimentKey={experimentKey} matrix={matrix.data} by={by} step={asset?.step ?? null} />
      ) : matrix.data === null && asset !== null ? (
        <Problem failure={broken} />
      ) : (
        <Pending read={matrix} label={t('Loading the matrix…')} rows={8} />
      )}
    </>
  );
}
