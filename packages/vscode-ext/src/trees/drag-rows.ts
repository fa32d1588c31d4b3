import { displayCell } from '@tracklens/core/display';
import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';

/** Type of the data of dragged rows that code cells read. */
const cellMimeType = 'application/vnd.tracklens.cells+json';

/** Languages of code cells for which `displayCell` has code. */
const cellLanguages = ['python', 'typescript', 'javascript'] as const;

/**
 * Drags rows of a tree into editors: a text editor inserts keys and names, a cell of a notebook the code that displays
 * the rows. `urlOf` returns the service that the code has to name.
 */
export function treeDrag(urlOf: (node: TreeNode) => string | undefined): vscode.TreeDragAndDropController<TreeNode> {
  return {
    dragMimeTypes: ['text/plain', cellMimeType],
    dropMimeTypes: [],
    handleDrag(nodes, data) {
      const texts = nodes.map(draggedText).filter((text) => text !== '');
      if (texts.length === 0) return;
      data.set('text/plain', new vscode.DataTransferItem(texts.join('\n')));
      const code = cellLanguages.map((language) => [language, codeOf(nodes, language, urlOf)] as const);
      data.set(cellMimeType, new vscode.DataTransferItem(JSON.stringify(Object.fromEntries(code))));
    },
  };
}

/** Lets code cells of notebooks insert the code that displays dragged rows. */
export function dropIntoCells(): vscode.Disposable {
  const cells = cellLanguages.map((language) => ({ scheme: 'vscode-notebook-cell', language }));
  return vscode.languages.registerDocumentDropEditProvider(
    cells,
    {
      async provideDocumentDropEdits({ languageId }, _position, data) {
        const text = await data.get(cellMimeType)?.asString();
        const code = text === undefined ? '' : codeIn(text, languageId);
        return code === '' ? undefined : new vscode.DocumentDropEdit(code, vscode.l10n.t('Insert Display Code'));
      },
    },
    { dropMimeTypes: [cellMimeType] },
  );
}

/** Returns the text of a row in an editor: the key of an experiment, or the names of anything else. */
function draggedText({ target, label }: TreeNode): string {
  switch (target?.kind) {
    case 'experiment':
      return target.experimentKey;
    case 'project':
      return `${target.workspace}/${target.projectName}`;
    case 'model':
      return [target.workspace, target.modelName, target.version].filter(Boolean).join('/');
    case 'query':
      return target.query;
    default:
      return label;
  }
}

function codeOf(nodes: readonly TreeNode[], language: string, urlOf: (node: TreeNode) => string | undefined): string {
  const code = nodes.flatMap((node) => {
    const url = urlOf(node);
    return (node.target && displayCell(node.target, language, url === undefined ? undefined : { url })) ?? [];
  });
  return code.join('\n\n');
}

/** Returns the code of a language in the data of dragged rows; empty without any. */
function codeIn(text: string, language: string): string {
  try {
    const code: unknown = (JSON.parse(text) as Record<string, unknown>)[language];
    return typeof code === 'string' ? code : '';
  } catch {
    return '';
  }
}
