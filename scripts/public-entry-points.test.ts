import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inRoot } from './folders.ts';
import { entryPoints } from './public-entry-points.ts';

/** Entry points without a page of their own, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  '@tracklens/core/node': 'the same as @tracklens/core',
  '@tracklens/core/contract': 'the wire format, for the service and for hosts of this repository',
};

test('each published entry point is documented', async () => {
  const published: string[] = [];
  for (const folder of ['core', 'server']) {
    const { name, exports } = JSON.parse(await readFile(inRoot('packages', folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly exports: Readonly<Record<string, object>>;
    };
    for (const [path, conditions] of Object.entries(exports))
      if ('types' in conditions) published.push(path.replace('.', name));
  }
  assert.ok(published.length > 5, published.join(' '));
  assert.deepEqual(published.filter((name) => !(name in elsewhere)).sort(), entryPoints.map(({ name }) => name).sort());
});
