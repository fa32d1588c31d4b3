import type { ReactElement, ReactNode } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { useTranslate } from '../components/translate-context.ts';
import type { ChartZoom } from './use-zoom-history.ts';

/** Title bar of a chart with the zoom buttons. The chart menu is passed as the child. */
export function ChartHeading({
  title,
  zoom: { zoom, history, onZoom, onStep },
  onLeave,
  children,
}: {
  readonly title: string;
  readonly zoom: ChartZoom;
  /** Called when a focused button is removed, to move the focus elsewhere. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslate();
  return (
    <div className="tracklens-chart-heading">
      <figcaption className="tracklens-chart-title" title={title}>
        {title}
      </figcaption>
      <span className="tracklens-chart-buttons">
        {history.past.length > 0 || history.future.length > 0 ? (
          <>
            <ZoomStep by={-1} enabled={history.past.length > 0} onStep={onStep} />
            <ZoomStep by={1} enabled={history.future.length > 0} onStep={onStep} />
          </>
        ) : null}
        {zoom ? (
          <button
            type="button"
            className="tracklens-chart-reset"
            onClick={() => {
              onZoom(null);
              // The button is removed, which would lose the focus.
              onLeave();
            }}
            title={t('Show everything (double-click, or Escape)')}
          >
            {t('Reset zoom')}
          </button>
        ) : null}
        {children}
      </span>
    </div>
  );
}

function ZoomStep({
  by,
  enabled,
  onStep,
}: {
  readonly by: -1 | 1;
  readonly enabled: boolean;
  readonly onStep: (by: -1 | 1) => void;
}): ReactElement {
  const t = useTranslate();
  const text = by < 0 ? t('Previous zoom (Backspace)') : t('Next zoom (Shift+Backspace)');
  return (
    <ActionButton
      className="tracklens-chart-step"
      enabled={enabled}
      aria-label={text}
      title={text}
      onClick={() => onStep(by)}
    >
      <svg width={12} height={12} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path
          d={by < 0 ? 'M10 3.500l-4.500 4.500l4.500 4.500' : 'M6 3.500l4.500 4.500l-4.500 4.500'}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.8}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </ActionButton>
  );
}
