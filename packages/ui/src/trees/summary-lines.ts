/** Maximum number of metrics and of parameters that the hover of an experiment shows. */
export const maxLines = 8;

/** Collapses whitespace and truncates a text to one line of a hover. */
export function clipped(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
