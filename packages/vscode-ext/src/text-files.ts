import * as vscode from 'vscode';

/** Storage of the texts of one URI scheme. A text is identified by a container (`owner`) and a name in it. */
export interface TextStore {
  /** File extension, including the dot. */
  readonly ending: string;
  /** Whether the container is an id that no one reads: the path, which the editor shows, is then the name alone. */
  readonly hidesOwner?: boolean;
  read(owner: string, name: string): Promise<string>;
  write(owner: string, name: string, text: string): Promise<void>;
}

/** Returns the URI of a text of a connection. */
export function textUri(
  scheme: string,
  { ending, hidesOwner }: Pick<TextStore, 'ending' | 'hidesOwner'>,
  owner: string,
  name: string,
  connectionId: string,
): vscode.Uri {
  // The name is the title of the editor's tab, so only what separates paths is encoded.
  const file = name.replaceAll(/[%/\\]/g, encodeURIComponent);
  const container = encodeURIComponent(owner);
  return hidesOwner
    ? vscode.Uri.from({ scheme, path: `/${file}${ending}`, query: `${connectionId} ${container}` })
    : vscode.Uri.from({ scheme, path: `/${container}/${file}${ending}`, query: connectionId });
}

/** Returns the id of the connection of a text. */
function connectionOf({ query }: vscode.Uri): string {
  return query.split(' ')[0]!;
}

/** Parses the URI of a text; null when it is invalid. */
export function readTextUri(uri: vscode.Uri, ending: string): { readonly owner: string; readonly name: string } | null {
  const container = uri.query.slice(connectionOf(uri).length + 1);
  const [owner, file, ...rest] = [...(container ? [container] : []), ...uri.path.slice(1).split('/')];
  if (!owner || !file?.endsWith(ending) || file === ending || rest.length > 0) return null;
  try {
    return { owner: decodeURIComponent(owner), name: decodeURIComponent(file.slice(0, -ending.length)) };
  } catch {
    return null;
  }
}

/** Part of a file system without folders whose files are not created, moved or deleted. */
export class VirtualFiles {
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

/** Content of a text, with the time and the size that the editor gets for it. */
interface ReadText {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly mtime: number;
  readonly size: number;
}

/**
 * File system of texts that are not stored on disk. They can be read and saved, but not created, moved or deleted. A
 * text that differs from what was read last is newer, so that the editor reports the conflict when an older one is
 * saved.
 */
export class TextFiles extends VirtualFiles implements vscode.FileSystemProvider {
  readonly #storeOf: (connectionId: string) => TextStore;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** Texts as they were read last, by URI. */
  readonly #read = new Map<string, ReadText>();
  readonly onDidChangeFile = this.#changed.event;

  /**
   * @param storeOf returns the texts of a connection; `''` is the current one
   * @param changes event after which texts may differ; the editor then reads open documents again
   */
  constructor(storeOf: (connectionId: string) => TextStore, changes: vscode.Event<unknown>) {
    super();
    this.#storeOf = storeOf;
    changes(() => this.#report([...this.#read.values()]));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const content = await this.readFile(uri);
    const text = new TextDecoder().decode(content);
    const before = this.#read.get(uri.toString());
    // To the editor, a newer file of the same size is unchanged. So another text never has the size of an earlier one.
    const { mtime, size } =
      before?.text === text
        ? before
        : {
            mtime: Math.max(Date.now(), (before?.mtime ?? 0) + 1),
            size: Math.max(content.byteLength, (before?.size ?? -1) + 1),
          };
    this.#read.set(uri.toString(), { uri, text, mtime, size });
    return { type: vscode.FileType.File, ctime: 0, mtime, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { owner, name } = this.#nameOf(uri);
    return new TextEncoder().encode(await this.#storeOf(connectionOf(uri)).read(owner, name));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { owner, name } = this.#nameOf(uri);
    await this.#storeOf(connectionOf(uri)).write(owner, name, decodedText(content));
    this.#report([{ uri }]);
  }

  #report(texts: readonly Pick<ReadText, 'uri'>[]): void {
    this.#changed.fire(texts.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  #nameOf(uri: vscode.Uri): { readonly owner: string; readonly name: string } {
    const read = readTextUri(uri, this.#storeOf(connectionOf(uri)).ending);
    if (read === null) throw vscode.FileSystemError.FileNotFound(uri);
    return read;
  }
}

/** Returns the text of a saved document. Throws unless it is UTF-8: users can choose another encoding. */
function decodedText(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Error(vscode.l10n.t('This text is stored as UTF-8. Use “Change File Encoding” to save it with UTF-8.'));
  }
}
