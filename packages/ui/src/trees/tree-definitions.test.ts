import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { API } from '@tracklens/core/browser';
import { bufferedBody, type Transport } from '@tracklens/core/client';
import { treeDefinitions } from './tree-definitions.ts';

/** Transport of a service with some workspaces and nothing in them. */
const serviceWith = (...workspaceNames: readonly string[]): Transport => ({
  send: async () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: bufferedBody(new TextEncoder().encode(JSON.stringify({ workspaceNames }))),
  }),
});

test('every module of a tree belongs to a definition, and every definition has its own', async () => {
  const modules = (await readdir(new URL('./', import.meta.url))).filter((name) => name.endsWith('-tree.ts'));
  const defined = treeDefinitions.map(({ id }) => `${id}-tree.ts`);
  assert.deepEqual(modules.filter((name) => name !== 'lazy-tree.ts').sort(), defined.sort());
});

for (const { id, messages, load } of treeDefinitions) {
  describe(`the tree of ${id}`, () => {
    test('begins with the workspaces', async () => {
      const tree = (await load())({ api: new API({ transport: serviceWith('ada', 'bob') }) });
      const rows = await tree.children(null);
      assert.deepEqual(
        rows.map(({ kind, label, expandable }) => [kind, label, expandable]),
        [
          ['workspace', 'ada', true],
          ['workspace', 'bob', true],
        ],
      );
    });

    test('explains what to do where nothing is logged', async () => {
      const tree = (await load())({ api: new API({ transport: serviceWith() }) });
      const [row, ...others] = await tree.children(null);
      assert.deepEqual([row?.kind, others], ['empty', []]);
      for (const message of [row?.label, ...Object.values(messages)]) {
        if (message !== null) assert.match(message ?? '', /^[A-Z].+[.)]$/);
      }
    });
  });
}
