import type { ReactElement, ReactNode } from 'react';
import { type Failure, messageText, type NextAttempt, remedyText } from '../source/failure.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { FixedList } from './FixedList.tsx';
import { Icon } from './Icon.tsx';
import { useTranslate } from './translate-context.ts';

/** Loading indicator: a placeholder in the shape of the content. */
export function Loading({ label, rows = 4 }: { readonly label: string; readonly rows?: number }): ReactElement {
  return (
    <div className="tl-loading" role="status">
      <span className="tl-visually-hidden">{label}</span>
      <FixedList items={Array(rows).keys()}>
        {(row) => <span className="tl-skeleton" style={{ width: `${90 - ((row * 23) % 45)}%` }} />}
      </FixedList>
    </div>
  );
}

/** Empty state with a hint on how to fill it. */
export function Empty({
  title,
  children,
  code,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  /** Python code that would create content here. */
  readonly code?: string;
  /** Button that creates content here. */
  readonly action?: ReactElement;
}): ReactElement {
  return (
    <div className="tl-notice">
      <p className="tl-notice-title">{title}</p>
      {children && <p>{children}</p>}
      {code && <CodeBlock text={code} />}
      {action}
    </div>
  );
}

/** Error message: what happened, the remedy and a retry button. */
export function Problem({
  failure,
  onRetry,
  next,
}: {
  readonly failure: Failure;
  readonly onRetry?: (() => void) | undefined;
  /** Whether the next attempt is automatic. Default: `manual`. */
  readonly next?: NextAttempt;
}): ReactElement {
  const t = useTranslate();
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
