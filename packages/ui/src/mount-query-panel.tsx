import type { API } from '@tracklens/core/browser';
import { type Host, initialViewState } from '@tracklens/core/display';
import { type ReactElement, useState } from 'react';
import { mountRoot } from './mount-root.tsx';
import { QueryPanel, type QueryPanelProps, type ResultCommand } from './query/QueryPanel.tsx';
import { liveSource } from './source/live-source.ts';
import type { Translate } from './text/translate.ts';
import { ViewStateStore } from './view/view-state-store.ts';
import { View, type ViewProps } from './viewer/View.tsx';

/** Options of a query panel. */
export interface QueryPanelOptions {
  readonly api: API;
  readonly host: Host;
  /** Initial project and query text. */
  readonly initial?: { readonly workspace: string; readonly projectName: string; readonly query?: string } | undefined;
  /** Whether the initial query is run at once. Default: false. */
  readonly runsInitial?: boolean | undefined;
  /** Called when a query is run. */
  readonly onRun?: QueryPanelProps['onRun'];
  /** Commands of the host on the results, shown as buttons. */
  readonly commands?: readonly ResultCommand[] | undefined;
  /** Called when the project or the text changes, with the values that restore the panel as `initial`. */
  readonly onChange?: QueryPanelProps['onChange'];
  readonly strings?: Translate | undefined;
  /** Poll interval of the results while an experiment is running, in milliseconds. Default: 5000. */
  readonly pollMillis?: number | undefined;
}

/** Query panel on a page. */
export interface MountedQueryPanel {
  /** Focuses the query field; as soon as it is drawn, if it is not yet. */
  focus(): void;
  dispose(): void;
}

/** Results of one run of a query. They retain their state while the text of the query changes. */
function Results(props: Pick<ViewProps, 'host' | 'live' | 'pollMillis' | 'target' | 'theme'>): ReactElement {
  const [store] = useState(() => new ViewStateStore(initialViewState));
  return (
    <View {...props} payload={null} offlineReason={null} layout="panel" url={null} store={store} onHeight={undefined} />
  );
}

/**
 * Renders the query panel into an element: project, query text with its errors marked, history, and the table and
 * charts of the results.
 */
export function mountQueryPanel(element: HTMLElement, options: QueryPanelOptions): MountedQueryPanel {
  const { api, host, pollMillis } = options;
  const live = liveSource(api);
  let isFocusPending = false;
  const focus = () => {
    const field = element.querySelector<HTMLElement>('textarea');
    isFocusPending = field === null;
    field?.focus();
  };
  const root = mountRoot(element, options, (theme) => (
    <QueryPanel
      api={api}
      host={host}
      initial={options.initial ?? null}
      runsInitial={options.runsInitial ?? false}
      onChange={options.onChange}
      onRun={options.onRun}
      commands={options.commands ?? []}
      onMount={() => {
        if (isFocusPending) focus();
      }}
      results={(target) => <Results host={host} live={live} pollMillis={pollMillis} target={target} theme={theme} />}
      theme={theme}
    />
  ));
  root.draw();
  return { focus, dispose: () => root.dispose() };
}
