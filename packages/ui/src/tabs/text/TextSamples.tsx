import { type ReactElement, useDeferredValue, useMemo } from 'react';
import { CheckField } from '../../components/CheckField.tsx';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { MarkedText } from '../../components/MarkedText.tsx';
import { Empty, Loading } from '../../components/Notice.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { StepSlider } from '../../components/StepSlider.tsx';
import { useLast } from '../../components/use-last.ts';
import { missing, Staleness } from '../../live/Freshness.tsx';
import { useRead } from '../../live/use-read.ts';
import { cachedAsset } from '../../source/asset-cache.ts';
import type { AssetRecord } from '../../source/content-source.ts';
import { containsWords } from '../../text/contains-words.ts';
import { dateText } from '../../text/time-text.ts';
import type { Translate } from '../../text/translate.ts';
import { useView } from '../../view/view-context.ts';
import { stepsOf } from '../assets/asset-series.ts';
import { textOf } from '../assets/media-type.ts';
import { useChoice } from '../use-choice.ts';
import { cutTexts } from './output-lines.ts';

/** Maximum number of texts in the list. Of more, the newest are shown. */
const sampleLimit = 200;

/** Maximum number of matches highlighted in the list. */
const maxMarks = 2000;

interface TextSample {
  readonly asset: AssetRecord;
  readonly text: string;
  readonly metadata: string;
}

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
  const { t } = useView();
  const steps = useMemo(() => stepsOf(samples), [samples]);
  const [step, setStep] = useChoice('text', 'step', null);
  const ofStep = useMemo(() => samples.filter((asset) => step === null || asset.step === step), [samples, step]);
  const newest = useMemo(
    () => ofStep.toSorted((a, b) => (b.step ?? -1) - (a.step ?? -1) || b.createdAt - a.createdAt).slice(0, sampleLimit),
    [ofStep],
  );
  const read = useRead<readonly TextSample[]>(
    `texts ${newest.map(({ assetId }) => assetId).join(' ')}`,
    async (source, signal) =>
      Promise.all(
        newest.map(async (asset) => ({
          asset,
          text: textOf(await cachedAsset(source, experimentKey, asset, signal)) ?? '',
          metadata: asset.metadata === null ? '' : JSON.stringify(asset.metadata, null, 1),
        })),
      ),
  );
  const data = useTextsOfStep(read.data, step);
  // The list follows the search when the page is idle.
  const appliedSearch = useDeferredValue(search);
  const shown = useMemo(
    () => data?.filter(({ text, metadata }) => containsWords(`${text} ${metadata}`, appliedSearch)),
    [data, appliedSearch],
  );
  return (
    <>
      <Staleness read={{ ...read, data }} />
      <div className="tl-toolbar">
        <SearchField value={search} onChange={onSearch} label={t('Search the texts')} />
        {steps.length > 1 && (
          <CheckField
            label={t('Only one step')}
            checked={step !== null}
            onChange={(only) => setStep(only ? steps.at(-1)! : null)}
          />
        )}
        {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} t={t} />}
        {shown && (
          <span className="tl-count">
            {newest.length === ofStep.length
              ? t('%1 of %2', shown.length, samples.length)
              : newestText({ shown: shown.length, newest: newest.length, total: ofStep.length }, t)}
          </span>
        )}
      </div>
      {shown === undefined && (missing(read, t) ?? <Loading label={t('Loading the texts…')} rows={8} />)}
      {shown?.length === 0 && read.data && (
        <Empty
          title={
            appliedSearch.trim() === ''
              ? t('No text was logged at this step.')
              : t('No text matches “%1”.', appliedSearch)
          }
        />
      )}
      {shown && <TextList samples={shown} search={appliedSearch} />}
    </>
  );
}

/** Returns the texts of a step, or those of the last read while others load; undefined if none of it are known. */
function useTextsOfStep(
  texts: readonly TextSample[] | undefined,
  step: number | null,
): readonly TextSample[] | undefined {
  const last = useLast(texts);
  return useMemo(() => {
    const ofStep = last?.filter(({ asset }) => step === null || asset.step === step);
    return texts === undefined && ofStep?.length === 0 ? undefined : ofStep;
  }, [texts, last, step]);
}

/** Texts with the matches of a search highlighted. */
function TextList({
  samples,
  search,
}: {
  readonly samples: readonly TextSample[];
  readonly search: string;
}): ReactElement {
  const { t } = useView();
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

/** Returns how many texts are shown of the newest ones, where there are more. */
function newestText(
  { shown, newest, total }: { readonly shown: number; readonly newest: number; readonly total: number },
  t: Translate,
): string {
  return shown === newest
    ? t('the newest %1 of %2', newest, total)
    : t('%1 of the newest %2 of %3', shown, newest, total);
}
