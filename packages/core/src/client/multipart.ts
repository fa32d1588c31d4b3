import { randomId } from './random-id.ts';
import { joinBytes, StreamedBody } from './wire-body.ts';

/** Part of a multipart body: a string, bytes, or a stream of known size that is opened for each attempt. */
export interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly content: string | Uint8Array | { readonly open: () => AsyncIterable<Uint8Array>; readonly size: number };
}

/** Multipart body. It is in memory if all its parts are, otherwise it is streamed. */
export interface MultipartBody {
  readonly type: string;
  readonly body: Uint8Array | StreamedBody;
  readonly size: number;
}

type Segment = Uint8Array | (() => AsyncIterable<Uint8Array>);

const encoder = new TextEncoder();

/** Quotes a header value. Removes characters that would end it. */
const quoted = (text: string) => `"${text.replace(/[\r\n]/g, ' ').replace(/"/g, '%22')}"`;

function headOf({ name, fileName, content }: Part, boundary: string): Uint8Array {
  const isText = typeof content === 'string';
  const file = fileName === undefined ? '' : `; filename=${quoted(fileName)}`;
  const type = isText ? '' : 'Content-Type: application/octet-stream\r\n';
  return encoder.encode(`--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}${file}\r\n${type}\r\n`);
}

/** Builds a `multipart/form-data` body. */
export function multipart(parts: readonly Part[]): MultipartBody {
  const boundary = `tracklens-${randomId()}`;
  const segments: Segment[] = [];
  let size = 0;
  const add = (bytes: Uint8Array) => {
    segments.push(bytes);
    size += bytes.byteLength;
  };
  for (const part of parts) {
    const { content } = part;
    add(headOf(part, boundary));
    if (typeof content === 'string') add(encoder.encode(content));
    else if (content instanceof Uint8Array) add(content);
    else {
      segments.push(content.open);
      size += content.size;
    }
    add(encoder.encode('\r\n'));
  }
  add(encoder.encode(`--${boundary}--\r\n`));
  const type = `multipart/form-data; boundary=${boundary}`;
  const isInMemory = segments.every((segment) => segment instanceof Uint8Array);
  return { type, size, body: isInMemory ? joinBytes(segments) : new StreamedBody(() => streamOf(segments), size) };
}

async function* streamOf(segments: readonly Segment[]): AsyncGenerator<Uint8Array> {
  for (const segment of segments) {
    if (segment instanceof Uint8Array) yield segment;
    else yield* segment();
  }
}
