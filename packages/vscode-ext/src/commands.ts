import { camelCaseId, manageDefinitions } from '@tracklens/ui/manage';
import type { TreeNode } from '@tracklens/ui/trees';
import { nodeCommands } from '#node-commands';
import { type Services, treesOf } from './services.ts';

/** Command implementation. Tree commands receive the row they were invoked on and all rows they apply to. */
type Command = (parts: Services, node: TreeNode | undefined, nodes: readonly TreeNode[]) => unknown;

/** Every command of the extension, by id. Implementations are loaded lazily when the command runs. */
export const commands: Readonly<Record<`tracklens.${string}`, Command>> = {
  'tracklens.signIn': async (parts) => (await signing()).signIn(parts),
  'tracklens.signInAgain': async (parts, node) => (await signing()).signInAgain(parts, node),
  'tracklens.signOut': async (parts, node) => (await signing()).signOut(parts, node),
  'tracklens.switchConnection': async (parts, node) => (await connections()).switchConnection(parts, node),
  'tracklens.renameConnection': async (parts, node) => (await connections()).renameConnection(parts, node),
  'tracklens.changeConnectionColor': async (parts, node) => (await connections()).changeConnectionColor(parts, node),
  'tracklens.removeConnection': async (parts, node) => (await connections()).removeConnection(parts, node),
  ...nodeCommands,
  'tracklens.copyTrainingSnippet': async (parts) =>
    (await import('./connection/copy-training-snippet.ts')).copyTrainingSnippet(parts),
  'tracklens.openWalkthrough': async () => (await import('./editor-pages.ts')).openWalkthrough(),
  'tracklens.openSettings': async () => (await import('./editor-pages.ts')).openSettings(),
  'tracklens.connect': async (parts) => (await signing()).connect(parts),
  'tracklens.refreshTrees': async (parts) => (await signing()).refreshTrees(parts),
  'tracklens.filterTrees': async (parts) => (await trees()).filterTrees(parts),
  'tracklens.clearFilter': (parts) => parts.filter.set(''),
  'tracklens.sortExperiments': async (parts, node) =>
    (await import('./trees/sort-experiments.ts')).sortExperiments(parts, node),
  'tracklens.groupExperiments': async (parts, node) =>
    (await import('./trees/group-experiments.ts')).groupExperiments(parts, node),
  'tracklens.revealTarget': async (parts) => (await trees()).revealActive(parts),
  'tracklens.showMore': (parts, node) => node && Promise.all(treesOf(parts).map((tree) => tree.showMore(node))),

  'tracklens.runQuery': async (parts, node) => (await queries()).runQuery(parts, node),
  'tracklens.editQuery': async (parts, node) => (await queries()).editQueryOf(parts, node),
  'tracklens.changeQuery': async (parts) => (await queries()).changeQuery(parts),
  'tracklens.saveSearch': async (parts) => (await queries()).saveShownQuery(parts),
  'tracklens.showQueryHistory': async (parts) => (await queries()).showQueryHistory(parts),
  'tracklens.chooseQueryProject': async (parts) => (await queries()).chooseQueryProject(parts),
  'tracklens.runQueryDocument': async (parts) => (await queries()).runQueryDocument(parts),
  'tracklens.deleteSearch': async (parts, node) => (await trees()).deleteSearch(parts, node),

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

  'tracklens.openSource': async (parts, node) => (await versions()).openSource(parts, node),
  'tracklens.showVersions': async (parts, node) => (await versions()).showVersions(parts, node),

  'tracklens.changeSelected': async (parts) => (await management()).changeSelected(parts),
  'tracklens.renameSelected': async (parts) => (await management()).renameSelected(parts),
  ...manageCommands(),

  'tracklens.showLog': async (parts) => (await import('./log-view.ts')).showLog(parts.log),
};

const connections = () => import('./connection/connection-commands.ts');
/** Returns the commands that change something on the service. */
function manageCommands(): Record<string, Command> {
  return Object.fromEntries(
    manageDefinitions.map(({ id }): [string, Command] => [
      `tracklens.${camelCaseId(id)}`,
      async (parts, _, nodes) => (await management()).changeRows(parts, id, nodes),
    ]),
  );
}

const management = () => import('./manage/management.ts');
const queries = () => import('./queries/run-query.ts');
const signing = () => import('./connection/sign-in.ts');
const targets = () => import('./target-commands.ts');
const trees = () => import('./trees/tree-commands.ts');
const versions = () => import('./registry/version-source.ts');

/** Returns the rows passed to a command or, when it was run from the palette, the selected rows. */
function chosen({ trees, connectionId }: Services, nodes: readonly TreeNode[]): readonly TreeNode[] {
  if (nodes.length > 0) return nodes;
  return trees.experiments.selection.filter(({ connection = connectionId }) => connection === connectionId);
}
