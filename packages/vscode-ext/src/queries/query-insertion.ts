/** What taking an item of completion writes, and where what it replaces ends. */
export interface Insertion {
  readonly insert: string;
  readonly to: number;
}

/**
 * An item in a text where the editor has closed brackets and quotes by itself: they are written over, so that the cursor stands
 * behind them and the query goes on.
 */
export function insertion(text: string, { from, to }: { from: number; to: number }, insert: string): Insertion {
  if (insert.endsWith(')')) return { insert, to: text[to] === ')' ? to + 1 : to };
  const quote = text[from - 1];
  const isClosed = (quote === '"' || quote === "'") && text.slice(to, to + 2) === `${quote})`;
  return isClosed ? { insert: `${insert}${quote})`, to: to + 2 } : { insert, to };
}
