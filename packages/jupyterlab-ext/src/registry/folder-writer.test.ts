import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Contents, ServerConnection } from '@jupyterlab/services';
import { FolderWriter } from './folder-writer.ts';

/* An in-memory drive replaces the files of a Jupyter server. test/jupyterlab covers downloads to a real server. */

/** Files of a drive by path: null for a folder, otherwise the content as text. */
type Files = Map<string, string | null>;

/**
 * Returns a fake contents manager that reads, saves, renames and deletes. Like the Jupyter server, it never renames
 * onto an existing path.
 */
function drive(files: Files): Contents.IManager {
  const found = (path: string) => {
    const content = files.get(path);
    if (content === undefined) throw new ServerConnection.ResponseError(new Response(null, { status: 404 }));
    return { path, type: content === null ? 'directory' : 'file', last_modified: new Date().toISOString() };
  };
  const contents: Partial<Contents.IManager> = {
    serverSettings: ServerConnection.makeSettings({ baseUrl: 'http://127.0.0.1:1/' }),
    driveName: () => 'memory',
    get: async (path) => found(path) as Contents.IModel,
    async save(path, model) {
      const { chunk } = model as { chunk?: number };
      const begins = chunk === undefined || chunk === 1;
      const piece = model?.type === 'directory' ? null : atob(String(model?.content));
      files.set(path, piece === null ? null : `${begins ? '' : (files.get(path) ?? '')}${piece}`);
      return found(path) as Contents.IModel;
    },
    async rename(path, to) {
      found(path);
      if (files.has(to)) throw new Error(`File already exists: ${to}`);
      files.set(to, files.get(path)!);
      files.delete(path);
      return found(to) as Contents.IModel;
    },
    async delete(path) {
      found(path);
      files.delete(path);
    },
  };
  return contents as Contents.IManager;
}

const translate = (sentence: string, ...values: unknown[]) =>
  sentence.replace(/%(\d)/g, (_, index) => String(values[Number(index) - 1]));
const writer = (files: Files, overwrite: boolean) =>
  new FolderWriter({ translate } as never, drive(files), { overwrite });

async function* body(text: string, meanwhile: () => void = () => {}): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text.slice(0, 1));
  meanwhile();
  yield new TextEncoder().encode(text.slice(1));
}
const { signal } = new AbortController();
/** Content longer than one upload chunk. */
const long = 'weights '.repeat(300_000);

test('a file is written completely, with its folders and without a partial file', async () => {
  for (const text of ['short', long]) {
    const files: Files = new Map();
    await writer(files, false).write('models/net/a.bin', body(text), signal);
    assert.deepEqual([...files.keys()].toSorted(), ['models', 'models/net', 'models/net/a.bin']);
    assert.ok(files.get('models/net/a.bin') === text);
  }
});

test('an existing file is replaced only on request', async () => {
  const files: Files = new Map([['a.bin', 'mine']]);
  await assert.rejects(writer(files, false).write('a.bin', body('theirs'), signal), /a\.bin/);
  assert.deepEqual([...files], [['a.bin', 'mine']]);
  await writer(files, true).write('a.bin', body('theirs'), signal);
  assert.deepEqual([...files], [['a.bin', 'theirs']]);
});

test('a file that appears during a download of the same name is never replaced', async () => {
  for (const overwrite of [false, true]) {
    const files: Files = new Map();
    const download = body('theirs', () => files.set('a.bin', 'mine'));
    await assert.rejects(writer(files, overwrite).write('a.bin', download, signal), /a \(2\)\.bin/);
    assert.deepEqual(
      [...files].toSorted(),
      [
        ['a (2).bin', 'theirs'],
        ['a.bin', 'mine'],
      ],
      `overwrite: ${overwrite}`,
    );
  }
});

test('a folder is never replaced by a file', async () => {
  for (const overwrite of [false, true]) {
    const files: Files = new Map([['a.bin', null]]);
    await assert.rejects(writer(files, overwrite).write('a.bin', body('theirs'), signal), /a\.bin is a folder/);
    assert.deepEqual([...files], [['a.bin', null]]);
  }
});

test('a failed download leaves existing files unchanged and no partial file', async () => {
  for (const overwrite of [false, true]) {
    const files: Files = new Map(overwrite ? [['a.bin', 'mine']] : []);
    const before = [...files];
    const failing = body(long, () => {
      throw new Error('the line broke');
    });
    await assert.rejects(writer(files, overwrite).write('a.bin', failing, signal), /the line broke/);
    assert.deepEqual([...files], before);
  }
});

test('a partial file of another page is not touched', async () => {
  const files: Files = new Map([['a.bin.part~', 'of another page']]);
  await writer(files, false).write('a.bin', body('theirs'), signal);
  assert.deepEqual([...files].toSorted(), [
    ['a.bin', 'theirs'],
    ['a.bin.part~', 'of another page'],
  ]);
});
