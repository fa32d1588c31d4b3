/** Function for each parsed value; `source` is the text of a value that is no list and no object. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Functions of `JSON` that TypeScript does not declare. */
const json = JSON as unknown as { parse(text: string, reviver: Reviver): unknown; rawJSON(text: string): object };

/** Integer of JSON that a number does not represent. As JSON and as text, it has the digits that were parsed. */
export class ExactInteger {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toString(): string {
    return this.#digits;
  }

  toJSON(): object {
    return json.rawJSON(this.#digits);
  }
}

const longInteger = /(?:^|[\s:,[])-?\d{16,}(?![\d.eE])/;

/** Returns whether JSON may contain integers that a number does not represent. Never false if it does. */
export function mayHoldLongInteger(text: string): boolean {
  return longInteger.test(text);
}

/**
 * Parses JSON. Integers that a number does not represent become `ExactInteger`, so that a 64-bit id or seed keeps all
 * its digits.
 *
 * @throws SyntaxError as `JSON.parse` does; RangeError if a value with such an integer has thousands of levels
 */
export function parseExactJson(text: string): unknown {
  // Calling a function for each value takes several times as long.
  if (!mayHoldLongInteger(text)) return JSON.parse(text);
  return json.parse(text, (_, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      ? new ExactInteger(source)
      : value,
  );
}

/** Returns the texts of a column that stores an array of them as JSON. */
export function storedTexts(json: string): string[] {
  return JSON.parse(json) as string[];
}
