import { readNumber } from '@tracklens/core/query';

/** What a logged text is, for the type of its column. */
export type ReadType = 'boolean' | 'double' | 'string' | 'empty';

/** Columns beside a logged text: what it says, read once when it is written. */
export interface ReadColumns {
  /** The number it spells, `true` and `false` being 1 and 0; null for a text and for NaN, which no number equals. */
  value_number: number | null;
  value_type: ReadType;
}

const flag = /^(?:true|false)$/i;

/** Reads a logged text as queries do. */
export function parseValueText(text: string): ReadColumns {
  const number = readNumber(text);
  return {
    value_number: Number.isNaN(number) ? null : number,
    value_type: text === '' ? 'empty' : flag.test(text) ? 'boolean' : number === null ? 'string' : 'double',
  };
}

/** The narrowest type that all values of a column have. */
export function columnTypeOf(types: Iterable<ReadType>): 'boolean' | 'double' | 'string' {
  const found = new Set(types);
  found.delete('empty');
  const [only] = found;
  return found.size === 1 && only !== undefined && only !== 'empty' ? only : 'string';
}
