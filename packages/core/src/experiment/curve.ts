/** A curve as it was logged: two parallel lists. */
export interface Curve {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly step: number | null;
  readonly assetId: string;
}

/** A curve as the JSON that it is kept as. JSON has no word for what is not finite: `NaN` is `null`, an infinity is text. */
export function curveText(name: string, x: readonly number[], y: readonly number[]): string {
  const written = (number: number) => (Number.isFinite(number) ? number : Number.isNaN(number) ? null : String(number));
  return JSON.stringify({ x: x.map(written), y: y.map(written), name });
}

const numberOf = (entry: unknown): number => (typeof entry === 'number' ? entry : Number(entry ?? Number.NaN));

/** Name and lists of a curve that was kept as JSON; null for what is no curve. */
export function curveOf(value: unknown): Pick<Curve, 'name' | 'x' | 'y'> | null {
  const { name, x, y } = (value ?? {}) as { readonly [field in 'name' | 'x' | 'y']?: unknown };
  if (!Array.isArray(x) || !Array.isArray(y)) return null;
  return { name: String(name ?? ''), x: x.map(numberOf), y: y.map(numberOf) };
}
