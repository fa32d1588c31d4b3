/** Maximum number of metrics and of parameters that the hover of an experiment shows. */
export const maxLines = 8;

/** Collapses whitespace and truncates a text to one line of a hover, by default of 80 characters. */
export function clipped(text: string, length = 80): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
