import type { ReactElement } from 'react';
import type { Translate } from '../text/translate.ts';

/** Button that shows the next page of a list of `total` items; nothing once all are shown. */
export function MoreButton({
  total,
  shown,
  pageSize,
  onShow,
  t,
}: {
  readonly total: number;
  readonly shown: number;
  readonly pageSize: number;
  /** Receives the new number of shown items. */
  readonly onShow: (shown: number) => void;
  readonly t: Translate;
}): ReactElement | null {
  if (total <= shown) return null;
  return (
    <button type="button" className="tl-button tl-more" onClick={() => onShow(shown + pageSize)}>
      {t('Show %1 more', Math.min(pageSize, total - shown))}
    </button>
  );
}
