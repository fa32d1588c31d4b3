import type { ContractClient } from './fixture.ts';

/** Value of the table that each side replaces by its own. */
export type Given =
  | null
  | boolean
  | number
  | string
  | readonly Given[]
  | { readonly [name: string]: Given }
  | Placeholder;

/** Placeholder of a value that only one side knows, or that JSON cannot represent. */
export type Placeholder =
  /** Id from an earlier result. */
  | { readonly $id: string }
  /** Name of a file in the folder of the test, which both sides read. */
  | { readonly $file: string }
  /** Folder of one side. */
  | { readonly $out: string }
  | { readonly $number: 'NaN' | 'inf' | '-inf' }
  | { readonly $bytes: string }
  /** Status of a model version as an instance of the SDK's class. */
  | { readonly $status: { readonly [name: string]: Given } }
  /** Query in the text form of the interface. */
  | { readonly $query: string };

/** Operation that both sides execute. */
export interface Operation {
  readonly kind: 'operation';
  readonly class: 'API' | 'APIExperiment' | 'Model';
  /** Name in the interface. */
  readonly operation: string;
  /** Distinguishes this step from others of the same operation. */
  readonly note?: string;
  /** Name of the stored object that it is called on. */
  readonly on: string;
  /** Arguments by their names in the interface. */
  readonly args: Readonly<Record<string, Given>>;
  readonly rest: readonly Given[];
  /** New value, for a property that is set. */
  readonly assign: string | null;
  /** Name under which the result is stored. */
  readonly keep?: string;
  /** Names for ids in the result, by path: `{ project: 'projectId' }`. */
  readonly ids?: Readonly<Record<string, string>>;
  /** Part of the result that was written before. */
  readonly reads?: unknown;
  /** The same for the client, if its result has another form than the SDK's. */
  readonly readsHere?: unknown;
  /** Whether only the SDK has this operation. */
  readonly onlySdk?: boolean;
  /** Arguments whose name in the SDK differs from the table. */
  readonly sdkNames?: Readonly<Record<string, string>>;
  /** Whether the operation writes files: its result is then the content of its folder. */
  readonly writes?: string;
}

/** Data that is written to both services directly, because no operation can write it. */
interface Fixture {
  readonly kind: 'fixture';
  readonly what: string;
  run(client: ContractClient): Promise<Readonly<Record<string, string>> | undefined>;
}

/** Step that both sides execute. */
export type Step = Operation | Fixture;

type More = Partial<
  Pick<
    Operation,
    'note' | 'on' | 'rest' | 'assign' | 'keep' | 'ids' | 'reads' | 'readsHere' | 'onlySdk' | 'sdkNames' | 'writes'
  >
>;
type Args = Operation['args'];

const maker =
  (of: Operation['class'], on: string) =>
  (operation: string, args: Args = {}, more: More = {}): Operation => ({
    kind: 'operation',
    class: of,
    operation,
    on,
    args,
    rest: [],
    assign: null,
    ...more,
  });

/** Returns a step with an operation of `API`. */
export const api = maker('API', 'api');
/** Returns a step with an operation or property of `APIExperiment`, by default of the experiment stored as `first`. */
export const experiment = maker('APIExperiment', 'first');
/** Returns a step with an operation of `Model`, called on the object stored as `model`. */
export const model = maker('Model', 'model');

/** Returns the placeholder of an id from an earlier result. */
export const id = (name: string): Placeholder => ({ $id: name });
/** Returns the placeholder of a file that both sides read. */
export const file = (name: string): Placeholder => ({ $file: name });
/** Returns the placeholder of a folder of one side. */
export const out = (name: string): Placeholder => ({ $out: name });
/** Returns the placeholder of a query in text form. */
export const query = (text: string): Placeholder => ({ $query: text });

/** Returns the operation of a step as the table of differences names it: `get_tags`, `Model.tags`. */
export function operationOf({ class: of, operation }: Operation): string {
  return of === 'Model' ? `Model.${operation}` : operation;
}

/** Returns the name of a step: `get_tags (of none)`. */
export function nameOf(step: Operation): string {
  return step.note === undefined ? operationOf(step) : `${operationOf(step)} (${step.note})`;
}
