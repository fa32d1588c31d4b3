import type { API } from '@tracklens/core/browser';
import type { Host, Target, ThemeKind } from '@tracklens/core/display';
import type { Column } from '@tracklens/core/query';
import { Fragment, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { Icon } from '../components/Icon.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useEvent } from '../components/use-event.ts';
import { useReadOnce } from '../live/use-read-once.ts';
import { liveSource } from '../source/live-source.ts';
import { HistoryMenu } from './HistoryMenu.tsx';
import { type ProjectName, ProjectPicker } from './ProjectPicker.tsx';
import { QueryField } from './QueryField.tsx';
import { type PastQuery, queryHistory } from './query-history.ts';
import { queryProblems } from './query-problems.ts';

/** Target with the results of a query. */
type QueryTarget = Extract<Target, { kind: 'query' }>;

/** Command of the host on the results of a query. */
export interface ResultCommand {
  readonly title: string;
  run(target: QueryTarget): void;
}

/** Properties that `mountQueryPanel` passes to the panel. */
export interface QueryPanelProps {
  readonly api: API;
  readonly host: Host;
  readonly initial: { readonly workspace: string; readonly projectName: string; readonly query?: string } | null;
  readonly onChange?: ((state: { readonly project: ProjectName | null; readonly query: string }) => void) | undefined;
  readonly runsInitial: boolean;
  /** Called when a query is run. */
  readonly onRun?: ((target: QueryTarget) => void) | undefined;
  readonly commands: readonly ResultCommand[];
  /** Called once, when the panel is in the document. */
  readonly onMount: () => void;
  /** Draws the results of a query. */
  readonly results: (target: QueryTarget) => ReactElement;
  readonly theme: ThemeKind;
}

/** Query that was run. `run` differs for each run, so that running it again reads it again. */
interface Search {
  readonly run: number;
  readonly target: QueryTarget;
}

/** Panel for finding experiments: project, query text with its errors marked, history, and results. */
export function QueryPanel(props: QueryPanelProps): ReactElement {
  const t = useTranslate();
  const { api, host, initial, onChange, theme } = props;
  const [project, setProject] = useState<ProjectName | null>(initial);
  const [text, setText] = useState(initial?.query ?? '');
  const [search, setSearch] = useState(() => initialSearch(props));
  const columns = useColumns(api, project);
  const problems = useMemo(() => queryProblems(text, columns), [text, columns]);
  const history = useMemo(() => queryHistory(host), [host]);
  const notify = useEvent((query: string, of: ProjectName | null) => onChange?.({ project: of, query }));
  useEffect(() => notify(text, project), [notify, project, text]);
  const mounted = useEvent(props.onMount);
  useEffect(() => {
    mounted();
  }, [mounted]);
  const query = text.trim();
  const isRunnable = project !== null && problems.length === 0 && query !== '';
  const runQuery = (past: PastQuery) => {
    void history?.add(past);
    const target = { kind: 'query', ...past } as const;
    setSearch({ run: (search?.run ?? 0) + 1, target });
    props.onRun?.(target);
  };
  const run = () => isRunnable && runQuery({ ...project, query });
  // Both buttons are removed when they are pressed, which would lose the focus.
  const runButton = useRef<HTMLButtonElement>(null);
  const results = useRef<HTMLElement>(null);
  const runAgain = () => {
    run();
    results.current?.focus();
  };
  const close = () => {
    setSearch(null);
    runButton.current?.focus();
  };
  const isEarlier =
    search !== null &&
    (search.target.query !== query ||
      search.target.workspace !== project?.workspace ||
      search.target.projectName !== project.projectName);

  return (
    <div className="tl-root tl-query" data-theme={theme}>
      <ProjectPicker api={api} chosen={project} onChoose={setProject} />
      <QueryField text={text} onText={setText} problems={problems} columns={columns} onRun={run} />
      <div className="tl-toolbar">
        <ActionButton buttonRef={runButton} className="tl-button tl-button-main" enabled={isRunnable} onClick={run}>
          <Icon name="search" />
          {t('Run query')}
        </ActionButton>
        {history && (
          <HistoryMenu
            history={history}
            onChoose={({ workspace, projectName, query }) => {
              setProject({ workspace, projectName });
              setText(query);
              runQuery({ workspace, projectName, query });
            }}
          />
        )}
        <span className="tl-quiet">{t('Enter runs, Shift+Enter begins a line, Ctrl+Space completes.')}</span>
      </div>
      {search !== null && (
        <section
          ref={results}
          tabIndex={-1}
          aria-label={t('Results')}
          className="tl-query-results"
          data-earlier={isEarlier}
        >
          <ResultToolbar {...props} target={search.target} onClose={close} />
          {isEarlier && <EarlierNotice isRunnable={isRunnable} onRun={runAgain} />}
          <Fragment key={search.run}>{props.results(search.target)}</Fragment>
        </section>
      )}
    </div>
  );
}

/** Returns the search that a panel starts with, if it runs its initial query and this one has no error. */
function initialSearch({ initial, runsInitial }: Pick<QueryPanelProps, 'initial' | 'runsInitial'>): Search | null {
  const query = initial?.query?.trim();
  if (!runsInitial || !initial || !query || queryProblems(query).length > 0) return null;
  const { workspace, projectName } = initial;
  return { run: 0, target: { kind: 'query', workspace, projectName, query } };
}

/** Notice that the results are those of another query than the text, with a button that runs the text. */
function EarlierNotice({
  isRunnable,
  onRun,
}: {
  readonly isRunnable: boolean;
  readonly onRun: () => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <div className="tl-banner" role="status">
      <Icon name="saved" />
      <span>{t('These are the results of the previous query.')}</span>
      <ActionButton className="tl-button" enabled={isRunnable} onClick={onRun}>
        {t('Run query')}
      </ActionButton>
    </div>
  );
}

/** Buttons for the results as a whole. */
function ResultToolbar({
  host,
  commands,
  target,
  onClose,
}: Pick<QueryPanelProps, 'host' | 'commands'> & {
  readonly target: QueryTarget;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <div className="tl-toolbar">
      <strong>{t('Results')}</strong>
      <span className="tl-space" />
      <button
        type="button"
        className="tl-button"
        onClick={({ ctrlKey, metaKey }) => host.open(target, { newPanel: ctrlKey || metaKey, activate: true })}
      >
        <Icon name="project" />
        {host.address ? t('Open as a Page') : t('Open in a Panel')}
      </button>
      {commands.map(({ title, run }) => (
        <button key={title} type="button" className="tl-button" onClick={() => run(target)}>
          {title}
        </button>
      ))}
      <button
        type="button"
        className="tl-icon-button"
        title={t('Close the results')}
        aria-label={t('Close the results')}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Returns the columns that a query on the project can use; empty until they are loaded, or if reading fails. */
function useColumns(api: API, project: ProjectName | null): readonly Column[] {
  // A query can be written and run without the columns; only the completions are reduced.
  return useReadOnce(project, noColumns, ({ workspace, projectName }, signal) =>
    liveSource(api).columns(workspace, projectName, signal),
  ).data;
}

const noColumns: readonly Column[] = [];
