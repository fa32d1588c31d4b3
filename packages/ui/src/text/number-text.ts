/** A value of the wire as a number; `null` where there is none to read. `NaN` and infinities are numbers. */
export function numberOf(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  const text = value.trim();
  if (text === '') return null;
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  const number = Number(text);
  return Number.isNaN(number) ? null : number;
}

const grouped = new Intl.NumberFormat('en-US');

/** A metric's value in at most six significant digits: `0.3` for 0.30000000000000004, `1.2e-7`, `NaN`. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e9) return grouped.format(value).replaceAll(',', '\u202f');
  if (size >= 1e9 || size < 1e-4)
    return value
      .toExponential(4)
      .replace(/\.?0+e/, 'e')
      .replace('e+', 'e');
  return String(Number(value.toPrecision(6)));
}

/** A value of the wire for a reader: numbers shortened, other texts as they are. */
export function valueText(value: string | number | null | undefined): string {
  const number = numberOf(value);
  return number === null ? String(value ?? '') : numberText(number);
}
