import { type ReactElement, useRef } from 'react';
import { Menu, MenuItem } from '../components/Menu.tsx';
import type { MenuPosition } from '../components/table-column.ts';
import { useTranslate } from '../components/translate-context.ts';
import { experimentLabel } from '../records/experiment-label.ts';
import { useView, useViewState } from '../view/view-context.ts';
import type { ExperimentRow } from './columns.ts';
import { useTableChoices } from './use-table-choices.ts';

/** Row of a menu, and where the menu is open. */
export interface OpenRowMenu {
  readonly row: ExperimentRow;
  readonly at: MenuPosition;
}

/** Width and height that a menu may need at the edge of the view, in pixels. */
const menuSize = { width: 230, height: 250 };

/** Context menu of an experiment in the table. */
export function RowMenu({
  open: { row, at },
  best,
  selection,
  onSelection,
  onClose,
}: {
  readonly open: OpenRowMenu;
  /** Experiment with the best value of the objective. */
  readonly best: ExperimentRow | null;
  readonly selection: ReadonlySet<string>;
  readonly onSelection: (selection: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslate();
  const { host, live } = useView();
  const root = useRef<HTMLDivElement>(null);
  const color = useRef<HTMLInputElement>(null);
  const choices = useTableChoices();
  const { experimentKey } = row.metadata;
  const label = experimentLabel(row.metadata);
  const colors = useViewState((state) => state.charts?.colors) ?? {};
  const isShown = selection.has(experimentKey);
  const isOnTop = useViewState((state) => state.table?.top?.includes(experimentKey) ?? false);
  const bestKey = best?.metadata.experimentKey;
  const { management } = live === null ? {} : host;
  const openTarget = (newPanel: boolean) =>
    host.open({ kind: 'experiment', experimentKey }, { newPanel, activate: true });
  const show = () => {
    const next = new Set(selection);
    if (!next.delete(experimentKey)) next.add(experimentKey);
    onSelection(next);
  };
  const item = (id: string, text: string, onChoose: () => void, checked?: boolean) => (
    <MenuItem data-action={id} checked={checked} onChoose={onChoose} onLeave={onClose}>
      {text}
    </MenuItem>
  );
  const left = Math.max(0, Math.min(at.left, window.innerWidth - menuSize.width));
  const top = Math.max(0, Math.min(at.top, window.innerHeight - menuSize.height));
  return (
    <div ref={root}>
      <Menu
        label={t('Actions of %1', label)}
        root={root}
        onLeave={onClose}
        onClose={onClose}
        style={{ position: 'fixed', left, top }}
      >
        {item('open', t('Open'), () => openTarget(false))}
        {item('open-new', host.address ? t('Open in a new tab') : t('Open in a new panel'), () => openTarget(true))}
        {bestKey !== undefined &&
          bestKey !== experimentKey &&
          item('compare', t('Compare with the best'), () => choices.compare([bestKey, experimentKey]))}
        <hr />
        {item('top', t('Keep at the top'), () => choices.toggleTop(experimentKey), isOnTop)}
        {item('show', t('Show in the charts'), show, isShown)}
        <MenuItem data-action="color" onChoose={() => color.current?.click()} onLeave={() => {}}>
          {t('Choose a color')}
        </MenuItem>
        <input
          ref={color}
          type="color"
          className="tl-visually-hidden"
          tabIndex={-1}
          aria-label={t('Color of %1', label)}
          value={colors[experimentKey] ?? '#808080'}
          onChange={({ target }) => choices.setColor(experimentKey, target.value)}
        />
        {colors[experimentKey] !== undefined &&
          item('default-color', t('Default color'), () => choices.setColor(experimentKey, null))}
        {management &&
          item('notes', t('Edit Notes…'), () => void management.run('edit-experiment-notes', [experimentKey]))}
      </Menu>
    </div>
  );
}
