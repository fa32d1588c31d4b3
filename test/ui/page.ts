import { API, fetchTransport } from '@tracklens/core/browser';
import { type Host, type HostManagement, readViewPayload, type ThemeKind } from '@tracklens/core/display';
import {
  type MountedQueryPanel,
  type MountedTree,
  type MountedView,
  mountQueryPanel,
  mountTree,
  mountView,
  type TreeId,
  type TreeSource,
  treeDefinitions,
  type ViewOptions,
} from '@tracklens/ui';
import { browserStorage } from '../../packages/ui/src/source/browser-storage.ts';

/** Calls of the host by the views, in order. */
const hostCalls: { what: string; value: unknown }[] = [];
let theme: ThemeKind = 'light';
let source: TreeSource | null = null;
const themeListeners = new Set<(kind: ThemeKind) => void>();

const host: Host = {
  open: (target, options) => hostCalls.push({ what: 'open', value: { target, ...options } }),
  openExternal: (url) => hostCalls.push({ what: 'openExternal', value: url }),
  report: (error) => hostCalls.push({ what: 'report', value: error }),
  theme: {
    get kind() {
      return theme;
    },
    subscribe(listener) {
      themeListeners.add(listener);
      return () => themeListeners.delete(listener);
    },
  },
};

const connection = () => new API({ transport: fetchTransport({ baseUrl: '/service' }), retry: { attempts: 1 } });

/** Options of `mountView`, whether there is a service, and whether the host only reads or may change experiments. */
export type ShowOptions = Partial<ViewOptions> & {
  readonly connected?: boolean;
  readonly readOnly?: boolean;
  readonly managing?: boolean;
};

/** Records the commands that change experiments. */
const management: HostManagement = {
  async run(command, experimentKeys) {
    hostCalls.push({ what: 'manage', value: { command, experimentKeys } });
    return false;
  },
  subscribe: () => () => {},
};

/** Functions that tests call in the page. Arguments must be serializable. */
export const page = {
  hostCalls,
  view: null as MountedView | null,
  tree: null as MountedTree | null,
  query: null as MountedQueryPanel | null,
  states: [] as unknown[],

  setTheme(kind: ThemeKind): void {
    theme = kind;
    document.documentElement.dataset.theme = kind;
    for (const listener of themeListeners) listener(kind);
  },

  /** Mounts the view of a payload, as a host does for a notebook output. */
  show(
    payload: unknown,
    { connected = true, readOnly = false, managing = false, ...options }: ShowOptions = {},
  ): string | null {
    const read = options.target ? null : readViewPayload(payload);
    if (read !== null && !read.ok) return read.problem;
    page.view = mountView(element(), {
      ...(read === null ? {} : { payload: read.payload }),
      api: connected ? connection() : null,
      host: { ...host, ...(readOnly && { readOnly }), ...(managing && { management }) },
      pollMillis: 300,
      onStateChange: (state) => page.states.push(state),
      ...options,
    });
    return null;
  },

  /** Returns the page to its state after loading, for the next test. The scripts stay loaded and compiled. */
  clear(): void {
    for (const mounted of [page.view, page.tree, page.query]) mounted?.dispose();
    Object.assign(page, { view: null, tree: null, query: null });
    page.states.length = 0;
    hostCalls.length = 0;
    source = null;
    page.setTheme('light');
    const empty = document.createElement('main');
    empty.id = 'view';
    for (const element of document.body.querySelectorAll(':scope > :not(script)')) element.remove();
    document.body.prepend(empty);
    localStorage.clear();
    scrollTo(0, 0);
  },

  refreshTree(): void {
    source?.refresh(null);
  },

  async showTree(id: TreeId): Promise<void> {
    element().style.width = '300px';
    const { title, load } = treeDefinitions.find((definition) => definition.id === id)!;
    source = (await load())({ api: connection() });
    page.tree = mountTree(element(), {
      tree: source,
      label: title,
      host,
      onOpen: (target, options) => hostCalls.push({ what: 'open', value: { target, ...options } }),
      onContext: (node) => hostCalls.push({ what: 'context', value: node.id }),
    });
  },

  showQuery(initial: { workspace: string; projectName: string }): void {
    page.query = mountQueryPanel(element(), {
      api: connection(),
      host: { ...host, storage: browserStorage },
      initial,
      pollMillis: 300,
      commands: [{ title: 'Insert Cell', run: (target) => hostCalls.push({ what: 'insert', value: { target } }) }],
    });
  },
};

function element(): HTMLElement {
  return document.getElementById('view')!;
}

Object.assign(window, { page });
/** Type of the test page. */
export type TestPage = typeof page;
