import {
  type PaletteName,
  type SeriesStyle,
  type StyleChoices,
  seriesDashes,
  seriesPalettes,
  seriesStyles,
} from '@tracklens/core/display';

/** Numbers of the styles of experiments in a palette: all colors with solid lines, then all with the first dash. */
export interface StyleNumbers {
  readonly palette: PaletteName;
  readonly byKey: ReadonlyMap<string, number>;
}

/** Styles that no experiment has yet. */
export const noStyles: StyleNumbers = { palette: 'standard', byKey: new Map() };

/**
 * Returns the styles of selected experiments. Those that were selected before do not change; another one gets its usual
 * style or, if that is taken, the next free one. It is the same object if nothing has changed.
 */
export function styleNumbers(
  before: StyleNumbers,
  selected: readonly string[],
  palette: PaletteName = 'standard',
): StyleNumbers {
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

/** Returns the styles with the colors of a theme. A color that the user has chosen replaces that of the palette. */
export function numberedStyles(
  { palette, byKey }: StyleNumbers,
  dark: boolean,
  chosen: StyleChoices['colors'] = {},
): Map<string, SeriesStyle> {
  const all = allStyles(palette, dark);
  return new Map(
    [...byKey].map(([key, number]) => {
      const style = all[number % all.length]!;
      return [key, Object.hasOwn(chosen, key) ? { ...style, color: chosen[key]! } : style];
    }),
  );
}

function allStyles(palette: PaletteName, dark: boolean): SeriesStyle[] {
  const colors = seriesPalettes[palette][dark ? 'dark' : 'light'];
  return seriesDashes.flatMap((dash) => colors.map((color) => ({ color, dash })));
}

function usualNumbers(keys: readonly string[], palette: PaletteName): Map<string, number> {
  const all = allStyles(palette, false);
  const styles = seriesStyles(keys, false, { palette });
  return new Map(
    [...styles].map(([key, { color, dash }]) => [
      key,
      all.findIndex((one) => one.color === color && one.dash === dash),
    ]),
  );
}

/** Returns the first free style from a solid one; the given one if all are taken. */
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
