import type { Target } from './target.ts';

/** Service that a cell names, because it is not the one that is configured for the kernel. */
export interface CellConnection {
  /** URL of the service. */
  readonly url: string;
}

/**
 * Returns the code of a notebook cell that displays a target, or null when no API call displays it. Without a
 * connection the cell reads from the service that is configured where it runs.
 */
export function displayCell(target: Target, language: string, connection?: CellConnection): string | null {
  const isScript = language === 'typescript' || language === 'javascript';
  return isScript ? scriptCell(target, connection) : pythonCell(target, connection);
}

function pythonCell(target: Target, connection: CellConnection | undefined): string | null {
  const from = connection === undefined ? 'tracklens' : `tracklens.connect(${quoted(connection.url)})`;
  switch (target.kind) {
    case 'experiment':
      return `import tracklens\n\n${from}.display(${quoted(target.experimentKey)}, tab=${quoted(target.tab ?? 'charts')})`;
    case 'project': {
      const { workspace, projectName, viewId } = target;
      const view = viewId === undefined ? '' : `, view_id=${quoted(viewId)}`;
      return `import tracklens\n\n${from}.display_project(${quoted(workspace)}, ${quoted(projectName)}${view})`;
    }
    case 'query': {
      const archived = target.archived ? ', archived=True' : '';
      const names = [target.workspace, target.projectName, target.query].map(quoted).join(', ');
      return `import tracklens\n\ntracklens.query(${names}${archived})`;
    }
    default:
      return null;
  }
}

function scriptCell(target: Target, connection: CellConnection | undefined): string | null {
  if (target.kind !== 'experiment') return null;
  const options = connection === undefined ? '' : `{ url: ${quoted(connection.url)} }`;
  return [
    "import { API } from '@tracklens/core';",
    '',
    `const experiment = await new API(${options}).getExperimentByKey(${quoted(target.experimentKey)});`,
    `await experiment.display({ tab: ${quoted(target.tab ?? 'charts')} });`,
  ].join('\n');
}

/** Returns a string literal that is valid in Python, JavaScript and TypeScript. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
