/*
 * Test double of the `vscode` module, which exists only inside the editor. It has the parts that the code under test
 * uses. Tests control it through `editor`.
 */

import * as disk from 'node:fs/promises';

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

/** File system of text documents. */
interface Files {
  readFile(uri: unknown): Promise<Uint8Array>;
  writeFile(uri: unknown, content: Uint8Array): Promise<void>;
}
let files: Files;
const documents = new Map<string, TextDocument>();

/** Input box or quick pick. Methods that no code of the extension calls are actions of the user. */
class QuickInput {
  title = '';
  value = '';
  busy = false;
  items: readonly unknown[] = [];
  selectedItems: readonly unknown[] = [];
  buttons: readonly unknown[] = [];
  #activeItems: readonly unknown[] | null = null;
  readonly #changed = event<string>();
  readonly #accepted = event<void>();
  readonly #pressed = event<unknown>();
  readonly #hidden = event<void>();
  readonly onDidChangeValue = this.#changed.subscribe;
  readonly onDidAccept = this.#accepted.subscribe;
  readonly onDidTriggerButton = this.#pressed.subscribe;
  readonly onDidTriggerItemButton = this.#pressed.subscribe;
  readonly onDidHide = this.#hidden.subscribe;
  readonly accept = this.#accepted.fire;
  readonly press = this.#pressed.fire;

  /** The first item, unless they were set, also to none. */
  get activeItems(): readonly unknown[] {
    return this.#activeItems ?? this.items.slice(0, 1);
  }

  set activeItems(items: readonly unknown[]) {
    this.#activeItems = items;
  }

  show(): void {
    questions.push(this.title);
    shown.resolve(this);
    shown = Promise.withResolvers();
  }

  /** The editor reports later that it was hidden. */
  hide(): void {
    setImmediate(this.#hidden.fire);
  }

  dispose(): void {}

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }
}
let shown = Promise.withResolvers<QuickInput>();

/** Open text document. Its file is read once. */
class TextDocument {
  readonly uri: unknown;
  readonly encoding: BufferEncoding;
  text: string;

  constructor(uri: unknown, text: string, encoding: BufferEncoding) {
    this.uri = uri;
    this.text = text;
    this.encoding = encoding;
  }

  readonly getText = () => this.text;
  readonly positionAt = (offset: number) => offset;

  async save(): Promise<boolean> {
    await files.writeFile(this.uri, Buffer.from(this.text, this.encoding));
    return true;
  }
}

/** Item of a list to pick from. */
interface QuickItem {
  readonly label: string;
  readonly kind?: number;
}
type QuickItems = readonly QuickItem[];

/** Panel of an editor. The one that was created or revealed last is active. A closed one has no page. */
class WebviewPanel {
  static active: WebviewPanel | null = null;
  title = '';
  readonly posted: unknown[] = [];
  readonly options: unknown;
  readonly #viewState = event<void>();
  readonly #closed = event<void>();
  readonly #received = event<unknown>();
  #isClosed = false;
  readonly onDidChangeViewState = this.#viewState.subscribe;
  readonly onDidDispose = this.#closed.subscribe;
  /** Delivers a message of the page. */
  readonly receive = this.#received.fire;
  readonly #webview = {
    options: {},
    html: '',
    cspSource: 'https://page.example',
    asWebviewUri: (uri: unknown) => uri,
    onDidReceiveMessage: this.#received.subscribe,
    postMessage: async (message: unknown) => {
      if (this.#isClosed) return false;
      this.posted.push(message);
      return true;
    },
  };

  constructor(options?: unknown) {
    this.options = options;
    this.reveal();
  }

  get webview() {
    if (this.#isClosed) throw new Error('Webview is disposed');
    return this.#webview;
  }

  get active(): boolean {
    return WebviewPanel.active === this;
  }

  reveal(): void {
    WebviewPanel.active = this;
    this.#viewState.fire();
  }

  dispose(): void {
    if (this.active) WebviewPanel.active = null;
    this.#isClosed = true;
    this.#closed.fire();
  }
}

let marked = Promise.withResolvers<readonly Diagnostic[]>();

/** Diagnostics of documents. */
class DiagnosticCollection {
  set(_uri: unknown, diagnostics: readonly Diagnostic[]): void {
    marked.resolve(diagnostics);
    marked = Promise.withResolvers();
  }

  dispose(): void {}
}

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
  activePanel: () => WebviewPanel.active,
  /** Resolves to the next input box or quick pick that is shown. */
  nextInput: () => shown.promise,
  /** Resolves to the next diagnostics that are set for a document. */
  nextDiagnostics: () => marked.promise,
  /** Sets the file system of text documents; none is open. */
  serve(system: Files): void {
    files = system;
    documents.clear();
  },
  /** Sets the button that the user presses in prompts, at once or later; undefined dismisses them. */
  answerWith(button: typeof answer): void {
    answer = button;
  },
  /**
   * Returns and clears the URLs opened in the browser, the commands run, the rows revealed, the texts copied, and the
   * details of the prompts shown.
   */
  takeOpened: () => ({ opened: opened.splice(0), questions: questions.splice(0) }),
  /** Returns the view of the tree that was created last. */
  tree: () => lastTree,
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

/** View of a tree. The one that was created last is shown by `editor.tree`. */
class TreeView {
  visible = false;
  /** Text next to the title. */
  description = '';
  selection: readonly unknown[] = [];
  readonly #visibilityChanged = event<void>();
  readonly onDidChangeVisibility = this.#visibilityChanged.subscribe;
  readonly #expanded = event<{ readonly element: unknown }>();
  readonly onDidExpandElement = this.#expanded.subscribe;
  readonly onDidCollapseElement = never;
  readonly onDidChangeSelection = never;

  constructor() {
    lastTree = this;
  }

  /** Action of the user. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.#visibilityChanged.fire();
  }

  /** Action of the user. */
  expand(element: unknown): void {
    this.#expanded.fire({ element });
  }

  async reveal({ id }: { readonly id: string }, { select }: { readonly select: boolean }): Promise<void> {
    opened.push(`${select ? 'row' : 'focus'}:${id}`);
  }

  dispose(): void {}
}
let lastTree: TreeView;

/** URI of a file on disk. */
interface OnDisk {
  readonly fsPath: string;
}

const fileEncoding = () => (settings.get('files.encoding') ?? 'utf8') as BufferEncoding;

export const workspace = {
  fs: {
    async stat({ fsPath }: OnDisk) {
      const { size, mtimeMs } = await disk.stat(fsPath);
      return { size, mtime: mtimeMs };
    },
    readFile: ({ fsPath }: OnDisk) => disk.readFile(fsPath),
    writeFile: ({ fsPath }: OnDisk, content: Uint8Array) => disk.writeFile(fsPath, content),
    createDirectory: ({ fsPath }: OnDisk) => disk.mkdir(fsPath, { recursive: true }),
    readDirectory: async ({ fsPath }: OnDisk) => (await disk.readdir(fsPath)).map((name) => [name]),
    /** Undefined for the schemes that the editor does not know. */
    isWritableFileSystem: (scheme: string) => (scheme === 'git' ? false : undefined),
    delete: ({ fsPath }: OnDisk, options: { readonly recursive: boolean }) => disk.rm(fsPath, options),
  },
  get isTrusted(): boolean {
    return trusted;
  },
  getConfiguration: (section?: string) => ({
    get: (name: string, otherwise: unknown) => {
      const value = settings.get(section ? `${section}.${name}` : name);
      return value === undefined ? otherwise : value;
    },
    update: async (name: string, value: unknown) => editor.set(section ? `${section}.${name}` : name, value),
  }),
  get textDocuments(): readonly TextDocument[] {
    return [...documents.values()];
  },
  async openTextDocument(uri: unknown, { encoding = fileEncoding() } = {}): Promise<TextDocument> {
    const known = documents.get(String(uri));
    if (known !== undefined) return known;
    const document = new TextDocument(uri, Buffer.from(await files.readFile(uri)).toString(encoding), encoding);
    documents.set(String(uri), document);
    return document;
  },
  applyEdit: async () => true,
  onDidGrantWorkspaceTrust: trustGranted.subscribe,
  onDidCloseNotebookDocument: notebookClosed.subscribe,
  onDidChangeConfiguration: configurationChanged.subscribe,
  onDidCloseTextDocument: never,
};

export const languages = {
  createDiagnosticCollection: () => new DiagnosticCollection(),
  registerCodeActionsProvider: never,
  /** Every document matches. */
  match: () => 10,
};

/** Editor of a text document. */
interface TextEditor {
  readonly document: unknown;
  /** Selection with which it was shown. */
  readonly selection?: Range | undefined;
}

async function shownMessage(message: string): Promise<unknown> {
  questions.push(message);
  return answer;
}

export const window = {
  activeTextEditor: undefined as TextEditor | undefined,
  activeNotebookEditor: undefined as unknown,
  async showNotebookDocument(): Promise<void> {},
  visibleTextEditors: [] as readonly Pick<TextEditor, 'document'>[],
  onDidChangeVisibleTextEditors: never,
  onDidChangeVisibleNotebookEditors: editorsChanged.subscribe,
  onDidChangeWindowState: never,
  state: { focused: true, active: true },
  activeColorTheme: { kind: 2 },
  createTreeView: () => new TreeView(),
  async showWarningMessage(message: string, ...given: (string | MessagePart)[]): Promise<unknown> {
    const detail = given.find((part) => typeof part === 'object' && part.detail !== undefined) as
      | MessagePart
      | undefined;
    questions.push(detail?.detail ?? message);
    const pressed = await answer;
    return given.find((part) => typeof part === 'object' && part.title === pressed) ?? pressed;
  },
  /** Returns an editor, which replaces the given range of its document. */
  async showTextDocument(document: TextDocument, { selection }: { readonly selection?: Range } = {}) {
    window.activeTextEditor = { document, selection };
    const replace = ({ start, end }: Range, text: string) => {
      document.text = document.text.slice(0, start) + text + document.text.slice(end);
    };
    return {
      document,
      async edit(change: (builder: { replace: typeof replace }) => void): Promise<boolean> {
        change({ replace });
        return true;
      },
    };
  },
  withProgress: (_: unknown, run: (progress: unknown, token: { onCancellationRequested: unknown }) => unknown) =>
    run(null, { onCancellationRequested: never }),
  createWebviewPanel: (_type?: string, _title?: string, _column?: unknown, options?: unknown) =>
    new WebviewPanel(options),
  createInputBox: () => new QuickInput(),
  createQuickPick: () => new QuickInput(),
  /** Resolves to the text that `answerWith` sets. */
  async showInputBox({ title }: { readonly title: string }): Promise<string | undefined> {
    questions.push(title);
    return answer;
  },
  /** Resolves to the file whose path, or URI of another scheme, `answerWith` sets. */
  async showSaveDialog({ title }: { readonly title: string }): Promise<unknown> {
    questions.push(title);
    const [, scheme = 'file', path] = /^(?:([a-z-]+):)?(.+)$/.exec((await answer) ?? '') ?? [];
    return path === undefined ? undefined : Uri.from({ scheme, path });
  },
  /** Resolves to the item with the label that `answerWith` sets. */
  async showQuickPick(given: QuickItems | Promise<QuickItems>, { title }: { readonly title: string }) {
    questions.push(title);
    const shownItems = await given;
    const label = await answer;
    return shownItems.find((item) => item.label === label && item.kind !== QuickPickItemKind.Separator);
  },
  setStatusBarMessage: never,
  showInformationMessage: shownMessage,
  showErrorMessage: shownMessage,
};

export const commands = {
  async executeCommand(id: string): Promise<void> {
    opened.push(`command:${id}`);
  },
};

export class ThemeIcon {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };

export class MarkdownString {
  readonly value: string;
  isTrusted: unknown;
  supportHtml: unknown;

  constructor(value: string) {
    this.value = value;
  }
}

/** Range of offsets, which `positionAt` returns as they are. */
export class Range {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Diagnostic {
  readonly range: Range;
  readonly message: string;

  constructor(range: Range, message: string) {
    this.range = range;
    this.message = message;
  }
}

export const DiagnosticSeverity = { Error: 0, Warning: 1 };

export const CodeActionKind = { QuickFix: 'quickfix' };

export class CodeLens {
  readonly command: unknown;

  constructor(_range: Range, command: unknown) {
    this.command = command;
  }
}

export class CompletionItem {
  readonly label: unknown;
  readonly kind: unknown;

  constructor(label: unknown, kind: unknown) {
    this.label = label;
    this.kind = kind;
  }
}

export const CompletionItemKind = { Operator: 23, Method: 1, Function: 2, Field: 4, Event: 22 };

/** Edit of documents, whose content no test reads. */
export class WorkspaceEdit {
  set(): void {}
}

export class NotebookCellData {}

export class NotebookRange {}

export const NotebookCellKind = { Code: 2 };

export const NotebookEdit = { insertCells: () => ({}) };

export const ViewColumn = { Active: -1 };

export const ConfigurationTarget = { Global: 1, Workspace: 2 };

export const QuickPickItemKind = { Separator: -1 };

export const ProgressLocation = { Notification: 15 };

export const FileType = { File: 1 };

export const FileChangeType = { Changed: 1 };

/** URI of a page or a command. */
class ParsedUri {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  toString(): string {
    return this.#address;
  }
}

export const Uri = {
  parse: (address: string) => new ParsedUri(address),
  from: (parts: Readonly<Record<string, string>>) => ({
    ...parts,
    fsPath: parts.path,
    toString: () => JSON.stringify(parts),
  }),
  joinPath({ fsPath }: OnDisk, ...parts: string[]) {
    const joined = [fsPath, ...parts].join('/');
    return { path: joined, fsPath: joined };
  },
};

export const UIKind = { Desktop: 1, Web: 2 };

export const env = {
  language: 'en',
  clipboard: { writeText: async (text: string) => void opened.push(`copied:${text}`) },
  uiKind: UIKind.Desktop,
  remoteName: undefined as string | undefined,
  /** Opens a URI as the editor does: without the escapes of its query. A text is opened as it is. */
  async openExternal(address: string | ParsedUri): Promise<boolean> {
    opened.push(typeof address === 'string' ? address : encodeURI(decodeURIComponent(String(address))));
    return true;
  },
};

export const l10n = { t: (sentence: string) => sentence, bundle: undefined };
