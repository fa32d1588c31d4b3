/** Returns a metric value as text in the format of the API: `0.1`, `NaN`, `Infinity`, `-Infinity`. */
export function valueText(value: number | null): string {
  return String(value ?? Number.NaN);
}

/** Serializes numbers as entries of a JSON array, each with a leading comma; non-finite numbers as strings. */
export function commaValues(values: Float64Array): string {
  if (values.every(Number.isFinite)) return `,${values.join(',')}`;
  return values.reduce((text, value) => `${text},${Number.isFinite(value) ? value : `"${value}"`}`, '');
}

/** Serializes numbers as entries of a JSON array, each with a leading comma; `NaN` as `null`. */
export function commaList(column: Float64Array): string {
  if (!column.some(Number.isNaN)) return `,${column.join(',')}`;
  return column.reduce((text, entry) => `${text},${Number.isNaN(entry) ? 'null' : entry}`, '');
}

/** Serializes numbers as a JSON array with `NaN` as `null`; returns `null` if all entries are `NaN`. */
export function optionalJson(column: Float64Array): string {
  return column.length > 0 && column.every(Number.isNaN) ? 'null' : `[${commaList(column).slice(1)}]`;
}
