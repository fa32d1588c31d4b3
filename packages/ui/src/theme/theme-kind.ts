import type { ThemeKind } from '@tracklens/core/display';

/** Whether light text stands on a dark ground. */
export function isDark(kind: ThemeKind): boolean {
  return kind === 'dark' || kind === 'high-contrast-dark';
}
