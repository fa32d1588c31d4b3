import type { ReactElement } from 'react';
import { useView } from '../view/view-context.ts';

/** Button that shows the next page of a list of `total` items; nothing once all are shown. */
export function MoreButton({
  total,
  shown,
  pageSize,
  onShow,
}: {
  readonly total: number;
  readonly shown: number;
  readonly pageSize: number;
  /** Receives the new number of shown items. */
  readonly onShow: (shown: number) => void;
}): ReactElement | null {
  const { t } = useView();
  if (total <= shown) return null;
  return (
    <button type="button" className="tl-button tl-more" onClick={() => onShow(shown + pageSize)}>
      {t('Show %1 more', Math.min(pageSize, total - shown))}
    </button>
  );
}
