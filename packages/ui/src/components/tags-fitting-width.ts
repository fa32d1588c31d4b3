/**
 * Widths in pixels at the labels' font size of 0.88em: padding and border, a letter, a double-width character, and
 * the gap between two labels.
 */
const frame = 16;
const letter = 6.2;
const wideSign = 12;
const gap = 4;
/** Maximum width of a label, see `.tl-tag`. */
const widest = 180;
/** Width of the label `+12`. */
const moreLabel = frame + 3 * letter;

/**
 * Estimates the width of a label from its characters: this runs for each row that is scrolled into view, so measuring
 * would be too slow.
 */
function labelWidth(tag: string): number {
  let width = frame;
  for (const sign of tag) width += sign.codePointAt(0)! >= 0x1100 ? wideSign : letter;
  return Math.min(widest, width);
}

/** Returns the estimated width of tags side by side in pixels. */
export const widthOfTags = (tags: readonly string[]): number =>
  tags.reduce((width, tag, index) => width + labelWidth(tag) + (index === 0 ? 0 : gap), 0);

/**
 * Returns the number of tags that fit in a width, leaving space for a label that counts the others if there are any.
 * At least one, since a truncated tag is more useful than a mere count.
 */
export function tagsFittingWidth(tags: readonly string[], maxWidth: number): number {
  let used = 0;
  let whole = 0;
  for (const [index, tag] of tags.entries()) {
    used += labelWidth(tag) + (index === 0 ? 0 : gap);
    if (used > maxWidth) break;
    if (index === tags.length - 1) return tags.length;
    if (used + gap + moreLabel <= maxWidth) whole = index + 1;
  }
  return Math.min(tags.length, Math.max(1, whole));
}
