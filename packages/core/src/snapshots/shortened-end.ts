/**
 * Shortens a text at its end to at most `limit` code units, without half of a surrogate pair: JupyterLab cannot save a
 * notebook with one.
 */
export const cutEnd = (text: string, limit: number): string => text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');

/** Shortens a text at its end to at most `limit` code units, of which the last is an ellipsis. */
export const shortenedEnd = (text: string, limit: number): string =>
  text.length > limit ? `${cutEnd(text, limit - 1)}…` : text;
