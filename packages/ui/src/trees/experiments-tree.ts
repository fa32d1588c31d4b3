import { uncached } from '../source/uncached.ts';
import { countText } from '../text/number-text.ts';
import { english, type Translate } from '../text/translate.ts';
import { experimentList } from './experiment-list.ts';
import { experimentNodes, starredFirst } from './experiment-nodes.ts';
import { emptyFavorites, orderOf, type SavedSearch } from './favorites.ts';
import { lazyTree } from './lazy-tree.ts';
import type { TreeContext } from './tree-definition.ts';
import { type TreeNode, type TreeSource, treeNodeId } from './tree-node.ts';
import { workspaceNodes } from './workspace-nodes.ts';

/**
 * Creates the tree of workspaces, their projects, and in each project the saved searches and the experiments: starred
 * ones first, then in the order of the project. A search runs when it is expanded.
 */
export function experimentsTree({ api, t = english, favorites = emptyFavorites }: TreeContext): TreeSource {
  uncached(api);
  return lazyTree({
    t,
    filtered: ['experiment'],
    async read(node, signal) {
      const [workspace, projectName] = node === null ? [] : (JSON.parse(node.id) as string[]);
      if (workspace === undefined) return workspaceNodes(api, signal);
      if (projectName === undefined) return projectNodes(node, workspace, await api.getProjects(workspace, { signal }));
      const project = { workspace, projectName };
      const query = node?.target?.kind === 'query' ? node.target.query : null;
      const list = await experimentList(api, project, { query, order: orderOf(favorites.orders(), project), signal });
      return experimentNodes(node, list, t);
    },
    arrange(node, children) {
      if (node?.kind !== 'project' && node?.kind !== 'search') return children;
      const experiments = starredFirst(children, favorites.starred());
      if (node.kind === 'search') return experiments;
      return [...searchNodes(node, favorites.searches(), t), ...experiments];
    },
    empty(node) {
      if (node === null) return t('No workspace. Log an experiment: its workspace appears here.');
      if (node.kind === 'workspace') return t('No project. Log an experiment to make one.');
      if (node.kind === 'search') return t('No experiment matches.');
      return t('No experiment. Start one with comet_ml.Experiment(project_name="%1").', node.label);
    },
  });
}

function projectNodes(
  parent: TreeNode | null,
  workspace: string,
  projects: readonly {
    readonly projectName: string;
    readonly numberOfExperiments: number;
    readonly projectDescription: string;
  }[],
): TreeNode[] {
  return projects.map((project) => ({
    id: treeNodeId(parent, project.projectName),
    kind: 'project',
    label: project.projectName,
    badge: countText(project.numberOfExperiments),
    tooltip: [`${workspace} / ${project.projectName}`, project.projectDescription].filter(Boolean).join('\n'),
    target: { kind: 'project', workspace, projectName: project.projectName },
    expandable: true,
  }));
}

function searchNodes(project: TreeNode, searches: readonly SavedSearch[], t: Translate): TreeNode[] {
  const [workspace, projectName] = JSON.parse(project.id) as string[];
  return searches
    .filter((search) => search.workspace === workspace && search.projectName === projectName)
    .map(({ name, query }) => ({
      // The query is part of the id, because a different query finds different experiments.
      id: treeNodeId(project, `\0search ${name}`, query),
      kind: 'search',
      label: name,
      description: query,
      tooltip: `${t('Saved search: %1', name)}\n${query}`,
      target: { kind: 'query', workspace: workspace!, projectName: projectName!, query },
      expandable: true,
    }));
}
