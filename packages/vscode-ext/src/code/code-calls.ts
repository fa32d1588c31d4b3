import type { CodeArgument, CodeCall, CodeTokens, Span, StringLiteral } from './code-tokens.ts';

/** Names of the positional arguments of the functions that are read, in Python. TypeScript names are converted. */
const positions: Readonly<Record<string, readonly string[]>> = {
  Experiment: ['api_key', 'project_name', 'workspace'],
  OfflineExperiment: ['api_key', 'project_name', 'workspace'],
  ExistingExperiment: ['api_key', 'previous_experiment'],
  APIExperiment: [],
  'APIExperiment.create': [],
  start: ['api_key', 'workspace', 'project_name', 'project_name', 'experiment_key'],
  get_experiment: ['workspace', 'project_name', 'experiment_key'],
  get_experiments: ['workspace', 'project_name'],
  get_experiment_by_key: ['experiment_key'],
  get_projects: ['workspace'],
  get_project: ['workspace', 'project_name'],
  query: ['workspace', 'project_name'],
  get_metrics: ['metric'],
  get_metrics_summary: ['metric'],
  get_metric: ['metric'],
  log_metric: ['metric'],
  get_model: ['workspace', 'model_name'],
  get_registry_model_details: ['workspace', 'model_name', 'version'],
  get_registry_model_versions: ['workspace', 'model_name'],
  get_model_registry_version_assets: ['workspace', 'model_name', 'version'],
  download_registry_model: ['workspace', 'model_name', 'version'],
  // Methods of a model.
  download: ['version'],
  get_assets: ['version'],
  get_details: ['version'],
  get_version_history: ['version'],
  set_status: ['version'],
};

/** Other names of the same arguments. */
const synonyms: Readonly<Record<string, string>> = {
  project: 'project_name',
  registry_name: 'model_name',
  name: 'metric',
  experiment: 'experiment_key',
};

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names of the functions to scan for, in both languages. */
export const callNames: readonly string[] = [
  ...new Set(Object.keys(positions).flatMap((name) => [name.replace('.', '\\.'), camelCase(name)])),
];

const starts = new Set(['Experiment', 'OfflineExperiment', 'start', 'APIExperiment.create']);
const modelMethods = new Set(['download', 'get_assets', 'get_details', 'get_version_history', 'set_status']);

/** Call of a function of the client with the names it passes. */
export interface ClientCall extends Span {
  /** Name of the function in Python. */
  readonly name: string;
  /** `start`: begins an experiment. `open`: opens one by its key. `model`: names a model. `read`: any other call. */
  readonly kind: 'start' | 'open' | 'model' | 'read';
  readonly workspace: string | null;
  readonly projectName: string | null;
  readonly experimentKey: string | null;
  /** Null also if the workspace is computed: another one may have a model of the same name. */
  readonly modelName: string | null;
  /** Version of the model, with the range of its literal. */
  readonly version: StringLiteral | null;
}

/** Argument that the cursor is in, and the call around it. */
export interface ArgumentAt {
  readonly argument: 'workspace' | 'project_name' | 'metric' | 'model_name' | 'version';
  /** Range that a name replaces: the literal or, without its closing quote, up to the cursor. */
  readonly literal: Span;
  readonly call: ClientCall;
}

const completed: ReadonlySet<string> = new Set(['workspace', 'project_name', 'metric', 'model_name', 'version']);

/**
 * Returns the calls of the client in a scanned text. A name in a variable is found where a literal is assigned to the
 * variable.
 */
export function clientCalls(text: string, { calls }: Pick<CodeTokens, 'calls'>): ClientCall[] {
  const reader = new CallReader(text);
  return calls.map((call) => reader.read(call)).filter((call) => call !== null);
}

/** Returns the argument that an offset is in, if names can be completed there; else null. */
export function argumentAt(text: string, tokens: CodeTokens, offset: number): ArgumentAt | null {
  const literal = tokens.strings.find(({ start, end }) => start <= offset && offset <= end);
  if (!literal) return null;
  // The innermost call is the last one that starts before the string.
  for (const call of tokens.calls.toReversed()) {
    if (call.start > offset || call.end < offset) continue;
    const argument = call.arguments.find(({ start, end }) => start <= literal.start && literal.end <= end);
    if (argument?.literal !== literal) return null;
    const name = nameOf(call, argument);
    if (name === null || !completed.has(name)) return null;
    // A method of a model takes its model from an earlier call.
    const read = clientCalls(text, tokens).find(({ start }) => start === call.start);
    if (!read) return null;
    const isClosed = (text[literal.end] ?? '\n') !== '\n';
    const replaced = { start: literal.start, end: isClosed ? literal.end : offset };
    return { argument: name as ArgumentAt['argument'], literal: replaced, call: read };
  }
  return null;
}

/** Returns the name of an argument in Python; null if the function has no argument at its position. */
function nameOf({ name }: CodeCall, argument: CodeArgument): string | null {
  const found = argument.name === null ? positions[pythonName(name)]?.[argument.index] : snakeCase(argument.name);
  return found === undefined ? null : (synonyms[found] ?? found);
}

function pythonName(name: string): string {
  return name in positions ? name : snakeCase(name);
}

/** Assignment of a string to a variable at the start of a line. */
const assignment =
  /^[ \t]*(?:export )?(?:const |let |var )?([A-Za-z_$][\w$.]*)(?: *:[^=\n]{1,80})? *= *(["'`])([^"'`\\\n$]*)\2/gm;

/** Reads the calls of one text. */
class CallReader {
  readonly #text: string;
  /** Strings by the variable that they were assigned to. */
  #assigned: ReadonlyMap<string, string> | null = null;
  /** Models by the variable that they were assigned to. */
  readonly #models = new Map<string, ClientCall>();
  #importsStart: boolean | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(call: CodeCall): ClientCall | null {
    const name = pythonName(call.name);
    const before = this.#text.slice(Math.max(0, call.start - 120), call.start);
    if (name === 'start' && !this.#isClientStart(before)) return null;
    if (modelMethods.has(name)) return this.#methodOfModel(name, call, before);
    const value = (wanted: string) => this.#value(call, wanted);
    const experimentKey = value('previous_experiment') ?? value('experiment_key');
    const read: ClientCall = {
      name,
      start: call.start,
      end: call.end,
      kind: kindOf(name, experimentKey),
      workspace: value('workspace'),
      projectName: value('project_name'),
      experimentKey,
      modelName: this.#isComputed(argumentNamed(call, 'workspace')) ? null : value('model_name'),
      version: argumentNamed(call, 'version')?.literal ?? null,
    };
    const variable = /([A-Za-z_$][\w$]*)\s*(?::[^=\n]{1,80})?=\s*(?:await\s+)?[\w$.()]*$/.exec(before)?.[1];
    if (read.kind === 'model' && variable !== undefined) this.#models.set(variable, read);
    return read;
  }

  /** `start` is also a method of threads and timers. */
  #isClientStart(before: string): boolean {
    if (/comet_ml\.$/.test(before)) return true;
    this.#importsStart ??= /^[ \t]*from comet_ml import [^\n]*\bstart\b/m.test(this.#text);
    return this.#importsStart && !/(?:[\w)\]]\.|(?:def|function)\s+)$/.test(before);
  }

  #methodOfModel(name: string, call: CodeCall, before: string): ClientCall | null {
    const variable = /([A-Za-z_$][\w$]*)\s*\.\s*$/.exec(before)?.[1];
    const model = variable === undefined ? undefined : this.#models.get(variable);
    if (!model) return null;
    const version = argumentNamed(call, 'version')?.literal ?? null;
    return { ...model, name, start: call.start, end: call.end, kind: 'read', version };
  }

  /** Whether an argument has a value that is not in the text. */
  #isComputed(argument: CodeArgument | undefined): boolean {
    if (!argument || /^(?:None|null|undefined)$/.test(argument.variable ?? '')) return false;
    return this.#valueOf(argument) === null;
  }

  #value(call: CodeCall, wanted: string): string | null {
    const argument = argumentNamed(call, wanted);
    return argument ? this.#valueOf(argument) : null;
  }

  #valueOf(argument: CodeArgument): string | null {
    return argument.literal ? argument.literal.value : argument.variable && this.#assignedTo(argument.variable);
  }

  /** Returns the string that is first assigned to a variable at the start of a line; null if there is none. */
  #assignedTo(variable: string): string | null {
    this.#assigned ??= new Map(
      [...this.#text.matchAll(assignment)].toReversed().map(([, name = '', , value = '']) => [name, value]),
    );
    return this.#assigned.get(variable) ?? null;
  }
}

function argumentNamed(call: CodeCall, wanted: string): CodeArgument | undefined {
  return call.arguments.find((argument) => nameOf(call, argument) === wanted);
}

function kindOf(name: string, experimentKey: string | null): ClientCall['kind'] {
  if (name === 'get_model') return 'model';
  if (experimentKey !== null && /Experiment$|^start$/.test(name)) return 'open';
  if (starts.has(name) || name === 'APIExperiment') return 'start';
  return 'read';
}
