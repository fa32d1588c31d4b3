import type { ContractClient } from './fixture.ts';

/** A value of the table that each side makes its own of. */
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
  /** An id that an earlier answer gave. */
  | { readonly $id: string }
  /** A file that both sides find, by its name in the folder of the test. */
  | { readonly $file: string }
  /** A folder that belongs to one side. */
  | { readonly $out: string }
  | { readonly $number: 'NaN' | 'inf' | '-inf' }
  | { readonly $bytes: string }
  /** The status of a model's version as the SDK's own class. */
  | { readonly $status: { readonly [name: string]: Given } }
  /** A query as it is written in the interface. */
  | { readonly $query: string };

/** An operation that both sides carry out. */
export interface Operation {
  readonly kind: 'operation';
  readonly class: 'API' | 'APIExperiment' | 'Model';
  /** Its name in the specification. */
  readonly operation: string;
  /** Distinguishes this step from others of the same operation. */
  readonly note?: string;
  /** Name of the kept object that it is called on. */
  readonly on: string;
  /** By the specification's names. */
  readonly args: Readonly<Record<string, Given>>;
  readonly rest: readonly Given[];
  /** For a property: the value that it is set to. */
  readonly assign: string | null;
  /** Keeps what it gives under a name. */
  readonly keep?: string;
  /** Names for ids in the answer, by their place there: `{ project: 'projectId' }`. */
  readonly ids?: Readonly<Record<string, string>>;
  /** What was written before and is now read: the part of the answer that is known. */
  readonly reads?: unknown;
  /** The same for our client, where its answer has another form than the SDK's. */
  readonly readsHere?: unknown;
  /** The interface has no such operation: the SDK alone carries it out. */
  readonly onlySdk?: boolean;
  /** Arguments that the SDK calls otherwise than the table. */
  readonly sdkNames?: Readonly<Record<string, string>>;
  /** The operation writes files: its result is the content of its own folder afterwards. */
  readonly writes?: string;
}

/** What is put into both services without either side, since no operation of the interface writes it. */
interface Fixture {
  readonly kind: 'fixture';
  readonly what: string;
  run(client: ContractClient): Promise<Readonly<Record<string, string>> | undefined>;
}

/** One step that is performed on both sides. */
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

/** An operation of `API`. */
export const api = maker('API', 'api');
/** An operation or property of `APIExperiment`; called on the experiment stored as `first` by default. */
export const experiment = maker('APIExperiment', 'first');
/** An operation of `Model`; called on the model kept as `model`. */
export const model = maker('Model', 'model');

/** An id that an earlier answer gave. */
export const id = (name: string): Placeholder => ({ $id: name });
/** A file that both sides find. */
export const file = (name: string): Placeholder => ({ $file: name });
/** A folder that belongs to one side. */
export const out = (name: string): Placeholder => ({ $out: name });
/** A query as it is written in the interface. */
export const query = (text: string): Placeholder => ({ $query: text });

/** The operation of a step by which the table of differences names it: `get_tags`, `Model.tags`. */
export function operationOf({ class: of, operation }: Operation): string {
  return of === 'Model' ? `Model.${operation}` : operation;
}

/** The name of a step: `get_tags (of none)`. */
export function nameOf(step: Operation): string {
  return step.note === undefined ? operationOf(step) : `${operationOf(step)} (${step.note})`;
}
