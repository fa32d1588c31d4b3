import type { API } from '@tracklens/core/browser';
import type { Target, ThemeKind } from '@tracklens/core/display';
import type { Column } from '@tracklens/core/query';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Empty, Loading, Problem } from '../components/Notice.tsx';
import { useEvent } from '../components/use-event.ts';
import { useReadOnce } from '../live/use-read-once.ts';
import { type Failure, failureOf } from '../source/failure.ts';
import { liveSource } from '../source/live-source.ts';
import type { Metadata } from '../source/view-source.ts';
import type { Translate } from '../text/translate.ts';
import { type ProjectName, ProjectPicker } from './ProjectPicker.tsx';
import { QueryField } from './QueryField.tsx';
import { QueryResults } from './QueryResults.tsx';
import { queryProblems } from './query-problems.ts';

/** Properties that `mountQueryPanel` passes to the panel. */
export interface QueryPanelProps {
  readonly api: API;
  readonly initial: { readonly workspace: string; readonly projectName: string; readonly query?: string } | null;
  readonly onOpen: (target: Target, options: { readonly newPanel: boolean }) => void;
  readonly onChange?: ((state: { readonly project: ProjectName | null; readonly query: string }) => void) | undefined;
  readonly theme: ThemeKind;
  readonly t: Translate;
}

/** State of a search. */
type Search =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly abort: AbortController }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | {
      readonly phase: 'done';
      readonly found: readonly Metadata[];
      readonly target: Extract<Target, { kind: 'query' }>;
    };

/** Panel for finding experiments: project, query text with its errors marked, and results. */
export function QueryPanel({ api, initial, onOpen, onChange, theme, t }: QueryPanelProps): ReactElement {
  const [project, setProject] = useState<ProjectName | null>(initial);
  const [text, setText] = useState(initial?.query ?? '');
  const [search, setSearch] = useState<Search>({ phase: 'idle' });
  const columns = useColumns(api, project);
  const problems = useMemo(() => queryProblems(text, columns), [text, columns]);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const notify = useEvent((query: string, of: ProjectName | null) => onChange?.({ project: of, query }));
  useEffect(() => notify(text, project), [notify, project, text]);

  const isEarlier =
    search.phase === 'done' &&
    (search.target.query !== text.trim() ||
      search.target.workspace !== project?.workspace ||
      search.target.projectName !== project.projectName);
  const stop = () => {
    current.current?.abort();
    setSearch({ phase: 'idle' });
  };
  const run = async () => {
    if (project === null || problems.length > 0 || text.trim() === '') return;
    current.current?.abort();
    const abort = new AbortController();
    current.current = abort;
    const target = { kind: 'query' as const, ...project, query: text.trim() };
    setSearch({ phase: 'running', abort });
    try {
      const found = await liveSource(api).experiments(target, abort.signal);
      if (!abort.signal.aborted) setSearch({ phase: 'done', found, target });
    } catch (error) {
      if (!abort.signal.aborted) setSearch({ phase: 'failed', failure: failureOf(error) });
    }
  };

  return (
    <div className="tl-root tl-query" data-theme={theme}>
      <ProjectPicker api={api} chosen={project} onChoose={setProject} t={t} />
      <QueryField text={text} onText={setText} problems={problems} columns={columns} onRun={run} t={t} />
      <div className="tl-toolbar">
        {search.phase === 'running' ? (
          <button type="button" className="tl-button" onClick={stop}>
            <Icon name="close" />
            {t('Cancel')}
          </button>
        ) : (
          <button
            type="button"
            className="tl-button tl-button-main"
            disabled={project === null || problems.length > 0 || text.trim() === ''}
            onClick={run}
          >
            <Icon name="search" />
            {t('Run query')}
          </button>
        )}
        <span className="tl-quiet">{t('Enter runs, Shift+Enter begins a line, Ctrl+Space completes.')}</span>
      </div>
      {search.phase === 'running' && <Loading label={t('Searching…')} rows={3} />}
      {search.phase === 'failed' && <Problem failure={search.failure} t={t} onRetry={run} />}
      {search.phase === 'done' &&
        (search.found.length === 0 && !isEarlier ? (
          <Empty title={t('No experiment matches the query.')}>
            {t('Relax a condition, or check the names in the query.')}
          </Empty>
        ) : (
          <QueryResults found={search.found} target={search.target} isEarlier={isEarlier} onOpen={onOpen} t={t} />
        ))}
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
