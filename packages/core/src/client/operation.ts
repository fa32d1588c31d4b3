import type { AnyEndpoint } from '../contract/index.ts';
import type { Argument, Check, OptionChecks } from './argument.ts';
import type { ResponseOf } from './checked-response.ts';
import type { Connection, OperationOptions } from './connection.ts';
import { RestApiException, type RestErrorCode, type RestFailure } from './errors.ts';
import type { Batches, ListPromise } from './list-promise.ts';
import type { FileResponse } from './resumed-download.ts';
import type { WorkFollower } from './unawaited-promise.ts';
import type { CallArguments } from './wire-request.ts';

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

/** Subject of operations: a connection and, for an experiment or a model, its identity. */
export interface OperationSubject {
  readonly connection: Connection;
  /** Follows each call of an operation that callers need not wait for. Returns the follower that gets its result. */
  followUnawaited?(): WorkFollower;
}

/** One call of an operation. Its requests carry the caller's signal, and its errors the operation's name. */
export class OperationContext<Subject extends OperationSubject> {
  readonly subject: Subject;
  /** Name of the operation that the caller called. */
  readonly operation: string;
  /** Options that the caller passed for the requests of the operation. */
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

  // Getters, so that definitions can destructure the context, and logging a point creates none of the functions.

  /** Calls an endpoint with a JSON response. */
  get call(): <R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>) => Promise<ResponseOf<R>> {
    return (endpoint, args) => this.subject.connection.call(this.operation, endpoint, args, this.caller);
  }

  /** Calls an endpoint and yields the list in a field of its response, in batches, while it arrives. */
  get batches(): <R extends AnyEndpoint, F extends ListField<ResponseOf<R>>>(
    endpoint: R,
    args: CallArguments<R>,
    field: F,
  ) => Batches<ElementOf<ResponseOf<R>, F>> {
    return <R extends AnyEndpoint, F extends ListField<ResponseOf<R>>>(endpoint: R, args: CallArguments<R>, field: F) =>
      this.subject.connection.batches(this.operation, endpoint, args, { ...this.caller, field }) as Batches<
        ElementOf<ResponseOf<R>, F>
      >;
  }

  /** Calls an endpoint whose response is a file. */
  get callForBody(): <R extends AnyEndpoint>(endpoint: R, args: CallArguments<R>) => Promise<FileResponse> {
    return (endpoint, args) => this.subject.connection.callForBody(this.operation, endpoint, args, this.caller);
  }

  /** Returns an exception of this operation, to be thrown. */
  get failure(): (code: RestErrorCode, reason: string, details?: Partial<RestFailure>) => RestApiException {
    return (code, reason, details = {}) => RestApiException.of({ code, operation: this.operation, reason, ...details });
  }
}

/** Name of a list in a response. */
type ListField<T> = { [K in keyof T]: T[K] extends readonly unknown[] ? K : never }[keyof T] & string;
type ElementOf<T, F extends keyof T> = T[F] extends readonly (infer Element)[] ? Element : never;

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
    /** Set when callers need not wait for the operation: its rejections never count as unhandled. */
    readonly unawaited?: true;
    /** Orders the arguments as they were given, for a method whose arguments are not a fixed list. */
    readonly arrange?: (given: readonly unknown[]) => readonly unknown[];
  } & RunOf<P, R, Subject>;

/**
 * Implementation of an operation with checked arguments: `run` returns the result, `batches` yields the elements of a
 * list while they arrive, or is `whole` if `run` returns them. Options that were not given are an empty object.
 */
type RunOf<P extends readonly unknown[], R, Subject extends OperationSubject> =
  R extends ListPromise<infer Element, infer List>
    ? {
        readonly run: (context: OperationContext<Subject>, ...args: P) => Promise<List>;
        readonly batches:
          | ((context: OperationContext<Subject>, ...args: P) => Batches<Element>)
          | (List extends readonly Element[] ? 'whole' : never);
      }
    : R extends AsyncGenerator<infer Element>
      ? { readonly batches: (context: OperationContext<Subject>, ...args: P) => Batches<Element> }
      : { readonly run: (context: OperationContext<Subject>, ...args: P) => R };

/** Definition of an operation by the type of its method. */
type OperationDefinition<Method, Subject extends OperationSubject> = Method extends (...args: infer P) => infer R
  ? DefinitionOf<Required<P>, R, Subject>
  : never;

/** Any definition, for the code that makes methods of definitions. */
export interface AnyDefinition {
  readonly arguments?: readonly Argument<never>[];
  readonly options?: OptionChecks;
  readonly deprecated?: string;
  readonly unawaited?: true;
  readonly arrange?: (given: readonly unknown[]) => readonly unknown[];
  readonly run?: (context: never, ...args: never[]) => unknown;
  readonly batches?: 'whole' | ((context: never, ...args: never[]) => Batches<unknown>);
}

/** Definition that is loaded when its operation is first called. */
export interface LazyDefinition {
  readonly load: () => Promise<AnyDefinition>;
  readonly unawaited: boolean;
}

/** Definitions of the operations of an interface, ready for `withOperations`. */
export type Definitions<Methods> = { readonly [K in keyof Methods]: AnyDefinition | LazyDefinition };

/** Definitions of the operations of an interface that are loaded. */
export type LoadedDefinitions<Methods> = { readonly [K in keyof Methods]: AnyDefinition };

/**
 * Returns definitions that are loaded when one of the operations is first called. Only their names count towards the
 * size of a bundle.
 *
 * @param names whether callers need not wait for the operation, by name
 */
export function lazyOperations<Methods>(
  names: Readonly<Record<keyof Methods, boolean>>,
  load: () => Promise<LoadedDefinitions<Methods>>,
): Definitions<Methods> {
  const lazy = Object.entries<boolean>(names).map(([name, unawaited]): [string, LazyDefinition] => [
    name,
    { unawaited, load: async () => (await load())[name as keyof Methods] },
  ]);
  return Object.fromEntries(lazy) as unknown as Definitions<Methods>;
}

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
