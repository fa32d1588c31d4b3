import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeTransport } from '../testing/fake-transport.ts';
import { anything, argument, flag, text } from './argument.ts';
import { Connection, type OperationOptions } from './connection.ts';
import { defineOperations, lazyOperations, type OperationSubject } from './operation.ts';
import { withOperations } from './operation-methods.ts';

interface Greetings {
  greet(name: string, options?: OperationOptions & { readonly loud?: boolean }): Promise<string>;
  count(): Promise<number>;
}

const table = defineOperations<Greetings, OperationSubject>({
  greet: {
    arguments: [argument('name', text)],
    options: { loud: flag },
    async run({ failure }, name, { loud = false }) {
      if (name === '') throw failure('invalid', 'there is nobody to greet');
      return loud ? name.toUpperCase() : name;
    },
  },
  count: { deprecated: 'greet', run: async () => 1 },
});

const warnings: string[] = [];

class Subject {
  protected readonly subject: OperationSubject;

  constructor() {
    const warn = (message: string) => warnings.push(message);
    this.subject = { connection: new Connection({ transport: fakeTransport(() => ({})), warn }) };
  }
}

class Greeter extends withOperations<typeof Subject, Greetings>(Subject, table, 'Greeter.') {
  override async greet(name: string, options: OperationOptions & { readonly loud?: boolean } = {}): Promise<string> {
    return `Hello, ${await super.greet(name, options)}`;
  }
}

test('an operation is a method, which a subclass may override', async () => {
  assert.equal(await new Greeter().greet('Ada', { loud: true }), 'Hello, ADA');
});

test('arguments and options are checked by name, and an option that is null is not given', async () => {
  const greeter = new Greeter();
  await assert.rejects(greeter.greet(5 as never), {
    message: /^Greeter.greet: name must be a string/,
    code: 'invalid',
  });
  await assert.rejects(greeter.greet('a', { loud: 'no' as never }), { message: /: loud must be true or false/ });
  await assert.rejects(greeter.greet('a', 'b' as never), { message: /: the options must be an object, not a string/ });
  await assert.rejects(greeter.greet('a', { signal: 5 as never }), { message: /: signal must be an AbortSignal/ });
  await assert.rejects(greeter.greet(''), {
    message: /^Greeter.greet: there is nobody to greet/,
    operation: 'Greeter.greet',
  });
  assert.equal(await greeter.greet('Ada', { loud: null as never }), 'Hello, Ada');
});

test('a deprecated operation names its successor once', async () => {
  await new Greeter().count();
  await new Greeter().count();
  assert.deepEqual(warnings, ['Greeter.count is deprecated: use greet.']);
});

test('a method is named like its operation', () => {
  const { greet, count } = Object.getPrototypeOf(Greeter.prototype) as Greetings;
  assert.deepEqual([greet.name, count.name], ['Greeter.greet', 'Greeter.count']);
});

test('a definition without a check does not compile', () => {
  const { run, options } = table.greet;
  const name = argument('name', text);
  const { count } = table;
  const wrong = { arguments: [argument('name', flag)], options, run } as const;
  const tables = [
    // @ts-expect-error: no check of an argument.
    defineOperations<Greetings, OperationSubject>({ count, greet: { options: { loud: flag }, run } }),
    // @ts-expect-error: no check of an option.
    defineOperations<Greetings, OperationSubject>({ count, greet: { arguments: [name], run } }),
    // @ts-expect-error: the check of another type.
    defineOperations<Greetings, OperationSubject>({ count, greet: wrong }),
    // @ts-expect-error: no definition of a method.
    defineOperations<Greetings, OperationSubject>({ count }),
  ];
  assert.equal(tables.length, 4);
});

interface Sums {
  sum(values: readonly number[], options?: OperationOptions): Promise<number>;
}

const sums = defineOperations<Sums, OperationSubject>({
  sum: {
    unawaited: true,
    arguments: [argument('values', anything)],
    run: async (_, values) => values.reduce((sum, value) => sum + value, 0),
  },
});

test('definitions are loaded with the first call, which uses its arguments as they were given', async () => {
  let loads = 0;
  const loading = Promise.withResolvers<void>();
  const load = async () => {
    loads++;
    await loading.promise;
    return sums;
  };
  class Lazy extends withOperations<typeof Subject, Sums>(Subject, lazyOperations<Sums>({ sum: true }, load)) {}
  const lazy = new Lazy();
  assert.equal(loads, 0);
  const values = [1, 2];
  const first = lazy.sum(values);
  values[0] = 100;
  loading.resolve();
  assert.equal(await first, 3);
  assert.equal(await lazy.sum(values), 102);
  assert.equal(loads, 1);
  await assert.rejects(lazy.sum(values, { onRawResponse: 5 as never }), {
    code: 'invalid',
    message: /^sum: onRawResponse/,
  });
});

test('definitions that cannot be loaded are an error of the call, and the next call loads them again', async () => {
  let loads = 0;
  const load = async () => {
    if (loads++ === 0) throw new TypeError('Failed to fetch dynamically imported module');
    return sums;
  };
  class Lazy extends withOperations<typeof Subject, Sums>(Subject, lazyOperations<Sums>({ sum: true }, load)) {}
  const lazy = new Lazy();
  await assert.rejects(lazy.sum([1]), { name: 'RestApiException', operation: 'sum' });
  assert.equal(await lazy.sum([1]), 1);
});
