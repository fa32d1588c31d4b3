import { lstat, mkdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { RestApiException } from '../client/errors.ts';
import { placeWithin } from './place-within.ts';
import { writeWhole } from './whole-file.ts';

/** What an archive may hold at most. */
export interface UnzipLimits {
  readonly entries: number;
  readonly bytes: number;
}

const defaultLimits: UnzipLimits = { entries: 100_000, bytes: 1024 ** 4 };
const symbolicLink = 0o120000;
const kindOfFile = 0o170000;

function refused(operation: string, reason: string): RestApiException {
  return RestApiException.from({ code: 'malformed', operation, reason: `the archive is refused: ${reason}` });
}

/**
 * Unpacks an archive into a folder. Everything in it is looked at before anything is written: no entry leaves the folder by an
 * absolute name, `..` or a link, no two have one name, there are not too many and they are not too large. Each file appears when
 * it is whole; those that are there stay, unless `overwrite`, and none takes the place of another of the same archive.
 *
 * @returns names of the files, as they stand in the archive
 * @throws RestApiException `malformed` for an archive that is broken or refused; errors of the file system as they are
 */
export async function unzip(
  archive: string,
  folder: string,
  { operation, overwrite, limits = defaultLimits }: { operation: string; overwrite: boolean; limits?: UnzipLimits },
): Promise<string[]> {
  const zip = await opened(archive, operation);
  try {
    const entries = await entriesOf(zip, operation, limits);
    for (const entry of entries) await placeWithin(folder, entry.fileName, operation);
    const isFolder = ({ fileName }: Entry) => fileName.endsWith('/');
    const files = entries.filter((entry) => !isFolder(entry));
    checkNames(files, operation);
    const unpacked = new Set<string>();
    for (const entry of files) await extract(zip, entry, folder, { operation, overwrite, unpacked });
    // Last of all, so that a failure leaves none of them empty.
    for (const { fileName } of entries.filter(isFolder)) {
      await mkdir(await placeWithin(folder, fileName, operation), { recursive: true });
    }
    return files.map(({ fileName }) => fileName);
  } finally {
    zip.close();
  }
}

/** @throws RestApiException `malformed` where one file would take the place of another */
function checkNames(files: readonly Entry[], operation: string): void {
  const names = new Set<string>();
  for (const { fileName } of files) {
    if (names.has(fileName)) throw refused(operation, `two of its files are ${JSON.stringify(fileName)}`);
    names.add(fileName);
  }
}

/** What tells a file from all others; null where there is none. */
async function identityOf(path: string): Promise<string | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.dev}:${found.ino}`;
}

async function opened(archive: string, operation: string): Promise<ZipFile> {
  const { open } = await import('yauzl');
  return await new Promise((done, fail) =>
    open(archive, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error === null) done(zip);
      else fail('syscall' in error ? error : refused(operation, error.message));
    }),
  );
}

function entriesOf(zip: ZipFile, operation: string, limits: UnzipLimits): Promise<Entry[]> {
  return new Promise((done, fail) => {
    const entries: Entry[] = [];
    let bytes = 0;
    zip.on('entry', (entry: Entry) => {
      bytes += entry.uncompressedSize;
      const isLink = ((entry.externalFileAttributes >>> 16) & kindOfFile) === symbolicLink;
      if (isLink) return fail(refused(operation, `${JSON.stringify(entry.fileName)} is a link`));
      if (entries.push(entry) > limits.entries) return fail(refused(operation, `it has over ${limits.entries} files`));
      if (bytes > limits.bytes) return fail(refused(operation, `it unpacks to over ${limits.bytes} bytes`));
      zip.readEntry();
    });
    zip.once('end', () => done(entries));
    zip.once('error', (cause: Error) => fail(refused(operation, cause.message)));
    zip.readEntry();
  });
}

async function extract(
  zip: ZipFile,
  entry: Entry,
  folder: string,
  {
    operation,
    overwrite,
    unpacked,
  }: { operation: string; overwrite: boolean /** The files of this archive so far. */; unpacked: Set<string> },
): Promise<void> {
  const target = await placeWithin(folder, entry.fileName, operation);
  const there = overwrite ? await identityOf(target) : null;
  // Names that differ in case, for one, are one name to some file systems.
  if (there !== null && unpacked.has(there)) {
    throw refused(operation, `${JSON.stringify(entry.fileName)} is the name of another of its files here`);
  }
  const content = await new Promise<Readable>((done, fail) =>
    zip.openReadStream(entry, (error, stream) => (error ? fail(refused(operation, error.message)) : done(stream))),
  );
  await writeWhole(target, overwrite, async (file) => {
    for await (const piece of content as AsyncIterable<Buffer>) await file.writeFile(piece);
  }).catch((error) => {
    content.destroy();
    throw (error as NodeJS.ErrnoException).syscall === undefined ? refused(operation, String(error.message)) : error;
  });
  if (!overwrite) return;
  const written = await identityOf(target);
  if (written !== null) unpacked.add(written);
}
