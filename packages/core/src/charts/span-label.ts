const second = 1000;
const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', second],
] as const;

/**
 * Formats a duration in milliseconds with its two largest units, and with more units or decimals if the distance to the
 * next value requires them: `2h 30m`, `1h 14m 52s`, `45.67s`, `250ms`, `0s`. `number` formats a number with all its
 * digits.
 */
export function spanLabel(millis: number, distance: number, number: (value: number) => string): string {
  if (millis < 0) return `−${spanLabel(-millis, distance, number)}`;
  const exactness = Math.min(ownExactness(millis), exactnessOf(distance));
  let rest = Math.floor(rounded(millis / exactness));
  if (millis < second) return rest === 0 ? '0s' : `${number(rounded(rest * exactness))}ms`;
  const parts: string[] = [];
  for (const [name, unit] of units) {
    const each = Math.round(unit / exactness);
    if (each === 0) break;
    const count = unit === second ? rest / each : Math.floor(rest / each);
    if (count > 0) parts.push(`${number(count)}${name}`);
    rest %= each;
  }
  return parts.join(' ');
}

/** Rounds to 15 digits to remove floating-point errors. */
const rounded = (value: number) => Number(value.toPrecision(15));

const powerOfTen = (value: number) => 10 ** Math.floor(Math.log10(value));

/** Returns the second largest unit of a duration; below a minute, the last of a few digits. */
function ownExactness(millis: number): number {
  if (millis < second) return millis === 0 ? 1 : powerOfTen(millis) / 100;
  const largest = units.findIndex(([, unit]) => millis >= unit);
  return units[largest + 1]?.[1] ?? 10;
}

/** Returns the unit, or the power of ten below a second, whose multiples a distance separates. */
function exactnessOf(distance: number): number {
  return units.find(([, unit]) => distance >= unit)?.[1] ?? powerOfTen(distance);
}
