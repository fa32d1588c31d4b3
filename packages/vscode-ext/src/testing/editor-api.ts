/*
 * The part of the editor's interface that code under test uses, in place of the module `vscode`, which only an editor has. A test
 * sets what the editor would, by `editor`.
 */

type Listener<T> = (value: T) => void;

function event<T>() {
  const listeners = new Set<Listener<T>>();
  return {
    subscribe: (listener: Listener<T>) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    fire: (value: T) => {
      for (const listener of listeners) listener(value);
    },
  };
}

const trustGranted = event<void>();
const configurationChanged = event<{ affectsConfiguration(name: string): boolean }>();
const editorsChanged = event<readonly unknown[]>();
const settings = new Map<string, unknown>();
let trusted = false;

/** What the editor and the person do. */
export const editor = {
  setTrusted(value: boolean): void {
    trusted = value;
    if (value) trustGranted.fire();
  },
  set(name: string, value: unknown): void {
    settings.set(name, value);
    configurationChanged.fire({ affectsConfiguration: (other) => other === name });
  },
  showNotebooks: editorsChanged.fire,
};

export class Disposable {
  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
}

export const workspace = {
  get isTrusted(): boolean {
    return trusted;
  },
  getConfiguration: (section: string) => ({
    get: (name: string, otherwise: unknown) => settings.get(`${section}.${name}`) ?? otherwise,
  }),
  onDidGrantWorkspaceTrust: trustGranted.subscribe,
  onDidChangeConfiguration: configurationChanged.subscribe,
};

export const window = { onDidChangeVisibleNotebookEditors: editorsChanged.subscribe };
