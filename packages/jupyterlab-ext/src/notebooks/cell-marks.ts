import type { NotebookPanel } from '@jupyterlab/notebook';
import { Throttler } from '@lumino/polling';
import { tracklensIcon } from '../icons.ts';
import { outputsOf } from '../saved-outputs/cell-outputs.ts';
import type { Tracklens } from '../tokens.ts';
import { type LoggedRun, loggedRuns } from './logged-runs.ts';

/** Least time between two searches of the outputs of a notebook, in milliseconds. */
const searchMillis = 300;

/** Opens the menu of runs below an element. */
export type OpenRuns = (runs: readonly LoggedRun[], below: HTMLElement) => void;

/** Returns the runs that the outputs of a cell name. */
const runsOfCell = (model: object): LoggedRun[] => loggedRuns(outputsOf(model));

/** Returns the runs that the outputs of a notebook name, in the order of its cells. */
export function runsOfNotebook({ model }: NotebookPanel): LoggedRun[] {
  const runs = [...(model?.cells ?? [])].flatMap(runsOfCell);
  return [...new Map(runs.map((run) => [run.experimentKey, run])).values()];
}

/**
 * Marks the cells of a notebook that logged a run, by a button next to their number. Calls `showButton` with whether
 * the notebook has runs, after each search.
 */
export function markCells(
  panel: NotebookPanel,
  { translate }: Tracklens,
  openRuns: OpenRuns,
  showButton: (shown: boolean) => void,
): void {
  const update = () => {
    showButton(runsOfNotebook(panel).length > 0);
    for (const cell of panel.content.widgets) {
      const area = cell.inputArea?.node;
      if (area === undefined) continue;
      const runs = runsOfCell(cell.model);
      const before = area.querySelector<HTMLButtonElement>(':scope > .jp-TracklensMark');
      if (runs.length === 0) {
        before?.remove();
        continue;
      }
      const mark = before ?? newMark(area);
      const label =
        runs.length === 1 ? translate('This cell logged a run') : translate('This cell logged %1 runs', runs.length);
      mark.title = label;
      mark.setAttribute('aria-label', label);
      mark.onclick = () => openRuns(runs, mark);
    }
  };
  const search = new Throttler(update, searchMillis);
  const changed = () => void search.invoke();
  panel.content.modelContentChanged.connect(changed);
  // A cell that was outside of the window gets its input area when it is scrolled to.
  panel.content.activeCellChanged.connect(changed);
  panel.content.node.addEventListener('scroll', changed, { capture: true, passive: true });
  panel.disposed.connect(() => search.dispose());
  void panel.context.ready.then(changed);
}

function newMark(area: HTMLElement): HTMLButtonElement {
  const mark = document.createElement('button');
  mark.type = 'button';
  mark.className = 'jp-TracklensMark';
  mark.setAttribute('aria-haspopup', 'menu');
  mark.append(tracklensIcon.element({ tag: 'span' }));
  area.append(mark);
  return mark;
}
