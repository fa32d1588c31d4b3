import type { TreeNode } from '@tracklens/ui/trees';
import { type Services, treesOf } from './services.ts';

/** Command implementation. Tree commands receive the row they were invoked on and all rows they apply to. */
type Command = (parts: Services, node: TreeNode | undefined, nodes: readonly TreeNode[]) => unknown;

/** Every command of the extension, by id. Implementations are loaded lazily when the command runs. */
export const commands: Readonly<Record<`tracklens.${string}`, Command>> = {
  'tracklens.signIn': async (parts) => (await signing()).signIn(parts),
  'tracklens.signOut': async (parts) => (await signing()).signOut(parts),
  'tracklens.startDemo': async (parts) => (await signing()).startDemo(parts),
  'tracklens.stopDemo': async (parts) => (await signing()).stopDemo(parts),
  'tracklens.connect': async (parts) => (await signing()).connect(parts),
  'tracklens.refreshTrees': async (parts) => (await signing()).refreshTrees(parts),
  'tracklens.filterTrees': async (parts) => (await trees()).filterTrees(parts),
  'tracklens.clearFilter': (parts) => parts.filter.set(''),
  'tracklens.sortExperiments': async (parts, node) =>
    (await import('./trees/sort-experiments.ts')).sortExperiments(parts, node),
  'tracklens.revealTarget': async (parts) => (await trees()).revealActive(parts),
  'tracklens.showMore': (parts, node) => node && Promise.all(treesOf(parts).map((tree) => tree.showMore(node))),

  'tracklens.runQuery': async (parts, node) => (await queries()).runQuery(parts, node),
  'tracklens.editQuery': async (parts, node) => (await queries()).editQueryOf(parts, node),
  'tracklens.runQueryDocument': async (parts) => (await queries()).runQueryDocument(parts),
  'tracklens.deleteSearch': async (parts, node) => node && (await trees()).deleteSearch(parts, node),

  'tracklens.openTarget': async (parts, node) => (await targets()).openTarget(parts, node, { newPanel: false }),
  'tracklens.openTargetToSide': async (parts, node) => (await targets()).openTarget(parts, node, { newPanel: true }),
  'tracklens.openExperiment': async (parts) => (await targets()).openExperiment(parts),
  'tracklens.openPage': async (parts, node) => (await targets()).openPage(parts, node),
  'tracklens.compareExperiments': async (parts, _, nodes) =>
    (await targets()).compareExperiments(parts, chosen(parts, nodes)),
  'tracklens.compareTexts': async (parts, _, nodes) =>
    (await import('./differences/compare-texts.ts')).compareTexts(parts, chosen(parts, nodes)),
  'tracklens.starExperiment': async (parts, _, nodes) => (await trees()).starExperiments(parts, nodes, true),
  'tracklens.unstarExperiment': async (parts, _, nodes) => (await trees()).starExperiments(parts, nodes, false),
  'tracklens.copyKey': async (parts, _, nodes) => (await targets()).copyKeys(parts, nodes),
  'tracklens.copyName': async (_, __, nodes) => (await targets()).copyNames(nodes),
  'tracklens.copyUrl': async (parts, node) => (await targets()).copyUrl(parts, node),
  'tracklens.insertDisplayCell': async (parts, node) =>
    (await import('./notebooks/insert-cell.ts')).insertDisplayCell(parts, node),

  'tracklens.downloadVersion': async (parts, node) =>
    (await import('./registry/download-version.ts')).downloadVersion(parts, node),
  'tracklens.changeStatus': async (parts, node) => (await versions()).changeStatus(parts, node),
  'tracklens.changeTags': async (parts, node) => (await versions()).changeTags(parts, node),
  'tracklens.changeComment': async (parts, node) => (await versions()).changeComment(parts, node),
  'tracklens.editNotes': async (_, node) => (await import('./registry/model-notes.ts')).editNotes(node),
  'tracklens.openSource': async (parts, node) => (await versions()).openSource(parts, node),
  'tracklens.showVersions': async (parts, node) => (await versions()).showVersions(parts, node),

  'tracklens.showLog': async (parts) => (await import('./log-view.ts')).showLog(parts.log),
};

const queries = () => import('./queries/run-query.ts');
const signing = () => import('./connection/sign-in.ts');
const targets = () => import('./target-commands.ts');
const trees = () => import('./trees/tree-commands.ts');
const versions = () => import('./registry/model-version.ts');

/** Returns the rows passed to a command or, when it was run from the palette, the selected rows. */
function chosen({ trees }: Services, nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.length > 0 ? nodes : trees.experiments.selection;
}
