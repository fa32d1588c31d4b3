import type { Subject } from '../manage/subject.ts';
import type { TreeNode } from './tree-node.ts';

/** Returns what commands change when they run on a row; null for a row that cannot be changed. */
export function nodeSubject(node: TreeNode): Subject | null {
  const { kind, id, label: name, target } = node;
  const [workspace, artifactId, version] = JSON.parse(id) as string[];
  switch (kind) {
    case 'workspace':
      return { kind, name, workspace: workspace! };
    case 'project':
      return target?.kind === 'project'
        ? { kind, name, workspace: target.workspace, projectName: target.projectName }
        : null;
    case 'experiment':
      return target?.kind === 'experiment' ? { kind, name, experimentKey: target.experimentKey } : null;
    case 'model':
      return target?.kind === 'model' ? { kind, name, workspace: target.workspace, modelName: target.modelName } : null;
    case 'version': {
      if (target?.kind !== 'model' || target.version === undefined) return null;
      const { workspace: owner, modelName } = target;
      return { kind, name: `${modelName} ${target.version}`, workspace: owner, modelName, version: target.version };
    }
    case 'artifact-version':
      // The tooltip begins with the name of the artifact and the version.
      return { kind, name: node.tooltip?.split('\n')[0] ?? name, artifactId: artifactId!, version: version! };
    default:
      return null;
  }
}

/** Returns what commands change when they run on rows; null unless all of them can be changed. */
export function nodeSubjects(nodes: readonly TreeNode[]): readonly Subject[] | null {
  const subjects = nodes.flatMap((node) => nodeSubject(node) ?? []);
  return subjects.length === nodes.length && subjects.length > 0 ? subjects : null;
}
