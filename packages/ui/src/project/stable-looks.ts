import {
  type LookChoices,
  type PaletteName,
  type SeriesLook,
  seriesDashes,
  seriesLooks,
  seriesPalettes,
} from '@tracklens/core/display';

/** Numbers of the looks of experiments in a palette: all colors with solid lines, then all with the first dash. */
export interface LookNumbers {
  readonly palette: PaletteName;
  readonly byKey: ReadonlyMap<string, number>;
}

/** Looks that no experiment has yet. */
export const noLooks: LookNumbers = { palette: 'standard', byKey: new Map() };

/**
 * Returns the looks of selected experiments. Those that were selected before do not change; another one gets its usual
 * look or, if that is taken, the next free one. It is the same object if nothing has changed.
 */
export function lookNumbers(
  before: LookNumbers,
  selected: readonly string[],
  palette: PaletteName = 'standard',
): LookNumbers {
  const keys = [...new Set(selected)];
  const held = before.palette === palette ? keys.filter((key) => before.byKey.has(key)) : [];
  if (held.length === keys.length && held.length === before.byKey.size) return before;
  if (held.length === 0) return { palette, byKey: usualNumbers(keys, palette) };
  const byKey = new Map(held.map((key) => [key, before.byKey.get(key)!]));
  const taken = new Set(byKey.values());
  for (const key of keys.filter((one) => !byKey.has(one)).sort()) {
    const number = freeNumber(usualNumbers([key], palette).get(key)!, taken, palette);
    taken.add(number);
    byKey.set(key, number);
  }
  return { palette, byKey };
}

/** Returns the looks with the colors of a theme. A color that the user has chosen replaces that of the palette. */
export function numberedLooks(
  { palette, byKey }: LookNumbers,
  dark: boolean,
  chosen: LookChoices['colors'] = {},
): Map<string, SeriesLook> {
  const all = allLooks(palette, dark);
  return new Map(
    [...byKey].map(([key, number]) => {
      const look = all[number % all.length]!;
      return [key, Object.hasOwn(chosen, key) ? { ...look, color: chosen[key]! } : look];
    }),
  );
}

function allLooks(palette: PaletteName, dark: boolean): SeriesLook[] {
  const colors = seriesPalettes[palette][dark ? 'dark' : 'light'];
  return seriesDashes.flatMap((dash) => colors.map((color) => ({ color, dash })));
}

function usualNumbers(keys: readonly string[], palette: PaletteName): Map<string, number> {
  const all = allLooks(palette, false);
  const looks = seriesLooks(keys, false, { palette });
  return new Map(
    [...looks].map(([key, { color, dash }]) => [key, all.findIndex((one) => one.color === color && one.dash === dash)]),
  );
}

/** Returns the first free look from a solid one; the given one if all are taken. */
function freeNumber(usual: number, taken: ReadonlySet<number>, palette: PaletteName): number {
  const size = seriesPalettes[palette].light.length;
  for (let round = 0; round < seriesDashes.length; round++) {
    for (let step = 0; step < size; step++) {
      const number = round * size + ((usual + step) % size);
      if (!taken.has(number)) return number;
    }
  }
  return usual;
}
