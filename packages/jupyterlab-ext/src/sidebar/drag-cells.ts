import { MimeData } from '@lumino/coreutils';
import { Drag } from '@lumino/dragdrop';
import { type CellConnection, displayCell } from '@tracklens/core/display';
import type { TreeNode } from '@tracklens/ui';

/** MIME type of cells that a notebook accepts as a drop. */
const cellsMimeType = 'application/vnd.jupyter.cells';

/**
 * Starts a drag of tree rows. Dropped on a notebook, they become cells that display them, with Python code. The
 * connection that the cells name is usually known before they are dropped.
 */
export function dragCells(
  nodes: readonly TreeNode[],
  event: PointerEvent,
  connection: Promise<CellConnection | undefined>,
): void {
  const sources = (from?: CellConnection) =>
    nodes.flatMap(({ target }) => (target && displayCell(target, 'python', from)) ?? []);
  const cells = sources().map((source) => {
    return { cell_type: 'code', source, metadata: {}, outputs: [], execution_count: null };
  });
  if (cells.length === 0) return;
  const mimeData = new MimeData();
  const write = (texts: readonly string[]) => {
    for (const [index, source] of texts.entries()) cells[index]!.source = source;
    mimeData.setData(cellsMimeType, cells);
    mimeData.setData('text/plain', texts.join('\n\n'));
  };
  write(sources());
  void connection.then((from) => write(sources(from)));
  const image = document.createElement('div');
  image.className = 'jp-TracklensDrag';
  image.textContent = nodes.map((node) => node.label).join(', ');
  const drag = new Drag({ mimeData, dragImage: image, proposedAction: 'copy', supportedActions: 'copy' });
  void drag.start(event.clientX, event.clientY).then(() => drag.dispose());
}
