/** Widths in pixels of the 0.88em type that labels have: padding and border, a letter, a sign as wide as two, the gap between two. */
const frame = 16;
const letter = 6.2;
const wideSign = 12;
const gap = 4;
/** A label is no wider than this, see `.tl-tag`. */
const widest = 180;
/** Room for `+12`. */
const moreLabel = frame + 3 * letter;

/** The width of a label, from its letters alone: the table asks for each row that is scrolled into sight, and must not measure. */
function labelWidth(tag: string): number {
  let width = frame;
  for (const sign of tag) width += sign.codePointAt(0)! >= 0x1100 ? wideSign : letter;
  return Math.min(widest, width);
}

/**
 * How many of some tags stand whole in a room of so many pixels, with a label that counts the others where there are any. At least
 * one: what is left of it is better than a mere count.
 */
export function tagsFittingWidth(tags: readonly string[], room: number): number {
  let used = 0;
  let whole = 0;
  for (const [index, tag] of tags.entries()) {
    used += labelWidth(tag) + (index === 0 ? 0 : gap);
    if (used > room) break;
    if (index === tags.length - 1) return tags.length;
    if (used + gap + moreLabel <= room) whole = index + 1;
  }
  return Math.min(tags.length, Math.max(1, whole));
}
