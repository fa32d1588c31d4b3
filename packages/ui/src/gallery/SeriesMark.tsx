import type { ReactElement } from 'react';

/** Sample of a series' line, in its color and dash. */
export function SeriesMark({
  color,
  dash,
}: {
  readonly color?: string | undefined;
  readonly dash?: readonly number[] | undefined;
}): ReactElement {
  return (
    <svg className="tl-series-mark" viewBox="0 0 18 10" aria-hidden="true" focusable="false">
      <path d="M1 5h16" stroke={color ?? 'currentColor'} strokeDasharray={dash?.join(' ') ?? ''} />
    </svg>
  );
}
