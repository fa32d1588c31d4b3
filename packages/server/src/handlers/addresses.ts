/** The page of a project, and of an experiment in it: the project's address ends in a slash. */
export function projectAddress(origin: string, workspaceName: string, projectName: string): string {
  return `${origin}/${encodeURIComponent(workspaceName)}/${encodeURIComponent(projectName)}/`;
}
