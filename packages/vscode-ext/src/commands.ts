import type { TreeNode } from '@tracklens/ui/trees';
import type { Parts } from './parts.ts';

/** What a command does; commands of a tree row are given the row. */
type Command = (parts: Parts, node: TreeNode | undefined) => unknown;

/** Every command of the extension, by its id. What it needs is loaded when it runs. */
export const commands: Readonly<Record<`tracklens.${string}`, Command>> = {
  'tracklens.signIn': async (parts) => (await signing()).signIn(parts),
  'tracklens.signOut': async (parts) => (await signing()).signOut(parts),
  'tracklens.startDemo': async (parts) => (await signing()).startDemo(parts),
  'tracklens.stopDemo': async (parts) => (await signing()).stopDemo(parts),
  'tracklens.refreshTrees': async (parts) => (await signing()).refreshTrees(parts),
  'tracklens.runQuery': async (parts, node) => (await import('./queries/run-query.ts')).runQuery(parts, node),
  'tracklens.openTarget': async (parts, node) => (await targets()).openTarget(parts, node, { newPanel: false }),
  'tracklens.openTargetToSide': async (parts, node) => (await targets()).openTarget(parts, node, { newPanel: true }),
  'tracklens.openExperiment': async (parts) => (await targets()).openExperiment(parts),
  'tracklens.openPage': async (parts, node) => (await targets()).openPage(parts, node),
  'tracklens.copyKey': async (parts, node) => (await targets()).copyKey(parts, node),
  'tracklens.copyName': async (_, node) => (await targets()).copyName(node),
  'tracklens.insertDisplayCell': async (parts, node) =>
    (await import('./notebooks/insert-cell.ts')).insertDisplayCell(parts, node),
  'tracklens.showMore': (parts, node) =>
    node && Promise.all([parts.experiments, parts.registry].map((tree) => tree.showMore(node))),
  'tracklens.showLog': (parts) => parts.log.show(),
};

const signing = () => import('./connection/sign-in.ts');
const targets = () => import('./target-commands.ts');
