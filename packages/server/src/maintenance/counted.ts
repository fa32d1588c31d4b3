/** Formats a number with thousands separators. */
export const count = (value: number) => value.toLocaleString('en-US');

/** Formats a number with a noun, in the plural where needed. */
export const counted = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
