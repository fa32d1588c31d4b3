import { fromBase64 } from '@tracklens/core/display';
import { fieldsOf, listOf } from '@tracklens/core/untrusted-json';
import { jsonOfText } from '../assets/json-value.ts';
import { mediaTypeOf } from '../assets/media-type.ts';
import { outputLines } from '../text/output-lines.ts';

/** Cell of a notebook. */
export interface NotebookCell {
  readonly kind: 'code' | 'markdown' | 'raw';
  readonly source: string;
  /** Number of the execution of a code cell; null for one that was not executed. */
  readonly executionCount: number | null;
  readonly outputs: readonly CellOutput[];
}

/** Output of a cell. HTML, scripts and widgets are never shown: `other` names their media types. */
export type CellOutput =
  | { readonly kind: 'text' | 'error'; readonly text: string }
  | { readonly kind: 'image'; readonly base64: string }
  | { readonly kind: 'other'; readonly types: string };

/** Notebook as a list of cells. */
export interface Notebook {
  readonly cells: readonly NotebookCell[];
  /** Extension of source files in the language of the notebook, with its dot. */
  readonly extension: string;
}

/** Maximum numbers of characters of a text output, and of an image as Base64. */
const limits = { text: 20_000, image: 14_000_000 };

/** Returns a text that notebooks write as one text or as a list of lines. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .filter((line) => typeof line === 'string')
    .join('');
}

/** Reads a notebook (nbformat 4); null for other texts. Whatever is not valid in it is left out. */
export function notebookOf(text: string): Notebook | null {
  const { cells, metadata } = fieldsOf(jsonOfText(text));
  if (!Array.isArray(cells)) return null;
  const { file_extension: extension } = fieldsOf(fieldsOf(metadata).language_info);
  const isExtension = typeof extension === 'string' && /^\.[a-z]{1,9}$/i.test(extension);
  return { cells: cells.map(cellOf), extension: isExtension ? extension : '.py' };
}

function cellOf(value: unknown): NotebookCell {
  const { cell_type: type, source, execution_count: count, outputs } = fieldsOf(value);
  return {
    kind: type === 'code' || type === 'markdown' ? type : 'raw',
    source: textOf(source),
    executionCount: typeof count === 'number' ? count : null,
    outputs: joined(
      listOf(outputs)
        .map(outputOf)
        .filter((output) => !isEmpty(output)),
    ),
  };
}

function outputOf(value: unknown): CellOutput {
  const output = fieldsOf(value);
  switch (output.output_type) {
    case 'stream':
      return { kind: output.name === 'stderr' ? 'error' : 'text', text: textOf(output.text) };
    case 'error': {
      const message = [output.ename, output.evalue].filter((part) => typeof part === 'string').join(': ');
      const traceback = listOf(output.traceback).filter((line) => typeof line === 'string');
      return { kind: 'error', text: traceback.length === 0 ? message : traceback.join('\n') };
    }
    default:
      return richOutput(fieldsOf(output.data));
  }
}

/** Returns the form of an output that can be shown: an image, or its plain text. */
function richOutput(data: { readonly [type: string]: unknown }): CellOutput {
  const image = textOf(data['image/png'] ?? data['image/jpeg']).replace(/\s+/g, '');
  if (image !== '' && image.length <= limits.image) return { kind: 'image', base64: image };
  const text = textOf(data['text/plain']);
  return text === '' ? { kind: 'other', types: Object.keys(data).join(', ').slice(0, 200) } : { kind: 'text', text };
}

const isEmpty = (output: CellOutput): boolean =>
  ('types' in output ? output.types : 'text' in output ? output.text : output.base64) === '';

/** Joins consecutive texts of a kind, and returns them as a terminal shows them, up to a limit. */
function joined(outputs: readonly CellOutput[]): readonly CellOutput[] {
  const all: CellOutput[] = [];
  for (const output of outputs) {
    const last = all.at(-1);
    if (last && 'text' in last && 'text' in output && last.kind === output.kind) {
      all[all.length - 1] = { ...last, text: last.text + output.text };
    } else all.push(output);
  }
  return all.map((output) => ('text' in output ? { ...output, text: shownText(output.text) } : output));
}

function shownText(text: string): string {
  const lines = outputLines([{ text: text.slice(0, limits.text), stderr: null }]);
  const shown = lines.map((line) => line.text).join('\n');
  return text.length > limits.text ? `${shown}\n…` : shown;
}

/** Returns the bytes of an image of an output; null for what is neither PNG nor JPEG. */
export function imageBytes(base64: string): Uint8Array | null {
  const bytes = fromBase64(base64);
  const type = bytes && mediaTypeOf(bytes);
  return type === 'image/png' || type === 'image/jpeg' ? bytes : null;
}
