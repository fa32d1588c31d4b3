import * as v from 'valibot';

/** Schema of a string with at most `length` characters. */
export const text = (length: number) => v.pipe(v.string(), v.maxLength(length));

/** Schema of a string that is shortened to `length` characters, such as one with a text of the service. */
export const shortened = (length: number) =>
  v.pipe(
    v.string(),
    v.transform((long) => long.slice(0, length)),
  );

/** Schema of a non-negative integer, used for counts and ids. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Validates a message from another frame or process; returns null when it does not match the schema. Never throws.
 */
export function checkedMessage<const Schema extends v.GenericSchema>(
  schema: Schema,
  message: unknown,
): v.InferOutput<Schema> | null {
  const parsed = v.safeParse(schema, message);
  return parsed.success ? parsed.output : null;
}
