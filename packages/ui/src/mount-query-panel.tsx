import type { API } from '@tracklens/core/browser';
import { type Host, initialViewState } from '@tracklens/core/display';
import { mountRoot } from './mount-root.tsx';
import { QueryPanel, type QueryPanelProps, type QueryTarget, type ResultCommand } from './query/QueryPanel.tsx';
import { liveSource } from './source/live-source.ts';
import type { Translate } from './text/translate.ts';
import { seenTheme } from './theme/theme-kind.ts';
import { ViewStateStore } from './view/view-state-store.ts';
import { View } from './viewer/View.tsx';

/** Options of a query panel. */
export interface QueryPanelOptions {
  readonly api: API;
  readonly host: Host;
  /** Initial project and query text. */
  readonly initial?: { readonly workspace: string; readonly projectName: string; readonly query?: string } | undefined;
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
  focus(): void;
  dispose(): void;
}

/**
 * Renders the query panel into an element: project, query text with its errors marked, history, and the table and
 * charts of the results.
 */
export function mountQueryPanel(element: HTMLElement, options: QueryPanelOptions): MountedQueryPanel {
  const root = mountRoot(element, options);
  let theme = options.host.theme.kind;
  let disposed = false;
  const live = liveSource(options.api);
  const results = (target: QueryTarget) => (
    <View
      payload={null}
      target={target}
      live={live}
      savedOnly={null}
      host={options.host}
      layout="panel"
      url={null}
      store={new ViewStateStore(initialViewState)}
      onHeight={undefined}
      theme={seenTheme(theme)}
      pollMillis={options.pollMillis ?? 5000}
    />
  );
  const draw = () => {
    if (disposed) return;
    root.render(
      <QueryPanel
        api={options.api}
        host={options.host}
        initial={options.initial ?? null}
        onChange={options.onChange}
        commands={options.commands ?? []}
        results={results}
        theme={theme}
      />,
    );
  };
  const unsubscribe = options.host.theme.subscribe((kind) => {
    theme = kind;
    draw();
  });
  draw();
  return {
    focus: () => element.querySelector<HTMLElement>('textarea')?.focus(),
    dispose() {
      if (disposed) return;
      disposed = true;
      unsubscribe();
      root.unmount();
    },
  };
}
