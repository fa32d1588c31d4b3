import type { ThemeKind } from '@tracklens/core/display';
import { type ReactElement, useEffect, useRef } from 'react';
import { Icon } from '../components/Icon.tsx';
import type { RowEdit } from '../components/RowEditor.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useEvent } from '../components/use-event.ts';
import { useVirtualRows } from '../components/use-virtual-rows.ts';
import { type Failure, messageText, remedyText } from '../source/failure.ts';
import type { FreshRows } from './fresh-rows.ts';
import { rowHeight, TreeList } from './TreeList.tsx';
import type { TreeController } from './tree-controller.ts';
import type { TreeListEvents } from './tree-list-events.ts';
import type { TreeSource } from './tree-node.ts';
import { matchesText } from './tree-search.ts';
import type { TreeState } from './tree-state.ts';
import type { RowDetails } from './use-row-tooltip.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useScrollMemory } from './use-scroll-memory.ts';
import { useTreePolling, useTreeRows } from './use-tree-rows.ts';
import { useTreeState } from './use-tree-state.ts';

/** Properties that `mountTree` passes to the tree. */
export interface TreeViewProps extends TreeListEvents {
  readonly tree: TreeSource;
  /** Accessible name of the tree. */
  readonly label: string;
  readonly theme: ThemeKind;
  readonly onController: (controller: TreeController, polling: FreshRows) => void;
  /** Poll interval of visible rows with a running experiment; all others are polled more slowly. */
  readonly pollMillis: () => number;
  readonly details?: RowDetails | undefined;
  /** Edit of a row's label; `null` without one. */
  readonly edit: RowEdit | null;
  /** State that the tree has at first. */
  readonly initialState: TreeState;
  /** Called with the whole state when it changes. */
  readonly onState: (state: TreeState) => void;
}

/** Lazy tree that polls its visible rows. */
export function TreeView(props: TreeViewProps): ReactElement {
  const t = useTranslate();
  const { tree, label, theme, onController, pollMillis, details, edit, initialState, onState, ...events } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const state = useTreeState(initialState, onState);
  const { controller, rows, failure, matches } = useTreeRows(tree, initialState.expanded, state.expand);
  const virtual = useVirtualRows({ count: rows.length, scroller, rowHeight, overscan: 10 });
  const polling = useTreePolling({ tree, controller, element: scroller, range: virtual.range, pollMillis });
  const notify = useEvent(onController);
  useEffect(() => notify(controller, polling), [notify, controller, polling]);
  useScrollAnchor(scroller, rows, rowHeight);
  useScrollMemory(scroller, rows, { rowHeight, top: initialState.top, onTop: state.scroll });
  return (
    <div className="tl-root tl-tree-root" data-theme={theme}>
      {matches !== undefined && (
        <p className="tl-tree-matches" role="status">
          {matchesText(matches, t)}
        </p>
      )}
      {failure !== null && <StaleRows failure={failure} onRetry={polling.reload} />}
      <TreeList
        label={label}
        controller={controller}
        rows={rows}
        virtual={virtual}
        scroller={scroller}
        details={details}
        edit={edit}
        selected={initialState.selected}
        {...events}
        onSelect={(nodes) => {
          state.select(nodes.map(({ id }) => id));
          events.onSelect(nodes);
        }}
      />
      {rows.length === 0 && (
        <p className="tl-tree-waiting" role="status">
          {t('Loading…')}
        </p>
      )}
    </div>
  );
}

/** Banner explaining why the rows are from an earlier read. */
function StaleRows({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }): ReactElement {
  const t = useTranslate();
  return (
    <div className="tl-banner tl-tree-stale" role="status" data-failure={failure.kind}>
      <Icon name="problem" />
      <span title={remedyText(failure, t, 'automatic')}>
        {messageText(failure, t)} {t('Showing the rows that were loaded last.')}
      </span>
      <button type="button" className="tl-button" onClick={onRetry}>
        {t('Retry')}
      </button>
    </div>
  );
}
