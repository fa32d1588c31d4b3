import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeNode } from '@tracklens/ui/trees';
import type { Services } from '../services.ts';

const { editor } = await import('../testing/editor-api.ts');
const { showVersions } = await import('./version-source.ts');

const experimentKey = '0123456789abcdef0123456789abcdef';
const node = { target: { kind: 'experiment', experimentKey } } as TreeNode;

/** Window whose registry has a version that the experiment created; the tree shows it or not. */
function windowOf(isShown: boolean, words: string) {
  const revealed: unknown[] = [];
  const version = { version: '1.0.0', experimentModel: { experimentKey } };
  const api = {
    getExperimentByKey: async () => ({ getMetadata: async () => ({ workspaceName: 'team' }) }),
    getRegistryModelNames: async () => ['net'],
    getRegistryModelDetails: async () => ({ modelName: 'net', versions: [version] }),
  };
  const registry = {
    async reveal(path: readonly string[]) {
      revealed.push(path);
      return isShown;
    },
  };
  const services = { connection: { client: async () => ({ api }) }, trees: { registry }, filter: { words } };
  return { services: services as unknown as Services, revealed };
}

test('a version that the tree does not show is reported, with the filter that hides it', async () => {
  const cases = [
    [true, '', []],
    [false, '', ['This item is not in the tree. It may be archived or belong to another service.']],
    [false, 'vision', ['The filter “{0}” hides this item. Clear the filter to see it.']],
  ] as const;
  for (const [isShown, words, messages] of cases) {
    const { services, revealed } = windowOf(isShown, words);
    editor.takeOpened();
    await showVersions(services, node);
    assert.deepEqual(revealed, [['team', 'net', '1.0.0']]);
    assert.deepEqual(editor.takeOpened().questions, messages);
  }
});
