import type { API } from '@tracklens/core/browser';
import { mapConcurrent } from '@tracklens/core/client';
import type { ExperimentMetadata } from '@tracklens/core/contract';
import { experimentState } from '../records/experiment-label.ts';
import { containsWords } from '../text/contains-words.ts';
import { countText } from '../text/number-text.ts';
import type { Translate } from '../text/translate.ts';
import { experimentNodes, starredFirst } from './experiment-nodes.ts';
import { newestFirst } from './experiment-order.ts';
import { projectNode } from './project-nodes.ts';
import type { TreeNode } from './tree-node.ts';
import { rootId } from './tree-node-id.ts';
import type { FoundNodes } from './tree-search.ts';
import { workspaceNode } from './workspace-nodes.ts';

/** User data and connection of a search. */
interface SearchContext {
  readonly t: Translate;
  /** Keys of the experiments that are first in their project. */
  readonly starred: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/**
 * Finds the experiments of all projects that match a filter: a query such as `Metric("loss") < 1`, or words in the
 * name, key, state, script, a tag or `parameter=value`. A service that cannot search across projects is searched one
 * project after the other, and not in tags and parameters.
 */
export async function foundExperiments(
  api: API,
  filter: string,
  { t, starred, signal }: SearchContext,
): Promise<FoundNodes> {
  const metadata = (await isQuery(filter))
    ? await inEachProject(api, signal, (workspace, name) => api.queryAny(workspace, name, filter, { signal }))
    : await experimentsWithWords(api, filter, signal);
  const found = new Map<string, TreeNode[]>();
  const below = (parent: TreeNode | null) => {
    const id = parent?.id ?? rootId;
    const nodes = found.get(id) ?? [];
    found.set(id, nodes);
    return nodes;
  };
  for (const [workspace, ofWorkspace] of Map.groupBy(metadata, ({ workspaceName }) => workspaceName)) {
    const parent = { ...workspaceNode(workspace), open: true };
    below(null).push(parent);
    for (const [projectName, ofProject] of Map.groupBy(ofWorkspace, (one) => one.projectName)) {
      const project = { ...projectNode(parent, workspace, { projectName }), open: true };
      below(parent).push({ ...project, badge: countText(ofProject.length) });
      const list = { experiments: ofProject.map((one) => ({ metadata: one })), order: newestFirst };
      below(project).push(...starredFirst(experimentNodes(project, list, t), starred));
    }
  }
  return found;
}

/** Whether a filter is a query. The query language is loaded for a text that can be one. */
async function isQuery(filter: string): Promise<boolean> {
  if (!filter.includes('(')) return false;
  const { parseAlternatives } = await import('@tracklens/core/query');
  return parseAlternatives(filter).errors.length === 0;
}

async function experimentsWithWords(api: API, filter: string, signal: AbortSignal): Promise<ExperimentMetadata[]> {
  const found = await api.findExperiments(filter, { signal });
  if (found !== null) return await Promise.all(found.map((experiment) => experiment.metadata({ signal })));
  const all = await inEachProject(api, signal, (workspace, projectName) =>
    api.getExperiments(workspace, { projectName, signal }),
  );
  return all.filter((one) => {
    return containsWords(
      [one.experimentName, one.experimentKey, one.fileName, experimentState(one)].filter(Boolean).join('\n'),
      filter,
    );
  });
}

type Experiments = Awaited<ReturnType<API['getExperiments']>>;

/** Returns the metadata of the experiments that are read from each project. */
async function inEachProject(
  api: API,
  signal: AbortSignal,
  read: (workspace: string, projectName: string) => Promise<Experiments>,
): Promise<ExperimentMetadata[]> {
  const workspaces = await api.getWorkspaces({ signal });
  const projects = await mapConcurrent(workspaces, async (workspace) =>
    (await api.getProjects(workspace, { signal })).map(({ projectName }) => [workspace, projectName] as const),
  );
  const found = await mapConcurrent(projects.flat(), async ([workspace, projectName]) => {
    signal.throwIfAborted();
    const experiments = await read(workspace, projectName);
    return await Promise.all(experiments.map((experiment) => experiment.metadata({ signal })));
  });
  return found.flat();
}
