import { readNumber } from '@tracklens/core/query';

/** Type of a logged text, from which the type of its column is derived. */
export type ReadType = 'boolean' | 'double' | 'string' | 'empty';

/** Columns parsed from a logged text when it is written. */
export interface ReadColumns {
  /**
   * Number that the text contains, with `true` and `false` as 1 and 0; null for other text and for NaN, which no
   * number equals.
   */
  value_number: number | null;
  value_type: ReadType;
}

const flag = /^(?:true|false)$/i;

/** Parses a logged text as queries interpret it. */
export function parseValueText(text: string): ReadColumns {
  const number = readNumber(text);
  return {
    value_number: Number.isNaN(number) ? null : number,
    value_type: text === '' ? 'empty' : flag.test(text) ? 'boolean' : number === null ? 'string' : 'double',
  };
}

/** Returns the narrowest type shared by all values of a column. */
export function columnTypeOf(types: Iterable<ReadType>): 'boolean' | 'double' | 'string' {
  const found = new Set(types);
  found.delete('empty');
  const [only] = found;
  return found.size === 1 && only !== undefined && only !== 'empty' ? only : 'string';
}
