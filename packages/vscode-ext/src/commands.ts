import { camelCaseId, manageDefinitions } from '@tracklens/ui/manage';
import type { TreeNode } from '@tracklens/ui/trees';
import { nodeCommands } from '#node-commands';
import { type Services, treesOf } from './services.ts';
import { refreshTrees } from './trees/reload-trees.ts';

/** Command implementation. Tree commands receive the row they were invoked on and all rows they apply to. */
type Command = (services: Services, node: TreeNode | undefined, nodes: readonly TreeNode[]) => unknown;

/** Every command of the extension, by id. Implementations are loaded lazily when the command runs. */
export const commands: Readonly<Record<`tracklens.${string}`, Command>> = {
  'tracklens.signIn': async (services) => (await signing()).signIn(services),
  'tracklens.signInAgain': async (services, node) => (await signing()).signInAgain(services, node),
  'tracklens.signOut': async (services, node) => (await import('./connection/sign-out.ts')).signOut(services, node),
  'tracklens.switchConnection': async (services, node) => (await connections()).switchConnection(services, node),
  'tracklens.renameConnection': async (services, node) => (await connections()).renameConnection(services, node),
  'tracklens.changeConnectionColor': async (services, node) =>
    (await connections()).changeConnectionColor(services, node),
  'tracklens.removeConnection': async (services, node) => (await connections()).removeConnection(services, node),
  ...nodeCommands,
  'tracklens.copyTrainingSnippet': async (services) =>
    (await import('./connection/copy-training-snippet.ts')).copyTrainingSnippet(services),
  'tracklens.openWalkthrough': async () => (await import('./editor-pages.ts')).openWalkthrough(),
  'tracklens.openSettings': async () => (await import('./editor-pages.ts')).openSettings(),
  'tracklens.connect': async (services) => (await import('./connection/connect.ts')).connect(services),
  'tracklens.refreshTrees': refreshTrees,
  'tracklens.cancelLoading': (services) => {
    for (const tree of treesOf(services)) tree.cancelLoading();
  },
  // The editor does not pass the view to a command of its title.
  'tracklens.cancelLoadingExperiments': ({ trees }) => trees.experiments.cancelLoading(),
  'tracklens.cancelLoadingRegistry': ({ trees }) => trees.registry.cancelLoading(),
  'tracklens.cancelLoadingArtifacts': ({ trees }) => trees.artifacts.cancelLoading(),
  'tracklens.filterTrees': async (services) => (await trees()).filterTrees(services),
  'tracklens.clearFilter': (services) => services.filter.set(''),
  'tracklens.sortExperiments': async (services, node) =>
    (await import('./trees/sort-experiments.ts')).sortExperiments(services, node),
  'tracklens.groupExperiments': async (services, node) =>
    (await import('./trees/group-experiments.ts')).groupExperiments(services, node),
  'tracklens.revealTarget': async (services) => (await trees()).revealActive(services),
  'tracklens.showMore': (services, node) =>
    node?.kind === 'more' && Promise.all(treesOf(services).map((tree) => tree.showMore(node))),

  'tracklens.runQuery': async (services, node) => (await queries()).runQuery(services, node),
  'tracklens.editQuery': async (services, node) => (await queries()).editQueryOf(services, node),
  'tracklens.changeQuery': async (services) => (await queries()).changeQuery(services),
  'tracklens.saveSearch': async (services) => (await queries()).saveShownQuery(services),
  'tracklens.showQueryHistory': async (services) => (await queries()).showQueryHistory(services),
  'tracklens.chooseQueryProject': async (services) => (await queries()).chooseQueryProject(services),
  'tracklens.runQueryDocument': async (services) => (await queries()).runQueryDocument(services),
  'tracklens.deleteSearch': async (services, node) => (await trees()).deleteSearch(services, node),

  'tracklens.openTarget': async (services, _, nodes) =>
    (await targets()).openTargets(services, nodes, { newPanel: false }),
  'tracklens.previewTarget': async (services, node) => (await targets()).previewTarget(services, node),
  'tracklens.openTargetToSide': async (services, _, nodes) =>
    (await targets()).openTargets(services, nodes, { newPanel: true }),
  'tracklens.openExperiment': async (services) => (await targets()).openExperiment(services),
  'tracklens.openPage': async (services, _, nodes) => (await targets()).openPages(services, nodes),
  'tracklens.compareExperiments': async (services, _, nodes) =>
    (await targets()).compareExperiments(services, chosen(services, nodes)),
  'tracklens.compareTexts': async (services, _, nodes) =>
    (await import('./differences/compare-texts.ts')).compareTexts(services, chosen(services, nodes)),
  'tracklens.starExperiment': async (services, _, nodes) => (await trees()).starExperiments(services, nodes, true),
  'tracklens.unstarExperiment': async (services, _, nodes) => (await trees()).starExperiments(services, nodes, false),
  'tracklens.notifyWhenEnded': async (services, _, nodes) =>
    (await import('./notices/end-notices.ts')).notifyWhenEnded(services, nodes),
  'tracklens.copyKey': async (services, _, nodes) => (await targets()).copyKeys(services, nodes),
  'tracklens.copyName': async (_, __, nodes) => (await targets()).copyNames(nodes),
  'tracklens.copyUrl': async (services, _, nodes) => (await targets()).copyUrls(services, nodes),
  'tracklens.saveView': async (services, node) => (await import('./recordings/save-view.ts')).saveView(services, node),
  'tracklens.insertDisplayCell': async (services, _, nodes) =>
    forEachRow(nodes, async (node) => (await import('./notebooks/insert-cell.ts')).insertDisplayCell(services, node)),

  'tracklens.openSource': async (services, node) => (await versions()).openSource(services, node),
  'tracklens.showVersions': async (services, node) => (await versions()).showVersions(services, node),

  'tracklens.changeSelected': async (services) => (await management()).changeSelected(services),
  'tracklens.renameSelected': async (services) => (await management()).renameSelected(services),
  ...manageCommands(),

  'tracklens.showLog': async (services) => (await import('./log-view.ts')).showLog(services.log),
};

/** Runs a command for each of its rows, one after another; without rows once. */
async function forEachRow(nodes: readonly TreeNode[], run: (node: TreeNode | undefined) => unknown): Promise<void> {
  for (const node of nodes.length > 0 ? nodes : [undefined]) await run(node);
}

const connections = () => import('./connection/connection-commands.ts');

/** Returns the commands that change something on the service. */
function manageCommands(): Record<string, Command> {
  return Object.fromEntries(
    manageDefinitions.map(({ id }): [string, Command] => [
      `tracklens.${camelCaseId(id)}`,
      async (services, _, nodes) => (await management()).changeRows(services, id, nodes),
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
