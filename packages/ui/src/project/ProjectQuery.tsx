import type { Target } from '@tracklens/core/display';
import type { Column } from '@tracklens/core/query';
import { type ReactElement, useMemo, useState } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { Icon } from '../components/Icon.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useKeyedState } from '../components/use-keyed-state.ts';
import { useRead } from '../live/use-read.ts';
import { HistoryMenu } from '../query/HistoryMenu.tsx';
import { QueryField } from '../query/QueryField.tsx';
import { queryHistory } from '../query/query-history.ts';
import { queryProblems } from '../query/query-problems.ts';
import type { LiveSource } from '../source/live-source.ts';
import { useView, useViewState } from '../view/view-context.ts';

const noColumns: readonly Column[] = [];

/** Query editor that filters a project's table; a single line while there is no query. */
export function ProjectQuery({
  target,
  live,
}: {
  readonly target: Extract<Target, { kind: 'project' }>;
  readonly live: LiveSource;
}): ReactElement {
  const t = useTranslate();
  const { setState } = useView().store;
  const applied = useViewState((state) => state.project?.query);
  const [open, setOpen] = useState(false);
  const [left, setLeft] = useState(false);
  if (applied === undefined && !open) {
    return (
      <div className="tl-toolbar">
        <button
          type="button"
          className="tl-link"
          // biome-ignore lint/a11y/noAutofocus: replaces the field that had the focus.
          autoFocus={left}
          onClick={() => setOpen(true)}
        >
          <Icon name="search" />
          {t('Filter with a query')}
        </button>
      </div>
    );
  }
  const apply = (query: string | undefined) => {
    setOpen(query !== undefined);
    setLeft(query === undefined);
    setState((before) => ({ ...before, project: { ...before.project, query } }));
  };
  return <OpenQuery target={target} live={live} applied={applied ?? ''} focused={open} onApply={apply} />;
}

function OpenQuery({
  target: { workspace, projectName },
  live,
  applied,
  focused,
  onApply,
}: {
  readonly target: Extract<Target, { kind: 'project' }>;
  readonly live: LiveSource;
  readonly applied: string;
  /** Whether the field is focused on mount, because the user has just opened it. */
  readonly focused: boolean;
  readonly onApply: (query: string | undefined) => void;
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  const history = useMemo(() => queryHistory(host), [host]);
  const [text, setText] = useKeyedState(applied, applied);
  // A query can be written and run without the columns; only the completions are reduced.
  const columns =
    useRead(`columns ${JSON.stringify([workspace, projectName])}`, (source, signal) =>
      source.takenAtMillis === null ? live.columns(workspace, projectName, signal) : Promise.resolve([]),
    ).data ?? noColumns;
  const problems = useMemo(() => queryProblems(text, columns), [text, columns]);
  const query = text.trim();
  const run = () => {
    if (query === '') onApply(undefined);
    else if (problems.length === 0) {
      void history?.add({ workspace, projectName, query });
      onApply(query);
    }
  };
  return (
    <section className="tl-project-query" aria-label={t('Filter with a query')}>
      <QueryField text={text} onText={setText} problems={problems} columns={columns} onRun={run} focused={focused} />
      <div className="tl-toolbar">
        <ActionButton
          className="tl-button tl-button-main"
          enabled={problems.length === 0 && query !== applied}
          onClick={run}
        >
          {t('Apply')}
        </ActionButton>
        {history && (
          <HistoryMenu
            history={history}
            project={{ workspace, projectName }}
            onChoose={({ query: past }) => onApply(past)}
          />
        )}
        <button type="button" className="tl-button" onClick={() => onApply(undefined)}>
          {t('Show all experiments')}
        </button>
      </div>
    </section>
  );
}
