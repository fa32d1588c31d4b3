import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { API } from '@tracklens/core/browser';
import { suiteCleanup } from '@tracklens/core/test-support';
import {
  downloadOf,
  type Favorites,
  fetchFile,
  type TreeNode,
  type TreeSource,
  treeDefinitions,
  withOrder,
} from '@tracklens/ui/trees';
import { withModel } from './cases/registry.ts';
import { type ContractService, contractConnections, contractService } from './contract-service.ts';

/** Returns the labels of all expanded or open rows, indented by their level. */
async function outline(tree: TreeSource, isExpanded: (node: TreeNode) => boolean, parent: TreeNode | null = null) {
  const lines: string[] = [];
  for (const node of await tree.children(parent)) {
    lines.push(node.badge === undefined ? node.label : `${node.label} (${node.badge})`);
    if (!node.expandable || !isExpanded(node)) continue;
    lines.push(...(await outline(tree, isExpanded, node)).map((line) => `  ${line}`));
  }
  return lines;
}

describe('the filter and the groups of the trees', () => {
  const cleanup = suiteCleanup();
  let service: ContractService;
  let api: API;
  let orders: ReturnType<Favorites['orders']> = [];
  const favorites: Favorites = { starred: () => new Set(), searches: () => [], orders: () => orders };
  const treeOf = async (id: string) =>
    (await treeDefinitions.find((definition) => definition.id === id)!.load())({ api, favorites });

  before(async () => {
    service = await contractService(contractConnections[0]!);
    cleanup.defer(() => service.close());
    // The trees use what the clients for Node and for browsers have in common.
    api = service.api as unknown as API;
    const experiments = [
      ['vision', 'alpha', '0.1', ['best', 'wide']],
      ['vision', 'beta', '0.01', []],
      ['vision', 'gamma', '0.1', ['wide']],
      ['audio', 'alpha two', '0.5', []],
    ] as const;
    for (const [index, [project, name, lr, tags]] of experiments.entries()) {
      const experiment = await service.experiment(project);
      await experiment.setName(name);
      await experiment.setStartTime(1_700_000_000_000 + index);
      await experiment.logParameter('lr', lr);
      for (const tag of tags) await experiment.addTag(tag);
      await experiment.logMetric('loss', Number(lr));
    }
    await (await withModel(service)).registerModel('net', { registryName: 'classifier', version: '1.0.0' });
  });

  for (const [filter, expected] of [
    ['alpha', ['audio (1)', '  alpha two', 'vision (1)', '  alpha']],
    ['lr=0.1', ['vision (2)', '  gamma', '  alpha']],
    ['WIDE best', ['vision (1)', '  alpha']],
    ['(Metric("loss") < 0.2) & Tag("wide")', ['vision (2)', '  gamma', '  alpha']],
    ['Tag("wide"); Parameter("lr") == 0.5', ['audio (1)', '  alpha two', 'vision (2)', '  gamma', '  alpha']],
  ] as const) {
    test(`“${filter}” finds experiments below rows that were never expanded`, async () => {
      const tree = await treeOf('experiments');
      tree.setFilter(filter);
      const [workspace, ...lines] = await outline(tree, ({ open }) => open === true);
      assert.equal(workspace, service.workspace);
      assert.deepEqual(lines.map((line) => line.slice(2)).sort(), [...expected].sort());
      assert.equal(tree.matches, expected.filter((line) => line.startsWith(' ')).length);
    });
  }

  test('models are found below their workspaces', async () => {
    const tree = await treeOf('registry');
    tree.setFilter('CLASS');
    const [workspace, ...models] = await outline(tree, () => true);
    assert.deepEqual([workspace, models], [service.workspace, ['  classifier', '    1.0.0']]);
    assert.equal(tree.matches, 1);
    tree.setFilter('no such model');
    assert.deepEqual(await outline(tree, () => true), ['No results for “no such model”.']);
  });

  test('experiments are grouped by a parameter or by tag', async () => {
    const tree = await treeOf('experiments');
    const project = { workspace: service.workspace, projectName: 'vision' };
    const grouped = async () => {
      tree.refresh(null);
      const all = await outline(tree, ({ kind, label }) =>
        kind === 'project' ? label === 'vision' : kind !== 'experiment',
      );
      return all.slice(all.indexOf('  vision (3)') + 1).filter((line) => line.startsWith('    '));
    };
    orders = withOrder([], { ...project, group: { by: 'parameter', name: 'lr' } });
    assert.deepEqual(await grouped(), [
      '    lr = 0.01 (1)',
      '      beta',
      '    lr = 0.1 (2)',
      '      gamma',
      '      alpha',
    ]);
    orders = withOrder(orders, { ...project, order: { by: 'name' } });
    orders = withOrder(orders, { ...project, group: { by: 'tag' } });
    assert.deepEqual(await grouped(), [
      '    best (1)',
      '      alpha',
      '    wide (2)',
      '      alpha',
      '      gamma',
      '    No tag (1)',
      '      beta',
    ]);
    orders = withOrder(orders, { ...project, group: null });
    assert.deepEqual(await grouped(), ['    alpha', '    beta', '    gamma']);
  });

  test('an experiment has its files, by name and step, which can be downloaded', async () => {
    const experiment = await service.experiment('files');
    const logged = [
      ['weights 10.bin', {}],
      ['weights 9.bin', { step: 20 }],
      ['weights 9.bin', { step: 3 }],
    ] as const;
    for (const [name, options] of logged) {
      await experiment.logAsset(new TextEncoder().encode(JSON.stringify(options)), { name, ...options });
    }
    const tree = await treeOf('experiments');
    const below = async (parent: TreeNode | null, label: string) =>
      (await tree.children(parent)).find((node) => node.label === label)!;
    const project = await below(await below(null, service.workspace), 'files');
    const [row] = await tree.children(project);
    const files = await tree.children(row!);
    assert.deepEqual(
      files.map(({ kind, label, description }) => [kind, label, description]),
      [
        ['file', 'weights 9.bin', 'step 3 · 10 B'],
        ['file', 'weights 9.bin', 'step 20 · 11 B'],
        ['file', 'weights 10.bin', '2 B'],
      ],
    );
    const download = await downloadOf(api, files[1]!);
    assert.deepEqual([download?.name, download?.isFile], ['weights 9.bin', true]);
    const { body } = await fetchFile(api, download!.files[0]!, {}, new AbortController().signal);
    assert.equal(new TextDecoder().decode(await body.bytes()), '{"step":20}');
  });

  test('a file of an experiment that is only a link has its address, and no download', async () => {
    const experiment = await service.experiment('links');
    const link = 'https://files.example/weights.bin';
    await experiment.logRemoteAsset(link);
    const tree = await treeOf('experiments');
    const below = async (parent: TreeNode | null, label: string) =>
      (await tree.children(parent)).find((node) => node.label === label)!;
    const [row] = await tree.children(await below(await below(null, service.workspace), 'links'));
    const [file] = await tree.children(row!);
    assert.ok(file?.kind === 'file');
    assert.deepEqual([file.label, file.description, file.file.link], ['weights.bin', 'link', link]);
    const download = await downloadOf(api, file);
    assert.deepEqual([download?.files, download?.elsewhere], [[], ['weights.bin']]);
  });
});
