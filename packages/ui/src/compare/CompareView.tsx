import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ChartExperiment } from '../charts/chart-settings.ts';
import { type Read, useRead } from '../live/use-read.ts';
import { Empty, Loading, Problem } from '../parts/Notice.tsx';
import type { Failure } from '../source/failure.ts';
import type { ExperimentDetails, ViewSource } from '../source/view-source.ts';
import { isImage } from '../tabs/assets/asset-series.ts';
import { patchText } from '../tabs/code/patch.ts';
import { counted } from '../text/translate.ts';
import { missing } from '../viewer/Freshness.tsx';
import { useView } from '../viewer/view-context.ts';
import { ComparisonTable } from './ComparisonTable.tsx';
import {
  type ComparisonRow,
  comparisonRows,
  metricsOf,
  namesOf,
  packagesOf,
  parametersOf,
  systemOf,
  wantedRows,
} from './comparison.ts';
import { ImagesSideBySide } from './ImagesSideBySide.tsx';
import { sourceText } from './source-text.ts';
import { TextComparison } from './TextComparison.tsx';
import { useCompareChoice } from './use-compare-choice.ts';

/** Maximum number of compared experiments; each is one column. */
const maxExperiments = 50;

/**
 * Comparison of two or more experiments side by side: parameters, metrics, images, packages, system, code and patch.
 */
export function CompareView({
  experiments: chosen,
  details,
  failure,
  onRetry,
}: {
  readonly experiments: readonly ChartExperiment[];
  readonly details: ReadonlyMap<string, ExperimentDetails>;
  /** Reason why some of the details could not be read. */
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}): ReactElement {
  const { t, state, setState } = useView();
  const experiments = chosen.slice(0, maxExperiments);
  const differencesOnly = state.table?.differencesOnly ?? true;
  const ignored = state.table?.ignored ?? [];
  const known = experiments.map(({ key }) => details.get(key));
  const [toggled] = useCompareChoice('toggled', null);
  // Shared by the sections for packages and system; read while at least one of them is open.
  const machinesShown = toggled?.some((id) => id === 'packages' || id === 'system') ?? false;
  const systems = useEach(machinesShown ? experiments : none, 'system', (source, key, signal) =>
    source.system(key, signal),
  );
  if (experiments.length < 2)
    return <Empty title={t('Choose two or more experiments in the table to compare them.')} />;
  if (known.some((one) => one === undefined)) {
    return failure === null ? (
      <Loading label={t('Reading the experiments…')} rows={6} />
    ) : (
      <Problem failure={failure} t={t} onRetry={onRetry} next="automatic" />
    );
  }
  const all = known as readonly ExperimentDetails[];
  const wanted = (rows: readonly ComparisonRow[]) => wantedRows(rows, { differencesOnly, ignored });
  const table = (label: string, rows: readonly ComparisonRow[]) => (
    <Rows label={label} experiments={experiments} rows={rows} shown={wanted(rows)} />
  );

  return (
    <section className="tl-compare" aria-label={t('Comparison')}>
      <div className="tl-toolbar">
        <label className="tl-field">
          <input
            type="checkbox"
            checked={differencesOnly}
            onChange={({ target }) =>
              setState((before) => ({ ...before, table: { ...before.table, differencesOnly: target.checked } }))
            }
          />
          {t('Differences only')}
        </label>
        <IgnoreField />
        {chosen.length > maxExperiments && (
          <span className="tl-count">{t('the first %1 of %2 chosen', maxExperiments, chosen.length)}</span>
        )}
      </div>
      <Part id="parameters" title={t('Parameters')} open>
        {() => table(t('Parameters'), comparisonRows(all.map(parametersOf)))}
      </Part>
      <Part id="metrics" title={t('Metrics')} open>
        {() => <Metrics experiments={experiments} all={all} />}
      </Part>
      <Part id="images" title={t('Images')}>
        {() => (
          <Reading
            experiments={experiments}
            what="images"
            read={async (source, key, signal) => (await source.assets(key, signal)).filter(isImage)}
          >
            {(images) => <ImagesSideBySide experiments={experiments} images={images} />}
          </Reading>
        )}
      </Part>
      <Part id="packages" title={t('Installed packages')}>
        {() => (
          <Whole read={systems} count={experiments.length}>
            {(all) => table(t('Installed packages'), comparisonRows(all.map(packagesOf)))}
          </Whole>
        )}
      </Part>
      <Part id="system" title={t('System')}>
        {() => (
          <Whole read={systems} count={experiments.length}>
            {(all) => table(t('System'), comparisonRows(all.map(systemOf)))}
          </Whole>
        )}
      </Part>
      <Part id="code" title={t('Code')}>
        {() => (
          <Reading experiments={experiments} what="code" read={sourceText}>
            {(texts) => <Texts label={t('Code')} experiments={experiments} texts={texts} />}
          </Reading>
        )}
      </Part>
      <Part id="patch" title={t('Git patch')}>
        {() => (
          <Reading experiments={experiments} what="patch" read={readPatch}>
            {(texts) => <Texts label={t('Git patch')} experiments={experiments} texts={texts} />}
          </Reading>
        )}
      </Part>
    </section>
  );
}

async function readPatch(source: ViewSource, key: string, signal: AbortSignal): Promise<string> {
  const archive = await source.gitPatch(key, signal);
  return archive === null ? '' : (patchText(archive) ?? '');
}

/** Field with the ignored parameters, separated by commas. */
function IgnoreField(): ReactElement {
  const { t, state, setState } = useView();
  const ignored = (state.table?.ignored ?? []).join(', ');
  const [text, setText] = useState(ignored);
  // A named view may bring other names. Text that is being typed is preserved if it yields the same names.
  useEffect(() => setText((before) => (namesOf(before).join(', ') === ignored ? before : ignored)), [ignored]);
  return (
    <label className="tl-field">
      {t('Ignore')}
      <input
        className="tl-text-field"
        value={text}
        placeholder={t('seed, path')}
        onChange={({ target }) => {
          setText(target.value);
          const names = namesOf(target.value);
          setState((before) => ({
            ...before,
            table: { ...before.table, ignored: names.length === 0 ? undefined : names },
          }));
        }}
      />
    </label>
  );
}

/** Section that is rendered, and its data read, only while it is open. */
function Part({
  id,
  title,
  open = false,
  children,
}: {
  /** Name of the section in the view state. */
  readonly id: string;
  readonly title: string;
  readonly open?: boolean;
  readonly children: () => ReactNode;
}): ReactElement {
  const [toggled, setToggled] = useCompareChoice('toggled', null);
  const turned = toggled?.includes(id) ?? false;
  const shown = turned !== open;
  const show = (next: boolean) => {
    if (next === shown) return;
    const others = (toggled ?? []).filter((one) => one !== id);
    const all = turned ? others : [...others, id];
    setToggled(all.length === 0 ? null : all);
  };
  return (
    <details className="tl-part" data-part={id} open={shown} onToggle={(event) => show(event.currentTarget.open)}>
      <summary>{title}</summary>
      {shown && children()}
    </details>
  );
}

function Rows({
  label,
  experiments,
  rows,
  shown,
  numeric = false,
}: {
  readonly label: string;
  readonly experiments: readonly ChartExperiment[];
  readonly rows: readonly ComparisonRow[];
  readonly shown: readonly ComparisonRow[];
  readonly numeric?: boolean;
}): ReactElement {
  const { t } = useView();
  if (rows.length === 0) return <p className="tl-quiet">{t('None was logged.')}</p>;
  if (shown.length === 0)
    return (
      <p className="tl-quiet">{counted(t, rows.length, 'No differences in %1 row.', 'No differences in %1 rows.')}</p>
    );
  return (
    <>
      <p className="tl-count">{t('%1 of %2', shown.length, rows.length)}</p>
      <ComparisonTable label={label} experiments={experiments} rows={shown} numeric={numeric} />
    </>
  );
}

function Metrics({
  experiments,
  all,
}: {
  readonly experiments: readonly ChartExperiment[];
  readonly all: readonly ExperimentDetails[];
}): ReactElement {
  const { t } = useView();
  const [chosen, setWhich] = useCompareChoice('metric', null);
  const which = chosen ?? 'valueCurrent';
  const rows = useMemo(() => comparisonRows(all.map((details) => metricsOf(details, which))), [all, which]);
  return (
    <>
      <label className="tl-field">
        {t('Value')}
        <select value={which} onChange={({ target }) => setWhich(target.value as typeof which)}>
          <option value="valueCurrent">{t('Last')}</option>
          <option value="valueMin">{t('Min')}</option>
          <option value="valueMax">{t('Max')}</option>
        </select>
      </label>
      <Rows label={t('Metrics')} experiments={experiments} rows={rows} shown={rows} numeric />
    </>
  );
}

const none: readonly ChartExperiment[] = [];

/** Reads one kind of data for each experiment. */
function useEach<T>(
  experiments: readonly ChartExperiment[],
  what: string,
  read: (source: ViewSource, key: string, signal: AbortSignal) => Promise<T>,
): Read<readonly T[]> {
  const keys = experiments.map(({ key }) => key);
  return useRead(`compare ${what} ${keys.join(' ')}`, (source, signal) =>
    Promise.all(keys.map((key) => read(source, key, signal))),
  );
}

/** Reads one kind of data for each experiment while mounted, and renders it. */
function Reading<T>({
  experiments,
  what,
  read,
  children,
}: {
  readonly experiments: readonly ChartExperiment[];
  readonly what: string;
  readonly read: (source: ViewSource, key: string, signal: AbortSignal) => Promise<T>;
  readonly children: (all: readonly T[]) => ReactNode;
}): ReactElement {
  return (
    <Whole read={useEach(experiments, what, read)} count={experiments.length}>
      {children}
    </Whole>
  );
}

/** Renders the data of all `count` experiments once it is loaded. */
function Whole<T>({
  read,
  count,
  children,
}: {
  readonly read: Read<readonly T[]>;
  readonly count: number;
  readonly children: (all: readonly T[]) => ReactNode;
}): ReactElement {
  const { t } = useView();
  if (read.data !== undefined && read.data.length === count) return <>{children(read.data)}</>;
  if (read.failure) return missing(read, t)!;
  return <Loading label={t('Reading…')} rows={3} />;
}

/** Diff of two of several texts, with selects to choose the two. */
function Texts({
  label,
  experiments,
  texts,
}: {
  readonly label: string;
  readonly experiments: readonly ChartExperiment[];
  readonly texts: readonly string[];
}): ReactElement {
  const { t } = useView();
  const [from, setFrom] = useCompareChoice('from', null);
  const [to, setTo] = useCompareChoice('to', null);
  const placeOf = (key: string | null, otherwise: number) => {
    const at = experiments.findIndex((one) => one.key === key);
    return at < 0 ? otherwise : at;
  };
  // The older experiment comes first; the list is sorted newest first.
  const [before, after] = [placeOf(from, 1), placeOf(to, 0)];
  const choice = (at: number, choose: (key: string) => void, name: string) => (
    <label className="tl-field">
      {name}
      <select value={experiments[at]?.key} onChange={({ target }) => choose(target.value)}>
        {experiments.map(({ key, label: text }) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
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
