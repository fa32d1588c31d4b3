/** A series' colour and, past the palette's end, its dash. */
export interface SeriesLook {
  readonly color: string;
  /** Lengths of strokes and gaps in pixels; empty is a solid line. */
  readonly dash: readonly number[];
}

/** The palettes to choose from, the usual one first. */
export const paletteNames = ['standard', 'okabe-ito'] as const;

/** The name of a palette. */
export type PaletteName = (typeof paletteNames)[number];

/**
 * Colours for a light and the same hues for a dark background, in the order slots are taken. Ten for the standard palette; seven
 * after Okabe and Ito, further apart. Each has a contrast of at least 3:1 with its background, and any two can be told apart with
 * red-, green- and blue-blind eyes: the test of this file simulates them and says by how much.
 */
export const seriesPalettes = {
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
} as const;

/** Strokes of lines, in the order that rounds of the palette take them: lengths of strokes and gaps in pixels; empty is solid. */
export const seriesDashes: readonly (readonly number[])[] = [[], [6, 3], [2, 2.5], [9, 3, 2, 3], [14, 4]];

/** How many experiments get a look of their own before looks repeat. */
export const distinctLooks = seriesPalettes.standard.light.length * seriesDashes.length;

/** What a person chose about looks. */
export interface LookChoices {
  readonly palette?: PaletteName | undefined;
  /** CSS hex texts by key. */
  readonly colors?: Readonly<Record<string, string>> | undefined;
}

/** FNV-1a over the key's characters: the same slot on every machine, in every chart, after every reload. */
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * Looks for the experiments of a view. A key's own slot comes from its hash; where two keys meet, the one that sorts
 * later takes the nearest free colour, so the answer depends on the set of keys only and not on their order. Solid
 * lines are used up before the first dash. A colour that a person chose for a key stands in place of the palette's.
 */
export function seriesLooks(
  keys: readonly string[],
  dark: boolean,
  { palette = 'standard', colors: chosen = {} }: LookChoices = {},
): Map<string, SeriesLook> {
  const colors: readonly string[] = seriesPalettes[palette][dark ? 'dark' : 'light'];
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
    const color = Object.hasOwn(chosen, key) ? chosen[key]! : colors[slot]!;
    looks.set(key, { color, dash: seriesDashes[round % seriesDashes.length]! });
  }
  return looks;
}
