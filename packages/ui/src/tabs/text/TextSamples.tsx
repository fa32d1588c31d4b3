import { type ReactElement, useDeferredValue, useMemo } from 'react';
import { CheckField } from '../../components/CheckField.tsx';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { MarkedText } from '../../components/MarkedText.tsx';
import { MoreButton } from '../../components/MoreButton.tsx';
import { Empty } from '../../components/Notice.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { StepSlider } from '../../components/StepSlider.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { Pending, Staleness } from '../../live/Freshness.tsx';
import type { AssetRecord } from '../../source/content-source.ts';
import { containsWords } from '../../text/contains-words.ts';
import { dateText } from '../../text/time-text.ts';
import { counted, type Translate } from '../../text/translate.ts';
import { stepsOf } from '../assets/asset-series.ts';
import { useChoice } from '../use-choice.ts';
import { cutTexts } from './output-lines.ts';
import { type TextSample, textsPerPage, useTextSamples } from './use-text-samples.ts';

/** Maximum number of matches highlighted in the list. */
const maxMarks = 2000;

/** Logged texts with their metadata, newest first. A slider filters them by step. */
export function TextSamples({
  experimentKey,
  samples,
  search,
  onSearch,
}: {
  readonly experimentKey: string;
  readonly samples: readonly AssetRecord[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
}): ReactElement {
  const t = useTranslate();
  const steps = useMemo(() => stepsOf(samples), [samples]);
  const [step, setStep] = useChoice('text', 'step', null);
  const { texts, read, count, total, readUpTo } = useTextSamples(experimentKey, samples, step);
  // The list follows the search when the page is idle.
  const appliedSearch = useDeferredValue(search);
  const shown = useMemo(
    () => texts?.filter(({ text, metadata }) => containsWords(`${text} ${metadata}`, appliedSearch)),
    [texts, appliedSearch],
  );
  const found = shown && foundText({ shown: shown.length, count, total, logged: samples.length }, t);
  return (
    <>
      <Staleness read={{ ...read, data: texts }} />
      <div className="tl-toolbar">
        <SearchField value={search} onChange={onSearch} label={t('Search the texts')} />
        {steps.length > 1 && (
          <CheckField
            label={t('Only one step')}
            checked={step !== null}
            onChange={(only) => setStep(only ? steps.at(-1)! : null)}
          />
        )}
        {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />}
        {shown && <span className="tl-count">{found}</span>}
      </div>
      {shown === undefined && <Pending read={read} label={t('Loading the texts…')} rows={8} />}
      {shown?.length === 0 && read.data && <Empty title={noneText({ search: appliedSearch, count, total }, t)} />}
      {shown && <TextList samples={shown} search={appliedSearch} />}
      {shown && (
        <MoreButton
          total={total}
          shown={count}
          pageSize={textsPerPage}
          row=".tl-text-sample"
          label={
            appliedSearch.trim() === ''
              ? undefined
              : (added) => counted(t, added, 'Search %1 older text', 'Search %1 older texts')
          }
          loading={read.loading}
          announcement={found}
          onShow={readUpTo}
        />
      )}
    </>
  );
}

/** Texts with the matches of a search highlighted. */
function TextList({
  samples,
  search,
}: {
  readonly samples: readonly TextSample[];
  readonly search: string;
}): ReactElement {
  const t = useTranslate();
  const word = search.trim().includes(' ') ? '' : search.trim();
  const { cut, more } = useMemo(
    () =>
      cutTexts(
        samples.map(({ text }) => text),
        word,
        maxMarks,
      ),
    [samples, word],
  );
  return (
    <>
      {more && <p className="tl-quiet">{t('Only the first %1 matches are highlighted.', maxMarks)}</p>}
      <ul className="tl-texts">
        {samples.map(({ asset, metadata }, index) => (
          <li key={asset.assetId} className="tl-text-sample">
            <p className="tl-count">
              {asset.step !== null && `${t('step %1', asset.step)} · `}
              {asset.runContext && `${asset.runContext} · `}
              {dateText(asset.createdAt)}
            </p>
            <p className="tl-text-body">
              <MarkedText pieces={cut[index]!} />
            </p>
            {metadata !== '' && <CodeBlock text={metadata} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns how many texts are shown of those that have been read, where there are older ones, or else of all. */
function foundText(
  { shown, count, total, logged }: { shown: number; count: number; total: number; logged: number },
  t: Translate,
): string {
  if (count === total) return t('%1 of %2', shown, logged);
  return shown === count ? t('the newest %1 of %2', count, total) : t('%1 of the newest %2 of %3', shown, count, total);
}

/** Returns why no text is shown. */
function noneText({ search, count, total }: { search: string; count: number; total: number }, t: Translate): string {
  if (search.trim() === '') return t('No text was logged at this step.');
  return count === total
    ? t('No text matches “%1”.', search)
    : t('None of the newest %1 texts matches “%2”.', count, search);
}
