/**
 * Returns the URL of a project's page, with a trailing slash. Appending an experiment key gives the URL of the
 * experiment's page.
 */
export function projectAddress(origin: string, workspaceName: string, projectName: string): string {
  return `${origin}/${encodeURIComponent(workspaceName)}/${encodeURIComponent(projectName)}/`;
}
