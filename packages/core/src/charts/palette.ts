/** Color of a series and, beyond the size of the palette, its dash. */
export interface SeriesStyle {
  /** CSS color of the lines. */
  readonly color: string;
  /** Lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

/** Available palettes, the default first. */
export const paletteNames = ['standard', 'okabe-ito'] as const;

/** Colors of a palette, as CSS hex strings in slot order. */
export interface Palette {
  /** Colors for light backgrounds. */
  readonly light: readonly string[];
  /** Colors for dark backgrounds. */
  readonly dark: readonly string[];
}

/** Name of a palette. */
export type PaletteName = (typeof paletteNames)[number];

/**
 * Series colors for light backgrounds, and for dark ones, in slot order. The standard palette has ten colors. The
 * Okabe-Ito palette has seven, which are easier to distinguish. Each color has a contrast of at least 3:1 with its
 * background, and any two are distinguishable with protanopia, deuteranopia and tritanopia; the test of this file
 * verifies this by simulation.
 */
export const seriesPalettes: Readonly<Record<PaletteName, Palette>> = {
  standard: {
    light: [
      '#2374d0',
      '#e26f2a',
      '#1da65f',
      '#b537af',
      '#8e6701',
      '#7d919c',
      '#6a03de',
      '#bc235e',
      '#4c687a',
      '#7b4b1e',
    ],
    dark: [
      '#5da4f8',
      '#f18d52',
      '#3f8578',
      '#f94ac2',
      '#e4bf39',
      '#49cdef',
      '#8876fa',
      '#c48f8c',
      '#b7b7b7',
      '#ca773d',
    ],
  },
  'okabe-ito': {
    light: ['#23617e', '#d97c22', '#2f8b79', '#b52eb9', '#80680f', '#1a97fb', '#4e4438'],
    dark: ['#3ea9f4', '#ff8c3d', '#409783', '#bbadb5', '#f8cd0f', '#9dd9fe', '#f0ecce'],
  },
};

/**
 * Dash patterns, one for each round through the palette: lengths of strokes and gaps in pixels; empty for a solid
 * line.
 */
export const seriesDashes: readonly (readonly number[])[] = [[], [6, 3], [2, 2.5], [9, 3, 2, 3], [14, 4]];

/** Number of experiments with distinct styles in the standard palette. */
export const distinctStyles = seriesPalettes.standard.light.length * seriesDashes.length;

/** User settings of the series styles. */
export interface StyleChoices {
  /** Palette of the series. Default: `standard`. */
  readonly palette?: PaletteName | undefined;
  /** CSS hex strings by experiment key. */
  readonly colors?: Readonly<Record<string, string>> | undefined;
}

/** FNV-1a hash of the key: yields the same slot on every machine, in every chart, after every reload. */
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * Assigns a style to each experiment of a view. The hash of a key selects its slot. On a collision the key that sorts
 * later takes the next free slot, so the result depends only on the set of keys, not on their order. All solid lines
 * are used before the first dash. A color selected by the user overrides the palette.
 */
export function seriesStyles(
  keys: readonly string[],
  dark: boolean,
  { palette = 'standard', colors: chosen = {} }: StyleChoices = {},
): Map<string, SeriesStyle> {
  const colors = seriesPalettes[palette][dark ? 'dark' : 'light'];
  const size = colors.length;
  const styles = new Map<string, SeriesStyle>();
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
    const color = Object.hasOwn(chosen, key) ? chosen[key]! : colors[slot]!;
    styles.set(key, { color, dash: seriesDashes[round % seriesDashes.length]! });
  }
  return styles;
}
