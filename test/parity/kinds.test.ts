import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { API, APIExperiment } from '@tracklens/core';
import { sdkSession } from '../server/sdk-session.ts';
import { png, wav } from '../tabs/sample-files.ts';
import { kinds } from './kinds.ts';

type Content = Readonly<Record<string, unknown>>;

/** What the SDK reads of an experiment. */
interface Read {
  readonly assets: readonly (Content & { readonly fileName: string; readonly type: string })[];
  readonly models: Content;
  readonly artifact: Content;
  readonly named: unknown;
  readonly registered: unknown;
  readonly others: readonly unknown[];
  readonly parameters: readonly unknown[];
}

interface Session {
  readonly kinds: readonly string[];
  readonly sdk: Read;
  readonly client: Read;
}

const files: Readonly<Record<string, string | Uint8Array>> = {
  'train.py': 'print("train")\n',
  'net.bin': Uint8Array.from({ length: 256 }, (_, index) => index),
  'cat.png': png(8, [200, 120, 60]),
  'tone.wav': wav(0.1, 440),
  'clip.mp4': `\0\0\0\u0018ftypmp42${'v'.repeat(100)}`,
  'project/main.py': 'import deep\n',
  'project/deep/settings.yaml': 'rate: 1\n',
};

async function writeFiles(folder: string): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** Intended differences of contents, with their reasons. */
const otherContents: Readonly<Record<string, string>> = {
  'audio float64.wav 1': 'Floats have 32 bits: browsers do not play those of 64 bits that the SDK writes.',
};

/** Returns type and name of an asset, without an id in the name. */
function nameOf({ type, fileName }: Pick<Read['assets'][number], 'type' | 'fileName'>): string {
  return `${type} ${fileName.replace(/^(text-sample|vectors|metadata|template_projector_config|embedding-image)-.*(?=\.)/, '$1')}`;
}

/** Returns the assets by type and name; those of the same name in the order of their contents. */
function byName(assets: Read['assets']): Record<string, Content> {
  const named = assets.map((asset) => {
    const { fileName: _, ...fields } = asset;
    return { name: nameOf(asset), fields, order: JSON.stringify([nameOf(asset), fields.content]) };
  });
  const found: Record<string, Content> = {};
  for (const { name, fields } of named.toSorted((a, b) => (a.order < b.order ? -1 : 1))) {
    let number = 1;
    while (`${name} ${number}` in found) number++;
    found[`${name} ${number}`] = fields;
  }
  return found;
}

test('each kind of content that the client logs is read by the SDK like what the SDK logs', async (t) => {
  const session = await sdkSession<Session>(t, '../parity/log_kinds.py', async (service, folder) => {
    await writeFiles(folder);
    const api = new API({ url: service.url, apiKey: service.env.SERVICE_API_KEY!, cache: false });
    const run = await APIExperiment.create({ api, workspace: 'lab', projectName: 'kinds' });
    for (const log of Object.values(kinds)) await log(run, folder);
    await run.end();
    return { KINDS_FOLDER: folder, KINDS_EXPERIMENT: run.key };
  });
  const { sdk, client } = session.logged;
  assert.deepEqual(session.logged.kinds, Object.keys(kinds));
  const theirs = byName(sdk.assets);
  const ours = byName(client.assets);
  await t.test('names', () => assert.deepEqual(Object.keys(ours), Object.keys(theirs)));
  for (const name of Object.keys(theirs)) {
    await t.test(name, () => {
      if (!(name in otherContents)) return assert.deepEqual(ours[name], theirs[name]);
      assert.notEqual(ours[name]?.content, theirs[name]?.content, otherContents[name]);
      assert.deepEqual({ ...ours[name], content: null }, { ...theirs[name], content: null });
    });
  }
  for (const part of ['models', 'artifact', 'named', 'registered', 'others', 'parameters'] as const) {
    await t.test(part, () => assert.deepEqual(client[part], sdk[part]));
  }
});
