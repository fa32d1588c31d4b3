import { PathExt, URLExt } from '@jupyterlab/coreutils';
import { type Contents, Drive, ServerConnection } from '@jupyterlab/services';
import { reasonOf } from '../reason.ts';
import type { Tracklens } from '../tokens.ts';
import { freePath } from './free-path.ts';
import { base64Of, piecesOf } from './pieces.ts';

/** As large as the pieces of the lab's own uploads: what lies between browser and server lets them through. */
const pieceBytes = 1 << 20;

/**
 * The end of a part's name. A Jupyter server lists no `*~` (its `hide_globs`): a part cannot be taken for the file, and a listing
 * that it vanishes from cannot fail, as that of a listed file does: the server would answer 404 for the whole folder, and the file
 * browser, which lists its folder every few seconds, would say that the folder is gone.
 */
const partEnding = '.part~';

/** A part that nobody has written to for so long belongs to a page that is gone. */
const abandonedMillis = 3_600_000;

/** Writes files to the Jupyter server by its contents interface, in pieces and under a temporary name until they are whole. */
export class FolderWriter {
  readonly #contents: Contents.IManager;
  /** The same folders without a word to the file browser, which would list one anew at each piece, even while the part goes. */
  readonly #quiet: Contents.IDrive;
  readonly #overwrite: boolean;
  readonly #translate: Tracklens['translate'];
  readonly #folders = new Map<string, Promise<void>>();

  constructor(
    { translate }: Pick<Tracklens, 'translate'>,
    contents: Contents.IManager,
    { overwrite }: { readonly overwrite: boolean },
  ) {
    this.#translate = translate;
    this.#contents = contents;
    this.#quiet = new Drive({ serverSettings: contents.serverSettings });
    this.#overwrite = overwrite;
  }

  /** Makes a folder and those it lies in; what is there stays. */
  makeFolder(path: string): Promise<void> {
    const made = this.#folders.get(path) ?? this.#made(path);
    this.#folders.set(path, made);
    return made;
  }

  /** Writes what arrives to a file; what is left of one that failed or was stopped is taken away. */
  async write(path: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    await this.makeFolder(PathExt.dirname(path));
    const there = await foundAt(this.#contents, path);
    const translate = this.#translate;
    if (there === 'directory')
      throw new Error(translate('%1 is a folder: give it another name, then try again.', path));
    if (there !== null && !this.#overwrite)
      throw new Error(translate('%1 has come to be there meanwhile: move it away, then try again.', path));
    const part = await this.#partFor(path);
    try {
      await this.#fill(part, body, signal);
      if (there !== null) {
        if (await this.#replaced(part, path)) return;
        await this.#contents.delete(path);
      }
    } catch (error) {
      await this.#partsOf(path)
        .delete(part)
        .catch(() => {});
      throw error;
    }
    await this.#name(part, path);
  }

  /**
   * Puts a whole part in the place of what is there, in one step; false where the files lie elsewhere than on the disk of the Jupyter
   * server, which itself never renames onto what is there.
   */
  async #replaced(part: string, path: string): Promise<boolean> {
    if (this.#contents.driveName(path) !== '') return false;
    const { serverSettings } = this.#contents;
    const url = URLExt.join(serverSettings.baseUrl, 'tracklens', 'replacement');
    const body = JSON.stringify({ part, path });
    const answer = await ServerConnection.makeRequest(url, { method: 'POST', body }, serverSettings);
    if (answer.status === 501) return false;
    if (!answer.ok) throw await ServerConnection.ResponseError.create(answer);
    return true;
  }

  /** Gives a whole part its name. Where that fails it is perhaps all that there is by now: it is put where it is listed. */
  async #name(part: string, path: string): Promise<void> {
    try {
      await this.#contents.rename(part, path);
    } catch (error) {
      const beside = await freePath(path, (one) => isFree(this.#contents, one));
      await this.#contents.rename(part, beside);
      // What stood in the way may be gone again.
      if (beside === path) return;
      const sentence = 'The whole file lies at %1, since it could not be named %2: %3';
      throw new Error(this.#translate(sentence, beside, path, reasonOf(error)));
    }
  }

  /** The name of a part, beside those that another page writes just now. */
  async #partFor(path: string): Promise<string> {
    for (let count = 1; ; count++) {
      const part = `${path}${count === 1 ? '' : ` (${count})`}${partEnding}`;
      const there = await modelAt(this.#contents, part);
      // The first piece cuts off what an abandoned part holds.
      if (there === null || Date.now() - Date.parse(there.last_modified) > abandonedMillis) return part;
    }
  }

  /** Where parts are written: a drive that is not the server's own is known to the manager alone. */
  #partsOf(path: string): Pick<Contents.IDrive, 'save' | 'delete'> {
    return this.#contents.driveName(path) === '' ? this.#quiet : this.#contents;
  }

  async #made(path: string): Promise<void> {
    if (path === '' || path === '.') return;
    await this.makeFolder(PathExt.dirname(path));
    if (await isFree(this.#contents, path)) await this.#contents.save(path, { type: 'directory' });
  }

  async #fill(path: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const parts = this.#partsOf(path);
    const save = (piece: Uint8Array, chunk?: number) => {
      signal.throwIfAborted();
      const model = { type: 'file', format: 'base64', content: base64Of(piece), ...(chunk ? { chunk } : {}) } as const;
      return parts.save(path, model);
    };
    let held: Uint8Array | null = null;
    let chunk = 0;
    for await (const piece of piecesOf(body, pieceBytes)) {
      if (held) await save(held, ++chunk);
      held = piece;
    }
    // The last of several is number -1; a file in one piece has no number.
    await save(held ?? new Uint8Array(), chunk === 0 ? undefined : -1);
  }
}

async function modelAt(contents: Contents.IManager, path: string): Promise<Contents.IModel | null> {
  try {
    return await contents.get(path, { content: false });
  } catch (error) {
    if (error instanceof ServerConnection.ResponseError && error.response.status === 404) return null;
    throw error;
  }
}

/** What is at a path of the Jupyter server; null for nothing. */
async function foundAt(contents: Contents.IManager, path: string): Promise<Contents.ContentType | null> {
  return (await modelAt(contents, path))?.type ?? null;
}

/** Whether nothing is at a path of the Jupyter server. */
export async function isFree(contents: Contents.IManager, path: string): Promise<boolean> {
  return (await modelAt(contents, path)) === null;
}
