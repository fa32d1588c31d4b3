import { fileBaseName } from '@tracklens/core/contract';
import { type ReactElement, type RefObject, useMemo, useRef, useState } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { MoreButton } from '../components/MoreButton.tsx';
import { Empty } from '../components/Notice.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { StepSlider } from '../components/StepSlider.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { containsWords } from '../text/contains-words.ts';
import { counted } from '../text/translate.ts';
import { AssetImage } from './assets/AssetImage.tsx';
import { type AssetSeries, assetSeries, entryAt, stepsOf } from './assets/asset-series.ts';
import { ImageComparison } from './images/ImageComparison.tsx';
import { ImageViewer } from './images/ImageViewer.tsx';
import type { TabProps } from './tab.ts';
import { useChoice, useStep } from './use-choice.ts';
import { useAssets } from './use-content.ts';

/** Number of names per page, so that thousands do not slow the page down. */
const pageSize = 60;

/** Tab of the images by name, at the step of a slider. One can be opened in a viewer, or several compared. */
export function ImagesTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const read = useAssets(experimentKey, running, 'images');
  const [search, setSearch] = useChoice('images', 'search', '');
  const [size, setSize] = useChoice('images', 'size', 180);
  const [shown, setShown] = useState(pageSize);
  const [open, setOpen] = useChoice('images', 'open', null);
  const [chosen] = useChoice('images', 'chosen', null);
  const [comparing, setComparing] = useChoice('images', 'comparing', false);
  const grid = useRef<HTMLUListElement>(null);
  const compare = useRef<HTMLButtonElement>(null);
  const all = useMemo(() => assetSeries(read.data ?? []), [read.data]);
  const steps = useMemo(() => stepsOf(read.data ?? []), [read.data]);
  const [step, setStep] = useStep(steps, useChoice('images', 'step', null));
  const found = useMemo(() => all.filter(({ name }) => containsWords(name, search)), [all, search]);

  if (read.data === undefined) return <Pending read={read} label={t('Loading the images…')} rows={6} />;
  if (read.data.length === 0) return <NoImages running={running} />;
  const slider = step !== null && <StepSlider steps={steps} step={step} onChange={setStep} />;
  const opened = all.find(({ name }) => name === open);
  if (opened) {
    return (
      <ImageViewer
        experimentKey={experimentKey}
        series={opened}
        first={entryAt(opened, step)}
        onClose={() => {
          setOpen(null);
          setTimeout(() => focusCard(grid.current, opened.name));
        }}
      />
    );
  }
  const compared = all.filter(({ name }) => chosen?.includes(name));
  if (comparing && compared.length > 1) {
    return (
      <ImageComparison
        experimentKey={experimentKey}
        series={compared}
        step={step}
        slider={slider}
        onClose={() => {
          setComparing(false);
          setTimeout(() => compare.current?.focus());
        }}
      />
    );
  }
  return (
    <>
      <Staleness read={read} />
      <div className="tl-toolbar">
        <SearchField value={search} onChange={setSearch} label={t('Search images')} />
        <span className="tl-count">{t('%1 of %2', found.length, all.length)}</span>
        {slider}
        <SizeSlider size={size} onChange={setSize} />
        <span className="tl-space" />
        <CompareButton buttonRef={compare} count={compared.length} onCompare={() => setComparing(true)} />
      </div>
      <ImageGrid
        gridRef={grid}
        experimentKey={experimentKey}
        found={found.slice(0, shown)}
        step={step}
        size={size}
        onOpen={setOpen}
      />
      <MoreButton total={found.length} shown={shown} pageSize={pageSize} row=".tl-image-card" onShow={setShown} />
    </>
  );
}

/** Returns the focus to the card that opened the viewer. */
function focusCard(grid: HTMLElement | null, name: string): void {
  grid?.querySelector<HTMLElement>(`[data-open="${CSS.escape(name)}"]`)?.focus();
}

function NoImages({ running }: { readonly running: boolean }): ReactElement {
  const t = useTranslate();
  return (
    <Empty
      title={running ? t('No image has been logged yet.') : t('No image was logged.')}
      code={
        'experiment.log_image("sample.png", name="sample", step=step)\nexperiment.log_figure("errors", figure, step=step)'
      }
    >
      {t('Files, arrays, PIL images and figures appear here, with a slider over their steps:')}
    </Empty>
  );
}

/** Button that compares the chosen images; it takes two or more of them. */
function CompareButton({
  buttonRef,
  count,
  onCompare,
}: {
  readonly buttonRef: RefObject<HTMLButtonElement>;
  readonly count: number;
  readonly onCompare: () => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <ActionButton buttonRef={buttonRef} className="tl-button" enabled={count >= 2} onClick={onCompare}>
      {count < 2 ? t('Select two images to compare') : counted(t, count, 'Compare %1 image', 'Compare %1 images')}
    </ActionButton>
  );
}

function SizeSlider({
  size,
  onChange,
}: {
  readonly size: number;
  readonly onChange: (size: number) => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <label className="tl-field">
      {t('Size')}
      <input
        type="range"
        min={90}
        max={420}
        step={10}
        value={size}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  );
}

/** Grid of images, one for each name. */
function ImageGrid({
  gridRef,
  experimentKey,
  found,
  step,
  size,
  onOpen,
}: {
  readonly gridRef: RefObject<HTMLUListElement>;
  readonly experimentKey: string;
  readonly found: readonly AssetSeries[];
  readonly step: number | null;
  /** Height and minimum width of an image in pixels. */
  readonly size: number;
  readonly onOpen: (name: string) => void;
}): ReactElement {
  const t = useTranslate();
  const [chosen, setChosen] = useChoice('images', 'chosen', null);
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next.size === 0 ? null : [...next]);
  };
  return (
    <ul
      ref={gridRef}
      className="tl-image-grid"
      aria-label={t('Images')}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${size}px, 100%), 1fr))` }}
    >
      {found.map((series) => (
        <ImageCard
          key={series.name}
          experimentKey={experimentKey}
          series={series}
          step={step}
          height={size}
          chosen={chosen?.includes(series.name) ?? false}
          onChoose={() => toggle(series.name)}
          onOpen={() => onOpen(series.name)}
        />
      ))}
    </ul>
  );
}

function ImageCard({
  experimentKey,
  series,
  step,
  height,
  chosen,
  onChoose,
  onOpen,
}: {
  readonly experimentKey: string;
  readonly series: AssetSeries;
  readonly step: number | null;
  readonly height: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
}): ReactElement {
  const t = useTranslate();
  const asset = entryAt(series, step);
  return (
    <li className="tl-image-card" data-chosen={chosen}>
      <button
        type="button"
        className="tl-image-open"
        data-open={series.name}
        style={{ height }}
        title={t('Enlarge')}
        onClick={onOpen}
      >
        {asset ? (
          <AssetImage experimentKey={experimentKey} asset={asset} alt={series.name} />
        ) : (
          <span className="tl-image-note">{t('Nothing logged up to this step.')}</span>
        )}
      </button>
      <div className="tl-image-caption">
        <input
          type="checkbox"
          checked={chosen}
          aria-label={t('Compare %1', series.name)}
          title={t('Select for comparison')}
          onChange={onChoose}
        />
        <ImageName name={series.name} />
        <span className="tl-space" />
        {asset?.step !== null && asset !== null && <span className="tl-count">{t('step %1', asset.step)}</span>}
        {asset?.step === null && series.entries.length > 1 && (
          <span className="tl-count">{counted(t, series.entries.length, '%1 image', '%1 images')}</span>
        )}
      </div>
    </li>
  );
}

/** Name of an image. A narrow card shortens the folder first: names of a batch mostly differ at their ends. */
function ImageName({ name }: { readonly name: string }): ReactElement {
  const base = fileBaseName(name);
  const folder = name.slice(0, name.length - base.length);
  return (
    <span className="tl-image-name" title={name}>
      {folder !== '' && <span className="tl-grid-text tl-image-folder">{folder}</span>}
      <span className="tl-grid-text">{base}</span>
    </span>
  );
}
