import type { ReactElement } from 'react';
import { Icon } from '../components/Icon.tsx';
import type { MenuPosition } from '../components/table-column.ts';
import { useTranslate } from '../components/translate-context.ts';
import type { Objective } from './objective.ts';

/** Marks after the name of an experiment in the table, and the button of its menu. */
export function NameMarks({
  objective,
  isOnTop,
  onMenu,
}: {
  /** Objective of which the experiment has the best value; null if it has not. */
  readonly objective: Objective | null;
  readonly isOnTop: boolean;
  readonly onMenu: (at: MenuPosition) => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <span className="tl-name-marks">
      {objective !== null && (
        <span className="tl-best" title={t('Best %1', objective.metric)}>
          <Icon name="star" />
          <span className="tl-visually-hidden">{t('Best %1', objective.metric)}</span>
        </span>
      )}
      {isOnTop && (
        <span title={t('Kept at the top')}>
          <Icon name="pin" />
          <span className="tl-visually-hidden">{t('Kept at the top')}</span>
        </span>
      )}
      <button
        type="button"
        tabIndex={-1}
        className="tl-icon-button tl-row-actions"
        aria-haspopup="menu"
        aria-label={t('Row actions')}
        onClick={(event) => {
          event.stopPropagation();
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          onMenu({ left, top: bottom });
        }}
      >
        <Icon name="more" />
      </button>
    </span>
  );
}
