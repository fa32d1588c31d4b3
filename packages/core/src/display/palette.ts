/** A series' colour and, past the palette's end, its dash. */
export interface SeriesLook {
  readonly color: string;
  /** Lengths of strokes and gaps in pixels; empty is a solid line. */
  readonly dash: readonly number[];
}

/**
 * Ten colours for a light and the same ten hues for a dark background, in the order slots are taken. Their order puts
 * hues apart that red-green and blue-yellow blind people confuse (after Okabe and Ito, and Paul Tol's "bright" and
 * "vibrant" sets); each has a contrast of at least 3:1 with its background.
 */
const palettes = {
  light: ['#1f6fd1', '#d9480f', '#0b8a5f', '#b5179e', '#8a6d00', '#0e8fa8', '#7048e8', '#c2255c', '#5c6670', '#7a4a1f'],
  dark: ['#5aa2f5', '#ff8a4c', '#3ccf9b', '#f06fd8', '#e0bd3a', '#4cc9e0', '#a78bfa', '#ff7aa2', '#a9b3bd', '#c99a6b'],
} as const;

const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 2.5], [9, 3, 2, 3], [14, 4]];

/** How many experiments get a look of their own before looks repeat. */
export const distinctLooks = palettes.light.length * dashes.length;

/** FNV-1a over the key's characters: the same slot on every machine, in every chart, after every reload. */
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * Looks for the experiments of a view. A key's own slot comes from its hash; where two keys meet, the one that sorts
 * later takes the nearest free colour, so the answer depends on the set of keys only and not on their order. Solid
 * lines are used up before the first dash.
 */
export function seriesLooks(keys: readonly string[], dark: boolean): Map<string, SeriesLook> {
  const colors = dark ? palettes.dark : palettes.light;
  const size = colors.length;
  const looks = new Map<string, SeriesLook>();
  let taken = new Set<number>();
  let round = 0;
  for (const key of [...new Set(keys)].sort((a, b) => (a < b ? -1 : 1))) {
    if (taken.size === size) {
      taken = new Set();
      round++;
    }
    let slot = hash(key) % size;
    while (taken.has(slot)) slot = (slot + 1) % size;
    taken.add(slot);
    looks.set(key, { color: colors[slot]!, dash: dashes[round % dashes.length]! });
  }
  return looks;
}
