import type { Subject } from '../manage/subject.ts';
import type { TreeNode } from './tree-node.ts';

/** Returns what commands change when they run on a row; null for a row that cannot be changed. */
export function nodeSubject(node: TreeNode): Subject | null {
  const { label: name } = node;
  switch (node.kind) {
    case 'workspace':
      return { kind: node.kind, name, workspace: node.workspace };
    case 'project': {
      const { kind, workspace, projectName } = node.target;
      return { kind, name, workspace, projectName };
    }
    case 'experiment': {
      const { kind, experimentKey } = node.target;
      return { kind, name, experimentKey };
    }
    case 'model': {
      const { kind, workspace, modelName } = node.target;
      return { kind, name, workspace, modelName };
    }
    case 'version': {
      const { workspace, modelName, version } = node.target;
      return { kind: node.kind, name: `${modelName} ${version}`, workspace, modelName, version };
    }
    case 'artifact-version': {
      const { kind, artifactId, artifactName, version } = node;
      return { kind, name: `${artifactName} ${version}`, artifactId, version };
    }
    default:
      return null;
  }
}

/** Returns what commands change when they run on rows; null unless all of them can be changed. */
export function nodeSubjects(nodes: readonly TreeNode[]): readonly Subject[] | null {
  const subjects = nodes.flatMap((node) => nodeSubject(node) ?? []);
  return subjects.length === nodes.length && subjects.length > 0 ? subjects : null;
}
