const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Number of bytes in a unit, as it is shown. */
interface Size {
  /** Number of units, not rounded. */
  readonly value: number;
  readonly unit: (typeof units)[number];
  /** Number of decimals to show at most. */
  readonly decimals: 0 | 1;
}

/** Returns a number of bytes in the unit in which it has three digits at most; anything but a positive number is 0. */
export function sizeIn(bytes: number): Size {
  let value = bytes > 0 ? bytes : 0;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  return { value, unit: units[unit]!, decimals: unit === 0 || value >= 99.95 ? 0 : 1 };
}

/** Formats a number of bytes in English: `512 bytes`, `1.5 kB`, `3.2 MB`. */
export function sizeText(bytes: number): string {
  const { value, unit, decimals } = sizeIn(bytes);
  return `${Number(value.toFixed(decimals))} ${unit === 'B' ? 'bytes' : unit}`;
}
