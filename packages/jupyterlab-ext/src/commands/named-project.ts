import { type Target, targetOfPage } from '@tracklens/core/display';

/**
 * Returns the project that a text names: `workspace/project`, or the address of its page or of one of its experiments.
 * Null if it names none.
 */
export function namedProject(text: string): Target | null {
  if (/^\s*https?:/i.test(text)) return projectOfPage(text.trim());
  const [workspace, ...names] = text.split('/');
  const project = {
    kind: 'project' as const,
    workspace: workspace!.trim(),
    projectName: names.join('/').trim().replace(/\/+$/, ''),
  };
  return project.workspace && project.projectName ? project : null;
}

function projectOfPage(address: string): Target | null {
  const url = URL.parse(address);
  if (url === null) return null;
  url.pathname = url.pathname.split('/').slice(0, 3).join('/');
  url.searchParams.delete('query');
  return targetOfPage(url.origin, url.href);
}
