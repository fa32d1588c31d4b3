/*
 * Test double of the `vscode` module, which exists only inside the editor. It has the parts that the code under test
 * uses. Tests control it through `editor`.
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

/** Listens to events that no test fires. */
const never = () => new Disposable(() => {});

/** Options of a message, or one of its buttons. */
interface MessagePart {
  readonly detail?: string;
  readonly title?: string;
}

const trustGranted = event<void>();
const configurationChanged = event<{ affectsConfiguration(name: string): boolean }>();
const editorsChanged = event<readonly unknown[]>();
const notebookClosed = event<unknown>();
const settings = new Map<string, unknown>();
let trusted = false;
let answer: string | undefined | Promise<string>;
const opened: string[] = [];
const questions: string[] = [];

/** Simulates actions of the editor and the user. */
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
  closeNotebook: notebookClosed.fire,
  /** Sets the button that the user presses in prompts, at once or later; undefined dismisses them. */
  answerWith(button: typeof answer): void {
    answer = button;
  },
  /**
   * Returns and clears the URLs opened in the browser, the commands run, the rows revealed, and the details of the
   * prompts shown.
   */
  takeOpened: () => ({ opened: opened.splice(0), questions: questions.splice(0) }),
};

export class Disposable {
  static from(...disposables: readonly Disposable[]): Disposable {
    return new Disposable(() => {
      for (const disposable of disposables) disposable.dispose();
    });
  }

  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
}

export class EventEmitter<T> {
  readonly #event = event<T>();
  readonly event = this.#event.subscribe;
  readonly fire = this.#event.fire;

  dispose(): void {}
}

export class DataTransferItem {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export const workspace = {
  get isTrusted(): boolean {
    return trusted;
  },
  getConfiguration: (section?: string) => ({
    get: (name: string, otherwise: unknown) => settings.get(section ? `${section}.${name}` : name) ?? otherwise,
  }),
  onDidGrantWorkspaceTrust: trustGranted.subscribe,
  onDidCloseNotebookDocument: notebookClosed.subscribe,
  onDidChangeConfiguration: configurationChanged.subscribe,
};

export const window = {
  onDidChangeVisibleNotebookEditors: editorsChanged.subscribe,
  onDidChangeWindowState: never,
  state: { focused: true, active: true },
  activeColorTheme: { kind: 2 },
  createTreeView: () => ({
    visible: false,
    selection: [],
    onDidChangeVisibility: never,
    onDidExpandElement: never,
    onDidCollapseElement: never,
    onDidChangeSelection: never,
    async reveal({ id }: { readonly id: string }): Promise<void> {
      opened.push(`row:${id}`);
    },
    dispose() {},
  }),
  async showWarningMessage(message: string, ...given: (string | MessagePart)[]): Promise<unknown> {
    const detail = given.find((part) => typeof part === 'object' && part.detail !== undefined) as
      | MessagePart
      | undefined;
    questions.push(detail?.detail ?? message);
    const pressed = await answer;
    return given.find((part) => typeof part === 'object' && part.title === pressed) ?? pressed;
  },
  /** Resolves to the text that `answerWith` sets. */
  async showInputBox({ title }: { readonly title: string }): Promise<string | undefined> {
    questions.push(title);
    return answer;
  },
  /** Is dismissed. */
  async showQuickPick(_: unknown, { title }: { readonly title: string }): Promise<undefined> {
    questions.push(title);
  },
  async showInformationMessage(message: string): Promise<unknown> {
    questions.push(message);
    return answer;
  },
};

export const commands = {
  async executeCommand(id: string): Promise<void> {
    opened.push(`command:${id}`);
  },
};

export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };

export class MarkdownString {
  readonly value: string;
  isTrusted: unknown;
  supportHtml: unknown;

  constructor(value: string) {
    this.value = value;
  }
}

export const Uri = {
  parse: (address: string) => address,
  joinPath: ({ fsPath }: { fsPath: string }, ...parts: string[]) => ({ fsPath: [fsPath, ...parts].join('/') }),
};

export const env = {
  language: 'en',
  async openExternal(address: string): Promise<boolean> {
    opened.push(address);
    return true;
  },
};

export const l10n = { t: (sentence: string) => sentence, bundle: undefined };
