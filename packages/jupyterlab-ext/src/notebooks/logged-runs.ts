import { targetOfPage } from '@tracklens/core/display';

/** Run that a cell has logged. */
export interface LoggedRun {
  readonly experimentKey: string;
  readonly workspace: string;
  readonly projectName: string;
  /** Origin of the service that the run was logged to. */
  readonly origin: string;
}

/** Output of a cell, as far as it is read here. */
export interface PrintedOutput {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Types under which JupyterLab has the text of a stream. */
const streamTypes = ['application/vnd.jupyter.stderr', 'application/vnd.jupyter.stdout'];

/** Number of characters at the start and at the end of a stream that are searched. */
const searchedLength = 20_000;

/** Lines of comet_ml with the address of the run: when it starts, and in the summary when it ends. */
const addressLine = /(?:Experiment is live on comet\.com|\burl {2,}:) +(https?:\/\/[!-~]+)/g;

/** Returns the runs that the outputs of a cell name, each once. Outputs are untrusted text. */
export function loggedRuns(outputs: Iterable<PrintedOutput>): LoggedRun[] {
  const runs = [...outputs].flatMap((output) => runsOfOutput(output));
  return [...new Map(runs.map((run) => [run.experimentKey, run])).values()];
}

const noRuns: readonly LoggedRun[] = [];

/** Texts of outputs when they were searched last, and the runs that they name. */
const searchedOutputs = new WeakMap<PrintedOutput, { readonly text: string; readonly runs: readonly LoggedRun[] }>();

/**
 * Returns the runs that an output names. Its text is searched again only after it has changed.
 *
 * @internal Exported for tests: that an unchanged output is not searched again.
 */
export function runsOfOutput(output: PrintedOutput): readonly LoggedRun[] {
  if (output.type !== 'stream') return noRuns;
  const { data } = output;
  const text = streamTypes.map((type) => data[type]).find((value) => typeof value === 'string') ?? '';
  const before = searchedOutputs.get(output);
  if (before?.text === text) return before.runs;
  const runs = [...searched(text).matchAll(addressLine)].flatMap(([, address]) => runAt(address!) ?? []);
  searchedOutputs.set(output, { text, runs });
  return runs;
}

function searched(text: string): string {
  if (text.length <= 2 * searchedLength) return text;
  return `${text.slice(0, searchedLength)}\n${text.slice(-searchedLength)}`;
}

function runAt(address: string): LoggedRun | null {
  const url = URL.parse(address);
  const target = url && targetOfPage(url.origin, url.href);
  if (target?.kind !== 'experiment' || !/^\w{32,50}$/.test(target.experimentKey)) return null;
  const [workspace, projectName] = url!.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return { experimentKey: target.experimentKey, workspace: workspace!, projectName: projectName!, origin: url!.origin };
}
