import * as v from 'valibot';

/** A text of a message, of so many characters at most. */
export const text = (length: number) => v.pipe(v.string(), v.maxLength(length));

/** A number of a message that counts something or names it. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What came from another frame or process, or null when it is not what it should be. Never throws. */
export function checkedMessage<const Schema extends v.GenericSchema>(
  schema: Schema,
  message: unknown,
): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, message);
  return parsed.success ? parsed.output : null;
}
