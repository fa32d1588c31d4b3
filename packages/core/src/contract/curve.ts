/** Logged curve: two parallel lists of numbers. */
export interface Curve {
  /** Name of the curve. */
  readonly name: string;
  /** X coordinates. */
  readonly x: readonly number[];
  /** Y coordinates, one for each `x`. */
  readonly y: readonly number[];
  /** Step at which it was logged; null when none was given. */
  readonly step: number | null;
  /** Id of the asset that contains the curve. */
  readonly assetId: string;
}

/** List of numbers, or a typed array of them. */
export type Numbers =
  | readonly number[]
  | Float64Array
  | Float32Array
  | Int32Array
  | Int16Array
  | Int8Array
  | Uint32Array
  | Uint16Array
  | Uint8Array
  | Uint8ClampedArray;

/** Serializes a curve as JSON. JSON has no non-finite numbers: `NaN` becomes `null`, infinities become strings. */
export function curveText(name: string, x: Numbers, y: Numbers): string {
  const written = (number: number) => (Number.isFinite(number) ? number : Number.isNaN(number) ? null : String(number));
  return JSON.stringify({ x: Array.from(x, written), y: Array.from(y, written), name });
}

/** Returns a value unless it is an object, which may have neither a text nor a number. */
const primitive = (value: unknown) => (typeof value === 'object' ? undefined : value);
const numberOf = (entry: unknown) => Number(primitive(entry));

/** Parses a curve from its JSON value. Returns null for an invalid curve. */
export function curveOf(value: unknown): Pick<Curve, 'name' | 'x' | 'y'> | null {
  const { name, x, y } = (value ?? {}) as { readonly [field in 'name' | 'x' | 'y']?: unknown };
  if (!Array.isArray(x) || !Array.isArray(y)) return null;
  return { name: String(primitive(name) ?? ''), x: x.map(numberOf), y: y.map(numberOf) };
}
