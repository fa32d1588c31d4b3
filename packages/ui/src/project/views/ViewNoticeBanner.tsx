import type { ReactElement } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import type { ViewNotice } from './named-views-state.ts';

/** Banner explaining why the requested view is not shown. */
export function ViewNoticeBanner({
  notice,
  onDismiss,
}: {
  readonly notice: ViewNotice;
  readonly onDismiss: () => void;
}): ReactElement {
  const t = useTranslate();
  const sentences = () => {
    switch (notice.kind) {
      case 'absent':
        return [
          t('This project has no view “%1”.', notice.name),
          t('It may have been deleted. The project is shown without it; its other views are under “View”.'),
        ];
      case 'newer':
        return [
          t('The view “%1” was saved by a newer version of Tracklens.', notice.name),
          t('Update Tracklens to see it. The project is shown without it; the saved view is unchanged.'),
        ];
      case 'removed':
        return [
          t('The named view of this layout was deleted.'),
          t('The layout is unchanged. Save it under a name to use it again.'),
        ];
      case 'unread':
        return [
          t('The named view could not be read.'),
          t('The project is shown without it until the service is reachable.'),
        ];
    }
  };
  const [problem, remedy] = sentences();
  return (
    <div className="tl-banner" role="alert" data-notice={notice.kind}>
      <Icon name="problem" />
      <span>
        <strong>{problem}</strong> {remedy}
      </span>
      <button
        type="button"
        className="tl-icon-button"
        aria-label={t('Dismiss')}
        title={t('Dismiss')}
        onClick={onDismiss}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
