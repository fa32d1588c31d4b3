/** A value as text, as the wire writes it: `0.1`, `NaN`, `Infinity`, `-Infinity`. */
export function valueText(value: number | null): string {
  return String(value ?? Number.NaN);
}

/** Numbers as entries of a JSON list, each begun by a comma; one that JSON has no word for is text. */
export function commaValues(values: Float64Array): string {
  if (values.every(Number.isFinite)) return `,${values.join(',')}`;
  return values.reduce((text, value) => `${text},${Number.isFinite(value) ? value : `"${value}"`}`, '');
}

/** Numbers as entries of a JSON list, each begun by a comma; `NaN` stands for none. */
export function commaList(column: Float64Array): string {
  if (!column.some(Number.isNaN)) return `,${column.join(',')}`;
  return column.reduce((text, entry) => `${text},${Number.isNaN(entry) ? 'null' : entry}`, '');
}

/** A list of numbers where `NaN` stands for none; the word `null` when none has one. */
export function optionalJson(column: Float64Array): string {
  return column.length > 0 && column.every(Number.isNaN) ? 'null' : `[${commaList(column).slice(1)}]`;
}
