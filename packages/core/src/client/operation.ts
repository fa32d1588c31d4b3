import type { AnyEndpoint } from '../contract/index.ts';
import {
  type Argument,
  type Check,
  callback,
  checkArgument,
  checkOptions,
  type OptionChecks,
  signal,
} from './argument.ts';
import type { CallArguments, ResponseOf } from './call.ts';
import type { Connection, OperationOptions } from './connection.ts';
import { RestApiException, type RestErrorCode, type RestFailure, underName } from './errors.ts';
import type { FileResponse } from './resumed-download.ts';
import { UnawaitedPromise } from './unawaited-promise.ts';

/*
 * Operations as data. An interface has the operations of an area with their types and documentation, a table defines
 * them, and a class gets a method for each definition:
 *
 *     interface ProjectOperations {
 *       getProjects(workspace: string, options?: OperationOptions): Promise<Project[]>;
 *     }
 *     const projectOperations = defineOperations<ProjectOperations, AccountSubject>({
 *       getProjects: {
 *         arguments: [argument('workspace', text)],
 *         run: async ({ call }, workspaceName) => (await call(projects.list, { query: { workspaceName } })).projects,
 *       },
 *     });
 *     class API extends withOperations<typeof Account, ProjectOperations>(Account, projectOperations) {}
 *
 * A definition does not compile unless it checks each argument and each option of its method.
 */

/** What operations work on: a connection and, for an experiment or a model, its identity. */
export interface OperationSubject {
  readonly connection: Connection;
  /** Called with each call of an operation that callers need not wait for. */
  onUnawaited?(promise: UnawaitedPromise<unknown>): void;
}

/** One call of an operation. Its requests carry the caller's signal, and its errors the operation's name. */
export class OperationContext<Subject extends OperationSubject> {
  readonly subject: Subject;
  /** Name of the operation that the caller called. */
  readonly operation: string;
  /** What the caller passed for the requests of the operation. */
  readonly caller: OperationOptions;

  constructor(subject: Subject, operation: string, { signal, onRawResponse }: OperationOptions) {
    this.subject = subject;
    this.operation = operation;
    this.caller = { signal, onRawResponse };
  }

  /** Signal of the caller. */
  get signal(): AbortSignal | undefined {
    return this.caller.signal;
  }

  /** Calls an endpoint with a JSON response. */
  readonly call = <R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>): Promise<ResponseOf<R>> =>
    this.subject.connection.call(this.operation, endpoint, args, this.caller);

  /** Calls an endpoint whose response is a file. */
  readonly callForBody = <R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>): Promise<FileResponse> =>
    this.subject.connection.callForBody(this.operation, endpoint, args, this.caller);

  /** Returns an exception of this operation, to be thrown. */
  readonly failure = (code: RestErrorCode, reason: string, details: Partial<RestFailure> = {}): RestApiException =>
    RestApiException.from({ code, operation: this.operation, reason, ...details });
}

/** Whether a parameter is an options object. */
type IsOptions<T> = string extends keyof T ? false : 'signal' extends keyof T ? true : false;
type Positional<P extends readonly unknown[]> = P extends readonly [...infer Head, infer Last]
  ? IsOptions<Last> extends true
    ? Head
    : P
  : [];
type OptionsOf<P extends readonly unknown[]> = P extends readonly [...unknown[], infer Last]
  ? IsOptions<Last> extends true
    ? Last
    : never
  : never;
type OptionName<O> = O extends unknown ? Exclude<keyof O, keyof OperationOptions> : never;
type OptionType<O, K> = O extends unknown ? (K extends keyof O ? NonNullable<O[K]> : never) : never;

type ArgumentDefinitions<P> = P extends readonly []
  ? { readonly arguments?: readonly [] }
  : { readonly arguments: { readonly [K in keyof P]: Argument<P[K]> } };
type OptionDefinitions<O> = [OptionName<O>] extends [never]
  ? { readonly options?: Readonly<Record<never, never>> }
  : { readonly options: { readonly [K in OptionName<O>]: Check<OptionType<O, K>> } };

/** Definition of an operation whose method has parameters `P` and returns `R`. */
type DefinitionOf<P extends readonly unknown[], R, Subject extends OperationSubject> = ArgumentDefinitions<
  Positional<P>
> &
  OptionDefinitions<OptionsOf<P>> & {
    /** Successor of a deprecated operation, for the warning. */
    readonly deprecated?: string;
    /** Set when the operation is an asynchronous generator. */
    readonly yields?: R extends AsyncGenerator ? true : never;
    /** Set when callers need not wait for the operation: its rejections never count as unhandled. */
    readonly unawaited?: true;
    /** Orders the arguments as they were given, for a method whose arguments are not a fixed list. */
    readonly arrange?: (given: readonly unknown[]) => readonly unknown[];
    /** Carries the operation out, with checked arguments. Options that were not given are an empty object. */
    readonly run: (context: OperationContext<Subject>, ...args: P) => R;
  };

/** Definition of an operation by the type of its method. */
type OperationDefinition<Method, Subject extends OperationSubject> = Method extends (...args: infer P) => infer R
  ? DefinitionOf<Required<P>, R, Subject>
  : never;

/** Any definition, for the code that makes methods of definitions. */
interface AnyDefinition {
  readonly arguments?: readonly Argument<never>[];
  readonly options?: OptionChecks;
  readonly deprecated?: string;
  readonly yields?: boolean;
  readonly unawaited?: true;
  readonly arrange?: (given: readonly unknown[]) => readonly unknown[];
  readonly run: (context: never, ...args: never[]) => unknown;
}

/** Definitions of the operations of an interface, ready for `withOperations`. */
export type Definitions<Methods> = { readonly [K in keyof Methods]: AnyDefinition };

/** Definitions of the operations of an interface. `Implementations` has the signatures that cover all overloads. */
export type OperationTable<Methods, Subject extends OperationSubject, Implementations = unknown> = {
  readonly [K in keyof Methods]: OperationDefinition<
    K extends keyof Implementations ? Implementations[K] : Methods[K],
    Subject
  >;
};

/** Returns the definitions of the operations of an interface. Each key is the name of an operation. */
export function defineOperations<Methods, Subject extends OperationSubject, Implementations = unknown>(
  table: OperationTable<Methods, Subject, Implementations>,
): OperationTable<Methods, Subject, Implementations> {
  return table;
}

type Given = readonly unknown[];

/** Returns the method of a definition. It is named like the operation in stack traces. */
function methodOf(name: string, definition: AnyDefinition): (...given: unknown[]) => unknown {
  const run = definition.run as unknown as (...args: Given) => unknown;
  const positional = definition.arguments ?? [];
  const optionChecks: OptionChecks = { ...definition.options, signal, onRawResponse: callback };
  /** Checks the arguments of a call. Returns the arguments of `run`. */
  const begin = ({ subject }: { readonly subject: OperationSubject }, given: Given): Given => {
    const args = definition.arrange?.(given) ?? given;
    for (const [index, each] of positional.entries()) checkArgument(name, each.name, each.check, args[index]);
    const { [positional.length]: last = {} } = args;
    const options = checkOptions<OperationOptions>(name, optionChecks, last as OperationOptions);
    if (definition.deprecated !== undefined) subject.connection.deprecated(name, definition.deprecated);
    return [new OperationContext(subject, name, options), ...args.slice(0, positional.length), options];
  };
  const methods = definition.yields
    ? {
        async *[name](this: { readonly subject: OperationSubject }, ...given: unknown[]) {
          try {
            yield* run(...begin(this, given)) as AsyncGenerator;
          } catch (error) {
            throw underName(error, name);
          }
        },
      }
    : {
        async [name](this: { readonly subject: OperationSubject }, ...given: unknown[]) {
          try {
            return await run(...begin(this, given));
          } catch (error) {
            throw underName(error, name);
          }
        },
      };
  const method = methods[name] as (this: { readonly subject: OperationSubject }, ...given: unknown[]) => unknown;
  return definition.unawaited ? unawaited(name, method) : method;
}

/** Returns a method whose rejections never count as unhandled. */
function unawaited(
  name: string,
  method: (this: { readonly subject: OperationSubject }, ...given: unknown[]) => unknown,
): (...given: unknown[]) => unknown {
  const methods = {
    [name](this: { readonly subject: OperationSubject }, ...given: unknown[]) {
      const promise = UnawaitedPromise.of(method.apply(this, given) as Promise<unknown>);
      this.subject.onUnawaited?.(promise);
      return promise;
    },
  };
  return methods[name]!;
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
  for (const [name, definition] of Object.entries<AnyDefinition>(table)) {
    const value = methodOf(prefix + name, definition);
    Object.defineProperty(derived.prototype, name, { value, configurable: true, writable: true });
  }
  return derived as unknown as ReturnType<typeof withOperations<Base, Methods>>;
}
