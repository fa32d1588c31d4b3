import type { API } from '@tracklens/core/browser';
import type { TreeNode } from '@tracklens/ui';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';

/** A pointer that stays so long on a row wants to know more of it. */
const restMillis = 300;

/** What the hover of rows needs from their tree. */
export interface RowHoverOptions {
  readonly api: API;
  readonly translate: Tracklens['translate'];
  nodeById(id: string): TreeNode | null;
}

/**
 * Completes the title of an experiment's row with its tags, metrics and parameters, read anew whenever the pointer comes to rest
 * on it. Answers what ends that.
 */
export function hoverRows(tree: HTMLElement, { api, translate, nodeById }: RowHoverOptions): () => void {
  let rested: { readonly row: HTMLElement; readonly abort: AbortController } | null = null;
  const leave = () => {
    rested?.abort.abort();
    rested = null;
  };
  const enter = (event: PointerEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-kind=experiment]');
    if (row === rested?.row) return;
    leave();
    if (row === null) return;
    const abort = new AbortController();
    rested = { row, abort };
    const timer = setTimeout(() => void complete(row, abort.signal), restMillis);
    abort.signal.addEventListener('abort', () => clearTimeout(timer));
  };
  const complete = async (row: HTMLElement, signal: AbortSignal) => {
    const node = nodeById(row.dataset.id ?? '');
    if (node?.target?.kind !== 'experiment') return;
    const { experimentSummary, summaryText } = await loadViews();
    const summary = await experimentSummary(api, node.target.experimentKey, signal).catch(() => null);
    // What cannot be read leaves the title as it is: the row itself says when the service is gone.
    if (summary === null || signal.aborted) return;
    row.title = [node.tooltip ?? node.label, summaryText(summary, translate)].filter(Boolean).join('\n\n');
  };
  tree.addEventListener('pointerover', enter);
  tree.addEventListener('pointerleave', leave);
  return () => {
    leave();
    tree.removeEventListener('pointerover', enter);
    tree.removeEventListener('pointerleave', leave);
  };
}
