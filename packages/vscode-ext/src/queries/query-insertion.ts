/** Text that a completion item inserts, and the end of the range it replaces. */
export interface Insertion {
  readonly insert: string;
  readonly to: number;
}

/**
 * Adapts a completion item to auto-closed brackets and quotes: they are overwritten, so that the cursor ends up
 * behind them.
 */
export function insertion(text: string, { from, to }: { from: number; to: number }, insert: string): Insertion {
  if (insert.endsWith(')')) return { insert, to: text[to] === ')' ? to + 1 : to };
  const quote = text[from - 1];
  const isClosed = (quote === '"' || quote === "'") && text.slice(to, to + 2) === `${quote})`;
  return isClosed ? { insert: `${insert}${quote})`, to: to + 2 } : { insert, to };
}
