import type { TreeNode } from '@tracklens/ui';

/** Names that identify the page of an experiment or a project. */
interface ProjectPath {
  readonly workspace: string;
  readonly projectName: string;
  readonly experimentKey?: string | undefined;
}

/** Returns the URL of an experiment or project page on the service at `root`. */
function pageAddress(root: string, { workspace, projectName, experimentKey }: ProjectPath): string {
  const path = [workspace, projectName, ...(experimentKey ? [experimentKey] : [])].map(encodeURIComponent).join('/');
  return `${root}/${path}`;
}

/** Returns the web page URL of a row; null when the row has none. */
export function addressOf(root: string, { id, target }: TreeNode): string | null {
  if (!target) return null;
  const [workspace, projectName] = JSON.parse(id) as string[];
  switch (target.kind) {
    case 'experiment':
      return pageAddress(root, {
        workspace: workspace!,
        projectName: projectName!,
        experimentKey: target.experimentKey,
      });
    case 'project':
    case 'query':
      return pageAddress(root, target);
    case 'model': {
      const path = [target.workspace, 'model-registry', target.modelName, ...(target.version ? [target.version] : [])];
      return `${root}/${path.map(encodeURIComponent).join('/')}`;
    }
  }
}
