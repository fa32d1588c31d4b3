import { MimeData } from '@lumino/coreutils';
import { Drag } from '@lumino/dragdrop';
import { displayCell } from '@tracklens/core/display';
import type { TreeNode } from '@tracklens/ui';

/** MIME type of cells that a notebook accepts as a drop. */
const cellsMimeType = 'application/vnd.jupyter.cells';

/** Starts a drag of tree rows. Dropped on a notebook, they become cells that display them, with Python code. */
export function dragCells(nodes: readonly TreeNode[], event: PointerEvent): void {
  const sources = nodes.map((node) => (node.target ? displayCell(node.target, 'python') : null));
  const cells = sources
    .filter((source) => source !== null)
    .map((source) => ({ cell_type: 'code', source, metadata: {}, outputs: [], execution_count: null }));
  if (cells.length === 0) return;
  const mimeData = new MimeData();
  mimeData.setData(cellsMimeType, cells);
  mimeData.setData('text/plain', sources.filter((source) => source !== null).join('\n\n'));
  const image = document.createElement('div');
  image.className = 'jp-TracklensDrag';
  image.textContent = nodes.map((node) => node.label).join(', ');
  const drag = new Drag({ mimeData, dragImage: image, proposedAction: 'copy', supportedActions: 'copy' });
  void drag.start(event.clientX, event.clientY).then(() => drag.dispose());
}
