import type { API } from '@tracklens/core/browser';
import type { ExperimentMetadata } from '@tracklens/core/contract';
import { uncached } from '../source/uncached.ts';
import { durationText, utcText } from '../text/time-text.ts';
import { english, type Translate } from '../text/translate.ts';
import { experimentLabel, experimentState } from './experiment-label.ts';
import { lazyTree } from './lazy-tree.ts';
import { type TreeNode, type TreeSource, treeNodeId } from './tree-node.ts';

/** Workspaces, their projects, their experiments: newest first. */
export function explorerTree(api: API, t: Translate = english): TreeSource {
  uncached(api);
  return lazyTree({
    label: t('Experiments'),
    t,
    async read(node, signal) {
      const [workspace, projectName] = node === null ? [] : (JSON.parse(node.id) as string[]);
      if (workspace === undefined) return workspaceNodes(await api.getWorkspaces({ signal }));
      if (projectName === undefined) return projectNodes(node, workspace, await api.getProjects(workspace, { signal }));
      const experiments = await api.getExperiments(workspace, { projectName, signal });
      const records = await Promise.all(experiments.map((experiment) => experiment.metadata({ signal })));
      return experimentNodes(node, records, t);
    },
    empty(node) {
      if (node === null) return t('No workspace. Log an experiment: its workspace appears here.');
      if (node.kind === 'workspace') return t('No project. Log an experiment to make one.');
      return t('No experiment. Start one with comet_ml.Experiment(project_name="%1").', node.label);
    },
  });
}

function workspaceNodes(names: readonly string[]): TreeNode[] {
  return names.map((name) => ({ id: treeNodeId(null, name), kind: 'workspace', label: name, expandable: true }));
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
    badge: String(project.numberOfExperiments),
    tooltip: [`${workspace} / ${project.projectName}`, project.projectDescription].filter(Boolean).join('\n'),
    target: { kind: 'project', workspace, projectName: project.projectName },
    expandable: true,
  }));
}

function experimentNodes(parent: TreeNode | null, records: readonly ExperimentMetadata[], t: Translate): TreeNode[] {
  const newestFirst = [...records].sort((a, b) => b.startTimeMillis - a.startTimeMillis);
  return newestFirst.map((metadata) => {
    const state = experimentState(metadata);
    const duration = durationText(metadata.durationMillis);
    return {
      id: treeNodeId(parent, metadata.experimentKey),
      kind: 'experiment',
      label: experimentLabel(metadata),
      description: state === 'finished' ? duration : [t(state), duration].filter(Boolean).join(' · '),
      tooltip: [
        experimentLabel(metadata),
        t('State: %1', t(state)),
        ...(metadata.startTimeMillis > 0 ? [t('Started: %1', utcText(metadata.startTimeMillis))] : []),
        ...(duration ? [t('Duration: %1', duration)] : []),
        ...(metadata.fileName ? [t('Script: %1', metadata.fileName)] : []),
        t('Key: %1', metadata.experimentKey),
      ].join('\n'),
      target: { kind: 'experiment', experimentKey: metadata.experimentKey },
      expandable: false,
      state,
    };
  });
}
