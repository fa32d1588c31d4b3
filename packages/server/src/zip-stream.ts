import { createReadStream } from 'node:fs';

/** A file of an archive. */
export interface ZipMember {
  /** The name as logged: made harmless here. */
  readonly name: string;
  /** Where its bytes lie. */
  readonly path: string;
}

/** Endings of files that are compressed already. */
const dense = /\.(?:zip|gz|bz2|xz|zst|7z|png|jpe?g|webp|gif|mp[34]|mov|webm|npz|parquet|safetensors)$/i;

/** A name that stays inside the folder it is unpacked in: no drive, no root, no step up. */
export function memberName(name: string): string {
  const segments = name
    .replace(/^[A-Za-z]:/, '')
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return segments.join('/') || 'file';
}

/** Names in the order given, a repeated one with a number before its ending: unpacking must lose nothing. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = memberName(given);
    let free = name;
    for (let copy = 1; taken.has(free); copy++) free = name.replace(/(\.[^./]*)?$/, (ending) => ` (${copy})${ending}`);
    taken.add(free);
    return free;
  });
}

/** An archive of files, made while it is read: memory does not grow with its size. */
export function zipStream(members: readonly ZipMember[]): ReadableStream<Uint8Array> {
  const names = distinctNames(members.map(({ name }) => name));
  async function* archive(): AsyncGenerator<Uint8Array> {
    // Loaded when an archive is asked for: its tables are built at once, hot enough to wake the optimising compiler, which costs a
    // service at rest five megabytes.
    const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
    const ready: Uint8Array[] = [];
    let failure: Error | null = null;
    const zip = new Zip((error, piece) => {
      if (error) failure = error;
      else ready.push(piece);
    });
    function* drain(): Generator<Uint8Array> {
      if (failure) throw failure;
      yield* ready.splice(0);
    }
    for (const [index, member] of members.entries()) {
      const name = names[index]!;
      const file = dense.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 3 });
      zip.add(file);
      for await (const piece of createReadStream(member.path) as AsyncIterable<Uint8Array>) {
        file.push(piece);
        yield* drain();
      }
      file.push(new Uint8Array(0), true);
      yield* drain();
    }
    zip.end();
    yield* drain();
  }
  return ReadableStream.from(archive()) as ReadableStream<Uint8Array>;
}

/** An archive as an answer. */
export function zipReply(members: readonly ZipMember[], fileName: string): Response {
  return new Response(zipStream(members), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'x-content-type-options': 'nosniff',
    },
  });
}
