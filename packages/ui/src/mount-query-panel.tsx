import type { API } from '@tracklens/core/browser';
import type { Host, Target } from '@tracklens/core/display';
import { createRoot } from 'react-dom/client';
import { QueryPanel, type QueryPanelProps } from './query/QueryPanel.tsx';
import { writeIn } from './text/locale.ts';
import { english, type Translate, withNumbers } from './text/translate.ts';

/** What a query panel is given. */
export interface QueryPanelOptions {
  readonly api: API;
  readonly host: Host;
  /** Where the search starts: the project chosen first and the text. */
  readonly initial?: { readonly workspace: string; readonly projectName: string; readonly query?: string } | undefined;
  /** A result, or the whole list of results as a `query` target, was opened; `host.open` unless told. */
  readonly onOpen?: ((target: Target, options: { readonly newPanel: boolean }) => void) | undefined;
  /** The project or the text is another: what brings the panel back as it is. */
  readonly onChange?: QueryPanelProps['onChange'];
  readonly strings?: Translate | undefined;
}

/** A query panel on the page. */
export interface MountedQueryPanel {
  focus(): void;
  dispose(): void;
}

/** Draws the query panel into an element: project, query text with its errors marked, results that open. */
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
