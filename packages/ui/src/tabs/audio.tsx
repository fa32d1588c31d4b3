import { type ReactElement, useMemo, useRef, useState } from 'react';
import { MoreButton } from '../components/MoreButton.tsx';
import { Empty } from '../components/Notice.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { StepSlider } from '../components/StepSlider.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { useOnceVisible } from '../live/use-visible.ts';
import { containsWords } from '../text/contains-words.ts';
import { sizeText } from '../text/size-text.ts';
import { type AssetSeries, assetSeries, stepsOf } from './assets/asset-series.ts';
import { DownloadButton } from './assets/DownloadButton.tsx';
import { AudioPlayer } from './audio/AudioPlayer.tsx';
import type { TabProps } from './tab.ts';
import { useChoice, useNamedChoice, useStep } from './use-choice.ts';
import { useAssetBytes, useAssets } from './use-content.ts';

/** Number of names per page, so that thousands do not slow the page down. */
const pageSize = 60;

/** Tab of the audio files by name, each with a player and its waveform. */
export function AudioTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const [search, setSearch] = useChoice('audio', 'search', '');
  const read = useAssets(experimentKey, running, 'audio');
  const [shown, setShown] = useState(pageSize);
  const all = useMemo(() => assetSeries(read.data ?? []), [read.data]);
  const found = useMemo(() => all.filter(({ name }) => containsWords(name, search)), [all, search]);

  if (read.data === undefined) return <Pending read={read} label={t('Loading audio…')} rows={5} />;
  if (read.data.length === 0) {
    return (
      <Empty
        title={running ? t('No audio has been logged yet.') : t('No audio was logged.')}
        code={
          'experiment.log_audio("speech.wav", step=step)\nexperiment.log_audio(samples, sample_rate=22050, file_name="tone.wav")'
        }
      >
        {t('Files and arrays appear here with a player:')}
      </Empty>
    );
  }
  return (
    <>
      <Staleness read={read} />
      <div className="tl-toolbar">
        <SearchField value={search} onChange={setSearch} label={t('Search audio')} />
        <span className="tl-count">{t('%1 of %2', found.length, all.length)}</span>
      </div>
      <ul className="tl-sounds">
        {found.slice(0, shown).map((series) => (
          <Sound key={series.name} experimentKey={experimentKey} series={series} />
        ))}
      </ul>
      <MoreButton total={found.length} shown={shown} pageSize={pageSize} row=".tl-sound" onShow={setShown} />
    </>
  );
}

function Sound({
  experimentKey,
  series,
}: {
  readonly experimentKey: string;
  readonly series: AssetSeries;
}): ReactElement {
  const t = useTranslate();
  const element = useRef<HTMLLIElement>(null);
  const wasVisible = useOnceVisible(element, '200px');
  const steps = useMemo(() => stepsOf(series.entries), [series]);
  const [step, setStep] = useStep(steps, useNamedChoice('audio', series.name));
  const asset = series.entries.findLast((entry) => step === null || entry.step === step) ?? series.entries.at(-1)!;
  const read = useAssetBytes(experimentKey, wasVisible ? asset : null);
  return (
    <li ref={element} className="tl-sound" data-sound={series.name}>
      <div className="tl-toolbar">
        <strong className="tl-long-name" title={series.name}>
          {series.name}
        </strong>
        {step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />}
        <span className="tl-count">
          {steps.length === 1 && `${t('step %1', steps[0]!)} · `}
          {sizeText(asset.fileSize)}
        </span>
        <span className="tl-space" />
        <DownloadButton experimentKey={experimentKey} asset={asset} />
      </div>
      {read.data ? (
        <AudioPlayer bytes={read.data} name={series.name} />
      ) : (
        <Pending read={read} label={t('Loading audio…')} rows={2} />
      )}
    </li>
  );
}
