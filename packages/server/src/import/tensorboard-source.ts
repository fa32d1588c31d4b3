import { eventRecords, IncompleteFileError } from './event-file.ts';
import { type LogEvent, readEvent, readHyperparameters, type SummaryValue, type Tensor } from './event-messages.ts';
import type { RunFile, RunItem, RunSource } from './run-source.ts';

/** Whether a file is written for TensorBoard, by its name. */
export const isEventFile = (name: string) => name.includes('.tfevents.');

/** Returns the files in a tensor of texts, without the width and the height that come first. */
function imagesOf({ texts }: Tensor): Uint8Array[] {
  return texts.slice(2);
}

/** Returns the sounds in a tensor, which may have a second column with their labels. */
function soundsOf({ shape, texts }: Tensor): Uint8Array[] {
  return shape.length < 2 ? [...texts] : texts.filter((_, index) => index % 2 === 0);
}

/** Yields files that were logged at one step, with a number in the name if they are several. */
function* filesOf(name: string, type: RunFile['type'], contents: Uint8Array[], step: number): Generator<RunFile> {
  for (const [index, content] of contents.entries()) {
    const fileName = contents.length === 1 ? name : `${name}/${index}`;
    yield { kind: 'file', fileName, type, content, step };
  }
}

function* hyperparametersOf(pluginData: Uint8Array | null): Generator<RunItem> {
  if (pluginData === null) return;
  const { parameters, hasFailed } = readHyperparameters(pluginData);
  for (const [name, value] of parameters) yield { kind: 'parameter', name, value };
  if (hasFailed) yield { kind: 'crash' };
}

/** Names of the plugins whose values are imported otherwise, for messages about what is left out. */
const pluginNames: Readonly<Record<string, string>> = { pr_curves: 'precision-recall curves', mesh: 'meshes' };

/** Yields what a value of an event contains. */
function* itemsOf(value: SummaryValue, plugin: string, { step, wallTime }: LogEvent): Generator<RunItem> {
  const { tag, tensor, scalar } = value;
  const timeMillis = Math.round(wallTime * 1000);
  const point = (number: number) => ({ kind: 'point', name: tag, value: number, step, timeMillis }) as const;
  if (plugin === 'hparams') yield* hyperparametersOf(value.pluginData);
  else if (scalar !== null) yield point(scalar);
  else if (value.image !== null) yield* filesOf(tag, 'image', [value.image], step);
  else if (value.audio !== null) yield* filesOf(tag, 'audio', [value.audio], step);
  else if (value.isHistogram || plugin === 'histograms') yield { kind: 'leftOut', what: 'histograms' };
  else if (tensor === null) return;
  else if (plugin === 'images') yield* filesOf(tag, 'image', imagesOf(tensor), step);
  else if (plugin === 'audio') yield* filesOf(tag, 'audio', soundsOf(tensor), step);
  else if (plugin === 'text') yield* filesOf(tag.replace(/\/text_summary$/, ''), 'text-sample', tensor.texts, step);
  else if (tensor.numbers.length === 1 && (plugin === 'scalars' || plugin === '')) yield point(tensor.numbers[0]!);
  else yield { kind: 'leftOut', what: pluginNames[plugin] ?? (plugin === '' ? 'tensors' : `values of ${plugin}`) };
}

/** Yields the items of an event file. */
async function* fileItems(file: string, plugins: Map<string, string>): AsyncGenerator<RunItem> {
  for await (const record of eventRecords(file)) {
    const event = readEvent(record);
    if (event.values.length > 0 && event.wallTime > 0)
      yield { kind: 'time', timeMillis: Math.round(event.wallTime * 1000) };
    for (const value of event.values) {
      // Only the first value of a tag names the plugin.
      if (value.plugin !== '') plugins.set(value.tag, value.plugin);
      yield* itemsOf(value, plugins.get(value.tag) ?? '', event);
    }
  }
}

/** Returns the run of a folder with event files: scalars, images, audio, texts and hyperparameters. */
export function tensorboardSource(path: string, label: string, files: readonly string[]): RunSource {
  return {
    path,
    label,
    async *items() {
      const plugins = new Map<string, string>();
      for (const file of files) {
        try {
          for await (const item of fileItems(file, plugins)) yield { run: '', item };
        } catch (error) {
          if (!(error instanceof IncompleteFileError)) throw error;
          yield { run: '', item: { kind: 'leftOut', what: `the rest of ${file}, which ${error.message}` } };
        }
      }
    },
  };
}
