import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Returns the encoding of a file with some first bytes: UTF-16 if it has its byte order mark, as PowerShell writes. */
export const encodingOf = (head: Uint8Array): 'utf-8' | 'utf-16le' =>
  head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8';

/** Returns the error for a file in another encoding. */
export const encodingError = (path: string, cause: unknown) =>
  new Error(`${path} is not in UTF-8. Save it as UTF-8, and import it again.`, { cause });

/**
 * Returns the text of a file, without its byte order mark.
 *
 * @throws Error if it is in another encoding than UTF-8 or UTF-16: its names would be damaged
 */
export async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw encodingError(path, error);
  }
}

/** Yields the lines of a text file. `readline` would also end them at U+2028, which texts in JSON may contain. */
export async function* textLines(path: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let line = '';
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encodingOf(bytes));
    const [end = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    line += end;
    for (const other of others) {
      yield line;
      line = other;
    }
  }
  yield line + (decoder?.decode() ?? '');
}
