import { createReadStream } from 'node:fs';

/** Yields the lines of a UTF-8 file. `readline` would also end them at U+2028, which texts in JSON may contain. */
export async function* textLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = '';
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const [end = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    line += end;
    for (const other of others) {
      yield line;
      line = other;
    }
  }
  yield line + decoder.decode();
}
