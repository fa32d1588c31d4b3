import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, useMemo } from 'react';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { shortLabels } from '../text/short-labels.ts';
import type { ComparedText } from './source-text.ts';
import { TextComparison } from './TextComparison.tsx';
import { useCompareChoice } from './use-compare-choice.ts';

/** Diff of two of several texts, with selects to choose the two. */
export function ComparedTexts({
  label,
  experiments,
  texts,
}: {
  readonly label: string;
  readonly experiments: readonly ChartExperiment[];
  readonly texts: readonly ComparedText[];
}): ReactElement {
  const t = useTranslate();
  const [from, setFrom] = useCompareChoice('from', null);
  const [to, setTo] = useCompareChoice('to', null);
  const labels = useMemo(() => shortLabels(experiments), [experiments]);
  const indexOf = (key: string | null, otherwise: number) => {
    const at = experiments.findIndex((one) => one.key === key);
    return at < 0 ? otherwise : at;
  };
  // The older experiment comes first; the list is sorted newest first.
  const [before, after] = [indexOf(from, 1), indexOf(to, 0)];
  const choice = (at: number, choose: (key: string) => void, name: string) => (
    <SelectField
      label={name}
      value={experiments[at]?.key ?? ''}
      choices={experiments.map(({ key }) => [key, labels.get(key)!] as const)}
      onChange={choose}
    />
  );
  return (
    <>
      <div className="tl-toolbar">
        {choice(before, setFrom, t('From'))}
        {choice(after, setTo, t('To'))}
      </div>
      <TextComparison label={label} before={texts[before]!} after={texts[after]!} />
    </>
  );
}
