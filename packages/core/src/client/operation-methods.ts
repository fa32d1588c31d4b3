import { callback, checkArgument, checkOptions, type OptionChecks, signal } from './argument.ts';
import { argumentCopy } from './argument-copy.ts';
import type { OperationOptions } from './connection.ts';
import { RestApiException, withOperation } from './errors.ts';
import { type Batches, ListPromise } from './list-promise.ts';
import {
  type AnyDefinition,
  type Definitions,
  type LazyDefinition,
  OperationContext,
  type OperationSubject,
} from './operation.ts';
import { UnawaitedPromise } from './unawaited-promise.ts';

type Given = readonly unknown[];

/** Object on which a method is called. */
interface Receiver {
  readonly subject: OperationSubject;
}

/** Method of an operation. */
type Method = (this: Receiver, ...given: unknown[]) => unknown;

/** Returns a method with a name, which stack traces show. */
function named(name: string, method: Method): Method {
  return Object.defineProperty(method, 'name', { value: name });
}

/** Returns the method of a definition. */
function methodOf(name: string, definition: AnyDefinition): Method {
  const run = definition.run as unknown as (...args: Given) => unknown;
  const batches = definition.batches as 'whole' | undefined | ((...args: Given) => Batches<unknown>);
  const positional = definition.arguments ?? [];
  const optionChecks: OptionChecks = { ...definition.options, signal, onRawResponse: callback };
  /** Checks the arguments of a call. Returns the arguments of `run`. */
  const begin = ({ subject }: Receiver, given: Given): Given => {
    const args = definition.arrange?.(given) ?? given;
    for (const [index, each] of positional.entries()) checkArgument(name, each.name, each.check, args[index]);
    const { [positional.length]: last = {} } = args;
    const options = checkOptions<OperationOptions>(name, optionChecks, last as OperationOptions);
    if (definition.deprecated !== undefined) subject.connection.deprecated(name, definition.deprecated);
    return [new OperationContext(subject, name, options), ...args.slice(0, positional.length), options];
  };
  async function* iterate(on: Receiver, given: Given): AsyncGenerator<unknown, void, undefined> {
    try {
      const args = begin(on, given);
      const found = typeof batches === 'function' ? batches(...args) : [(await run(...args)) as readonly unknown[]];
      for await (const batch of found) {
        for (const element of batch) yield element;
      }
    } catch (error) {
      throw withOperation(error, name);
    }
  }
  const method = named(name, async function (...given) {
    try {
      return await run(...begin(this, given));
    } catch (error) {
      throw withOperation(error, name);
    }
  });
  if (definition.unawaited) return unawaited(name, method);
  if (batches === undefined) return method;
  return named(name, function (...given) {
    const elements = () => iterate(this, given);
    if (definition.run === undefined) return elements();
    return new ListPromise(() => method.apply(this, given) as Promise<unknown>, elements);
  });
}

/** Returns the method of a definition that is loaded with its first call. */
function lazyMethod(name: string, { load, unawaited: isUnawaited }: LazyDefinition): Method {
  let loaded: Method | null = null;
  const method = named(name, async function (...given) {
    if (loaded === null) {
      // A training loop may change its lists while the definition is loaded.
      const copies = given.map(argumentCopy);
      const { unawaited: _, ...definition } = await load().catch((error: unknown) => {
        throw withOperation(RestApiException.from(error, name), name);
      });
      loaded ??= methodOf(name, definition);
      return await loaded.apply(this, copies);
    }
    return await loaded.apply(this, given);
  });
  return isUnawaited ? unawaited(name, method) : method;
}

/** Returns a method whose rejections never count as unhandled. */
function unawaited(name: string, method: Method): Method {
  return named(name, function (...given) {
    return UnawaitedPromise.of(method.apply(this, given) as Promise<unknown>, this.subject.followUnawaited?.());
  });
}

type Constructor = new (...args: never[]) => object;

/**
 * Returns a class with the members of a base class and a method for each definition. The base class has the `subject`
 * of the operations.
 *
 * @param prefix prefix of operation names in messages
 */
export function withOperations<Base extends Constructor, Methods>(
  base: Base,
  table: Definitions<Methods>,
  prefix = '',
): new (
  ...args: ConstructorParameters<Base>
) => InstanceType<Base> & Methods {
  const derived = class extends (base as unknown as new (...args: unknown[]) => object) {};
  for (const [name, definition] of Object.entries<AnyDefinition | LazyDefinition>(table)) {
    const value = 'load' in definition ? lazyMethod(prefix + name, definition) : methodOf(prefix + name, definition);
    Object.defineProperty(derived.prototype, name, { value, configurable: true, writable: true });
  }
  return derived as unknown as ReturnType<typeof withOperations<Base, Methods>>;
}
