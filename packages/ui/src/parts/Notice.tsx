import type { ReactElement, ReactNode } from 'react';
import { type Failure, messageText, type NextAttempt, remedyText } from '../source/failure.ts';
import type { Translate } from '../text/translate.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { Icon } from './Icon.tsx';

/** Something is on its way; the shape of what comes stands in its place. */
export function Loading({ label, rows = 4 }: { readonly label: string; readonly rows?: number }): ReactElement {
  return (
    <div className="tl-loading" role="status">
      <span className="tl-visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a placeholder are all the same.
        <span key={index} className="tl-skeleton" style={{ width: `${90 - ((index * 23) % 45)}%` }} />
      ))}
    </div>
  );
}

/** There is nothing, and how there could be something. */
export function Empty({
  title,
  children,
  code,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  /** Lines of Python that would put something here. */
  readonly code?: string;
}): ReactElement {
  return (
    <div className="tl-notice">
      <p className="tl-notice-title">{title}</p>
      {children && <p>{children}</p>}
      {code && <CodeBlock text={code} />}
    </div>
  );
}

/** Something could not be shown: what happened, the way out, and trying again. */
export function Problem({
  failure,
  t,
  onRetry,
  next,
}: {
  readonly failure: Failure;
  readonly t: Translate;
  readonly onRetry?: (() => void) | undefined;
  /** Who makes the next attempt; the person unless stated. */
  readonly next?: NextAttempt;
}): ReactElement {
  return (
    <div className="tl-notice tl-notice-problem" role="alert" data-failure={failure.kind}>
      <p className="tl-notice-title">
        <Icon name="problem" />
        {messageText(failure, t)}
      </p>
      <p>{remedyText(failure, t, next)}</p>
      {onRetry && (
        <button type="button" className="tl-button" onClick={onRetry}>
          <Icon name="refresh" />
          {t('Retry')}
        </button>
      )}
    </div>
  );
}
