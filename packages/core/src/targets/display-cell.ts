import type { Target } from './target.ts';

/** Service that a cell names, because it is not the one that is configured for the kernel. */
export interface CellConnection {
  /** URL of the service. */
  readonly url: string;
  /** Name of the connection of JupyterLab, by which Python finds its address and key. */
  readonly name?: string | undefined;
}

/**
 * Returns the code of a notebook cell that displays a target, or null when no API call of the language does. Without a
 * connection the cell reads from the service that is configured where it runs.
 */
export function displayCell(target: Target, language: string, connection?: CellConnection): string | null {
  switch (language) {
    case 'python':
      return pythonCell(target, connection);
    case 'typescript':
    case 'javascript':
      return scriptCell(target, connection);
    default:
      return null;
  }
}

function pythonCell(target: Target, connection: CellConnection | undefined): string | null {
  const call = pythonCall(target);
  return call && `import tracklens\n\n${pythonService(connection)}.${call}`;
}

/** Returns the expression on which a cell calls: the module, or the connection that it names. */
function pythonService(connection: CellConnection | undefined): string {
  if (connection === undefined) return 'tracklens';
  const { name, url } = connection;
  return `tracklens.connect(${name ? `name=${quoted(name)}` : quoted(url)})`;
}

/** Returns the call that displays a target; null if none does. */
function pythonCall(target: Target): string | null {
  switch (target.kind) {
    case 'experiment':
      return `display(${quoted(target.experimentKey)}, tab=${quoted(target.tab ?? 'charts')})`;
    case 'project': {
      const view = target.viewId ? `, view_id=${quoted(target.viewId)}` : '';
      return `display_project(${quoted(target.workspace)}, ${quoted(target.projectName)}${view})`;
    }
    case 'query': {
      const names = [target.workspace, target.projectName, target.query].map((name) => quoted(name)).join(', ');
      return `query(${names}${target.archived ? ', archived=True' : ''})`;
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
const quoted = (text: string): string => JSON.stringify(text);
