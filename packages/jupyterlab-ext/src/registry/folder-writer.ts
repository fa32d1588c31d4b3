import { PathExt, URLExt } from '@jupyterlab/coreutils';
import { type Contents, Drive, ServerConnection } from '@jupyterlab/services';
import { reasonOf } from '@tracklens/core/client';
import { toBase64 } from '@tracklens/core/display';
import type { Tracklens } from '../tokens.ts';
import { freePath } from './free-path.ts';
import { piecesOf } from './pieces.ts';

/** Chunk size, the same as for JupyterLab's own uploads, so that proxies between browser and server accept it. */
const pieceBytes = 1 << 20;

/**
 * Suffix of the temporary files. A Jupyter server does not list `*~` files (`hide_globs`), so a temporary file cannot
 * be mistaken for the final one. A listed file that disappears during a listing makes the server respond with 404 for
 * the whole folder, and the file browser, which polls its folder, then reports that the folder is gone.
 */
const temporaryEnding = '.part~';

/** Age in milliseconds after which a temporary file counts as abandoned by a closed page. */
const abandonedMillis = 3_600_000;

/**
 * Writes files to the Jupyter server through its contents API. Files are written in chunks, under a temporary name
 * until they are complete.
 */
export class FolderWriter {
  readonly #contents: Contents.IManager;
  /**
   * Separate drive, whose changes the file browser does not observe. Otherwise it would list the folder after each
   * chunk, even while the temporary file is being removed.
   */
  readonly #unobservedDrive: Contents.IDrive;
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
    this.#unobservedDrive = new Drive({ serverSettings: contents.serverSettings });
    this.#overwrite = overwrite;
  }

  /** Creates a folder and its parents; existing folders are not changed. */
  makeFolder(path: string): Promise<void> {
    const made = this.#folders.get(path) ?? this.#createFolder(path);
    this.#folders.set(path, made);
    return made;
  }

  /** Writes a stream to a file. A failed or cancelled write removes the temporary file. */
  async write(path: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    await this.makeFolder(PathExt.dirname(path));
    const existing = await foundAt(this.#contents, path);
    const translate = this.#translate;
    if (existing === 'directory')
      throw new Error(translate('%1 is a folder: give it another name, then try again.', path));
    if (existing !== null && !this.#overwrite)
      throw new Error(
        translate('%1 already exists: it was created during the download. Move it, then try again.', path),
      );
    const part = await this.#temporaryPath(path);
    try {
      await this.#writeChunks(part, body, signal);
      if (existing !== null) {
        if (await this.#replace(part, path)) return;
        await this.#contents.delete(path);
      }
    } catch (error) {
      await this.#driveOf(path)
        .delete(part)
        .catch(() => {});
      throw error;
    }
    await this.#rename(part, path);
  }

  /**
   * Replaces the existing file with the complete temporary file, atomically. Returns false when the files are not on
   * the disk of the Jupyter server. The contents API cannot do this, because it never renames onto an existing path.
   */
  async #replace(part: string, path: string): Promise<boolean> {
    if (this.#contents.driveName(path) !== '') return false;
    const { serverSettings } = this.#contents;
    const url = URLExt.join(serverSettings.baseUrl, 'tracklens', 'replacement');
    const body = JSON.stringify({ part, path });
    const response = await ServerConnection.makeRequest(url, { method: 'POST', body }, serverSettings);
    if (response.status === 501) return false;
    if (!response.ok) throw await ServerConnection.ResponseError.create(response);
    return true;
  }

  /**
   * Renames a complete temporary file. If that fails, the temporary file may be the only copy left, so it is renamed
   * to a free path that is listed.
   */
  async #rename(part: string, path: string): Promise<void> {
    try {
      await this.#contents.rename(part, path);
    } catch (error) {
      const alternative = await freePath(path, (one) => isFree(this.#contents, one));
      await this.#contents.rename(part, alternative);
      // The file in the way may have been removed by now.
      if (alternative === path) return;
      const sentence = 'The file was saved as %1, because renaming it to %2 failed: %3';
      throw new Error(this.#translate(sentence, alternative, path, reasonOf(error)));
    }
  }

  /** Returns a name for the temporary file that does not collide with those of other pages. */
  async #temporaryPath(path: string): Promise<string> {
    for (let count = 1; ; count++) {
      const part = `${path}${count === 1 ? '' : ` (${count})`}${temporaryEnding}`;
      const existing = await modelAt(this.#contents, part);
      // The first chunk truncates an abandoned temporary file.
      if (existing === null || Date.now() - Date.parse(existing.last_modified) > abandonedMillis) return part;
    }
  }

  /**
   * Returns the drive for temporary files. Only the contents manager can write to drives other than the default one.
   */
  #driveOf(path: string): Pick<Contents.IDrive, 'save' | 'delete'> {
    return this.#contents.driveName(path) === '' ? this.#unobservedDrive : this.#contents;
  }

  async #createFolder(path: string): Promise<void> {
    if (path === '' || path === '.') return;
    await this.makeFolder(PathExt.dirname(path));
    if (await isFree(this.#contents, path)) await this.#contents.save(path, { type: 'directory' });
  }

  async #writeChunks(path: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const drive = this.#driveOf(path);
    const save = (piece: Uint8Array, chunk?: number) => {
      signal.throwIfAborted();
      const model = { type: 'file', format: 'base64', content: toBase64(piece), ...(chunk ? { chunk } : {}) } as const;
      return drive.save(path, model);
    };
    let pending: Uint8Array | null = null;
    let chunk = 0;
    for await (const piece of piecesOf(body, pieceBytes)) {
      if (pending) await save(pending, ++chunk);
      pending = piece;
    }
    // The last of several chunks has the number -1; a file of a single chunk has no number.
    await save(pending ?? new Uint8Array(), chunk === 0 ? undefined : -1);
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

/** Returns the type of the entry at a path of the Jupyter server; null when there is none. */
async function foundAt(contents: Contents.IManager, path: string): Promise<Contents.ContentType | null> {
  return (await modelAt(contents, path))?.type ?? null;
}

/** Whether a path of the Jupyter server is unused. */
export async function isFree(contents: Contents.IManager, path: string): Promise<boolean> {
  return (await modelAt(contents, path)) === null;
}
