const inspect: unique symbol = Symbol.for('nodejs.util.inspect.custom') as never;

/** Base class of the objects that callers hold: `console.log` and `JSON.stringify` show what identifies them. */
export abstract class Inspectable {
  /** Name of the class, which does not depend on the names in a bundle. */
  abstract get [Symbol.toStringTag](): string;

  /** Returns the identity as plain data, for `JSON.stringify`. */
  abstract toJSON(): object;

  protected [inspect](depth: number, options: object, format: (value: unknown, options: object) => string): string {
    const name = this[Symbol.toStringTag];
    return depth < 0 ? `[${name}]` : `${name} ${format({ ...this.toJSON() }, options)}`;
  }
}
