import type { Target } from './target.ts';

/** Returns the code of a notebook cell that displays a target, or null when no API call displays it. */
export function displayCell(target: Target, language: string): string | null {
  return language === 'typescript' || language === 'javascript' ? scriptCell(target) : pythonCell(target);
}

function pythonCell(target: Target): string | null {
  switch (target.kind) {
    case 'experiment':
      return `import tracklens\n\ntracklens.display(${quoted(target.experimentKey)}, tab=${quoted(target.tab ?? 'charts')})`;
    case 'project': {
      const { workspace, projectName, viewId } = target;
      const view = viewId === undefined ? '' : `, view_id=${quoted(viewId)}`;
      return `import tracklens\n\ntracklens.display_project(${quoted(workspace)}, ${quoted(projectName)}${view})`;
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

function scriptCell(target: Target): string | null {
  if (target.kind !== 'experiment') return null;
  return [
    "import { API } from '@tracklens/core';",
    '',
    `const experiment = await new API().getExperimentByKey(${quoted(target.experimentKey)});`,
    `await experiment.display({ tab: ${quoted(target.tab ?? 'charts')} });`,
  ].join('\n');
}

/** Returns a string literal that is valid in Python, JavaScript and TypeScript. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
