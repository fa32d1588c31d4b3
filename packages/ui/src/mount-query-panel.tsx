import type { API } from '@tracklens/core/browser';
import type { Host, Target } from '@tracklens/core/display';
import { createRoot } from 'react-dom/client';
import { QueryPanel, type QueryPanelProps } from './query/QueryPanel.tsx';
import { writeIn } from './text/locale.ts';
import { english, type Translate, withNumbers } from './text/translate.ts';

/** Options of a query panel. */
export interface QueryPanelOptions {
  readonly api: API;
  readonly host: Host;
  /** Initial project and query text. */
  readonly initial?: { readonly workspace: string; readonly projectName: string; readonly query?: string } | undefined;
  /** Called when a result, or the whole list of results as a `query` target, is opened. Default: `host.open`. */
  readonly onOpen?: ((target: Target, options: { readonly newPanel: boolean }) => void) | undefined;
  /** Called when the project or the text changes, with the values that restore the panel as `initial`. */
  readonly onChange?: QueryPanelProps['onChange'];
  readonly strings?: Translate | undefined;
}

/** Query panel on a page. */
export interface MountedQueryPanel {
  focus(): void;
  dispose(): void;
}

/**
 * Renders the query panel into an element: project, query text with its errors marked, and results that can be
 * opened.
 */
export function mountQueryPanel(element: HTMLElement, options: QueryPanelOptions): MountedQueryPanel {
  const root = createRoot(element);
  writeIn(options.host.locale);
  const t = withNumbers(options.strings ?? english);
  let theme = options.host.theme.kind;
  let disposed = false;
  const open =
    options.onOpen ??
    ((target: Target, { newPanel }: { readonly newPanel: boolean }) =>
      options.host.open(target, { newPanel, activate: true }));
  const draw = () => {
    if (disposed) return;
    root.render(
      <QueryPanel
        api={options.api}
        initial={options.initial ?? null}
        onOpen={open}
        onChange={options.onChange}
        theme={theme}
        t={t}
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
