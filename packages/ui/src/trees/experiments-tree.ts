import { uncached } from '../source/uncached.ts';
import { countText } from '../text/number-text.ts';
import { english, type Translate } from '../text/translate.ts';
import { experimentFiles } from './experiment-files.ts';
import { type ExperimentGrouping, type ListedGroup, listedGroups, type Project } from './experiment-grouping.ts';
import { experimentList } from './experiment-list.ts';
import { experimentNodes, type OrderedExperiments, starredFirst } from './experiment-nodes.ts';
import { experimentPages, isPaged } from './experiment-pages.ts';
import { emptyFavorites, groupingOf, orderOf, type SavedSearch } from './favorites.ts';
import { type Children, LazyTree } from './lazy-tree.ts';
import { projectNode } from './project-nodes.ts';
import type { TreeContext } from './tree-definition.ts';
import type { TreeNode, TreeNodeOf, TreeSource } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';
import { workspaceNodes } from './workspace-nodes.ts';

/** Time within which the rows of a group are those read with the groups of its project. */
const sharedReadMillis = 5000;

/**
 * Creates the tree of workspaces, their projects, and in each project the saved searches and the experiments: starred
 * ones first, then in the order of the project, in groups if the user has chosen a grouping. Below an experiment are
 * its files. A search runs when it is expanded.
 */
export function experimentsTree(context: TreeContext): TreeSource {
  const { api, t = english, favorites = emptyFavorites } = context;
  uncached(api);
  const counts: Counts = new Map();
  const readExperiments = experimentReads(context, counts);
  return new LazyTree({
    t,
    async find(filter, signal) {
      const { foundExperiments } = await import('./experiment-search.ts');
      return await foundExperiments(api, filter, { t, starred: favorites.starred(), signal });
    },
    async read(node, signal) {
      if (node === null) return workspaceNodes(api, signal);
      if (node.kind === 'project' || node.kind === 'search') return await readExperiments(node, node.target, signal);
      if (node.kind === 'group') return await readExperiments(node, node, signal);
      if (node.kind === 'experiment') return await experimentFiles(api, node, { t, signal });
      if (node.kind !== 'workspace') return [];
      const { workspace } = node;
      const projects = await api.getProjects(workspace, { signal });
      return projects.map((project) => {
        counts.set(projectKey({ workspace, projectName: project.projectName }), project.numberOfExperiments);
        return { ...projectNode(node, workspace, project), badge: countText(project.numberOfExperiments) };
      });
    },
    arrange(node, children) {
      if (node === null || node.kind === 'workspace' || node.kind === 'experiment') return children;
      const experiments = starredFirst(children, favorites.starred());
      return node.kind === 'project' ? [...searchNodes(node, favorites.searches(), t), ...experiments] : experiments;
    },
    empty(node) {
      if (node === null) return t('No workspace. Log an experiment: its workspace appears here.');
      if (node.kind === 'workspace') return t('No project. Log an experiment.');
      if (node.kind === 'search') return t('No experiment matches.');
      if (node.kind === 'group') return t('No experiment.');
      if (node.kind === 'experiment') return t('No file.');
      return t('No experiment. Start one with comet_ml.Experiment(project_name="%1").', node.label);
    },
  });
}

/** Number of experiments of each project that was listed. */
type Counts = Map<string, number>;

/** Returns a text that is equal for the same projects. */
const projectKey = ({ workspace, projectName }: Project) => JSON.stringify([workspace, projectName]);

/** Returns the function that reads the rows below a project, a saved search or a group. */
function experimentReads({ api, t = english, favorites = emptyFavorites }: TreeContext, counts: Counts) {
  const lastGroups = new Map<string, { readonly groups: readonly ListedGroup[]; readonly readAt: number }>();
  const listOf = (project: Project, query: string | null, signal: AbortSignal | undefined) =>
    experimentList(api, project, { query, order: orderOf(favorites.orders(), project), signal });
  const groupsOf = async (
    project: Project,
    grouping: ExperimentGrouping,
    list: OrderedExperiments,
    signal: AbortSignal | undefined,
  ) => {
    const groups = await listedGroups(api, project, { grouping, list, signal, t });
    if (groups !== null) lastGroups.set(projectKey(project), { groups, readAt: Date.now() });
    return groups;
  };
  return async (node: TreeNode, project: Project, signal: AbortSignal | undefined): Promise<Children> => {
    const query = node.kind === 'search' ? node.target.query : null;
    const grouping = query === null ? groupingOf(favorites.orders(), project) : null;
    const last = lastGroups.get(projectKey(project));
    const isRecent = last !== undefined && Date.now() - last.readAt < sharedReadMillis;
    if (node.kind === 'group' && isRecent) return nodesOfGroup(last.groups, node, t);
    const order = orderOf(favorites.orders(), project);
    if (query === null && grouping === null && node.kind === 'project' && isPaged(order)) {
      const [starred, count] = [favorites.starred(), counts.get(projectKey(project))];
      return experimentPages({ api, project, order, parent: node, starred, count, t });
    }
    const list = await listOf(project, query, signal);
    const groups = grouping && (await groupsOf(project, grouping, list, signal));
    if (node.kind === 'group') return nodesOfGroup(groups ?? [], node, t);
    return groups?.map((group) => group.node) ?? experimentNodes(node, list, t);
  };
}

function nodesOfGroup(groups: readonly ListedGroup[], node: TreeNode, t: Translate): readonly TreeNode[] {
  const group = groups.find((one) => one.node.id === node.id);
  return group === undefined ? [] : experimentNodes(node, group.list, t);
}

function searchNodes(project: TreeNodeOf<'project'>, searches: readonly SavedSearch[], t: Translate): TreeNode[] {
  const { workspace, projectName } = project.target;
  return searches
    .filter((search) => search.workspace === workspace && search.projectName === projectName)
    .map(({ name, query }) => ({
      // The query is part of the id, because a different query finds different experiments.
      id: treeNodeId(project, `\0search ${name}`, query),
      kind: 'search',
      label: name,
      description: query,
      tooltip: `${t('Saved search: %1', name)}\n${query}`,
      target: { kind: 'query', workspace, projectName, query },
      expandable: true,
    }));
}
