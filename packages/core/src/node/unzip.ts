import { type FileHandle, lstat, mkdir, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { RestApiException } from '../client/errors.ts';
import { atomicWrite } from './atomic-write.ts';
import { pathsInside, resolveInside } from './resolve-inside.ts';

/**
 * Limits of an unpacked archive.
 * @internal Exported for tests: tests lower the limits.
 */
export interface UnzipLimits {
  readonly entries: number;
  readonly bytes: number;
  /** Maximum compression ratio. Archives that unpack to less than `ratioFromBytes` may exceed it. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
}

const defaultLimits: UnzipLimits = { entries: 100_000, bytes: 1024 ** 4, ratio: 250, ratioFromBytes: 1024 ** 3 };
const symbolicLink = 0o120000;
const kindOfFile = 0o170000;

function malformed(operation: string, reason: string, cause?: unknown): RestApiException {
  const remedy = 'Download it again. If it is rejected again, the archive of the service is damaged or unsafe';
  return RestApiException.of({
    code: 'malformed',
    operation,
    reason: `the archive is rejected: ${reason}`,
    remedy,
    cause,
  });
}

/** Options for unpacking an archive. */
export interface UnzipOptions {
  readonly operation: string;
  /** Whether existing files may be replaced. */
  readonly overwrite: boolean;
  readonly limits?: Partial<UnzipLimits>;
  /** Called for each file that is saved under another name. */
  readonly warn?: (message: string) => void;
}

/**
 * Unpacks an archive into a folder. All entries are checked before anything is written: no entry is outside the
 * folder by an absolute name, `..` or a link, names are unique, and number and size are within the limits. Each file
 * is checked against its size and CRC-32 and appears when it is complete. No file replaces another one of the same
 * archive, and existing files are replaced only if `overwrite` is set. Errors of the file system are passed on, such
 * as `EEXIST`.
 *
 * @returns names of the files as stored in the archive
 * @throws RestApiException `malformed` for a damaged or unsafe archive
 */
export async function unzip(
  archive: string,
  folder: string,
  { operation, overwrite, limits, warn }: UnzipOptions,
): Promise<string[]> {
  const zip = await opened(archive, operation);
  try {
    const { size } = await stat(archive);
    const entries = await entriesOf(zip, operation, { ...defaultLimits, ...limits }, size);
    const isFolder = ({ name }: NamedEntry) => name.endsWith('/');
    const files = entries.filter((entry) => !isFolder(entry));
    const names = files.map(({ name }) => name);
    checkNames(names, operation);
    const folders = entries.filter(isFolder).map(({ name }) => name);
    const paths = await pathsInside(folder, names, { operation, warn, folders });
    const unpacked = new Set<string>();
    for (const [index, file] of files.entries()) {
      await extract(zip, file, paths[index]!, { operation, overwrite, unpacked });
    }
    // Folders are created last, so that a failure leaves no empty ones.
    for (const name of folders) await mkdir(await resolveInside(folder, name, operation), { recursive: true });
    return names;
  } finally {
    zip.close();
  }
}

/** @throws RestApiException `malformed` when two files have the same name */
function checkNames(names: readonly string[], operation: string): void {
  const known = new Set<string>();
  for (const name of names) {
    if (known.has(name)) throw malformed(operation, `two of its files are ${JSON.stringify(name)}`);
    known.add(name);
  }
}

/** Returns a unique identity of a file; null when it does not exist. */
async function identityOf(path: string): Promise<string | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.dev}:${found.ino}`;
}

async function opened(archive: string, operation: string): Promise<ZipFile> {
  const { open } = (await import('yauzl')).default;
  return await new Promise((done, fail) =>
    // yauzl rejects every name that begins with a letter and a colon as a Windows path, so names are decoded and
    // checked here.
    open(archive, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, zip) => {
      if (error === null) done(zip);
      else fail('syscall' in error ? error : malformed(operation, error.message, error));
    }),
  );
}

/** File or folder of an archive with its decoded name. */
interface NamedEntry {
  readonly name: string;
  readonly entry: Entry;
}

async function entriesOf(
  zip: ZipFile,
  operation: string,
  limits: UnzipLimits,
  archiveBytes: number,
): Promise<NamedEntry[]> {
  const { getFileNameLowLevel } = (await import('yauzl')).default;
  return await new Promise((done, fail) => {
    const entries: NamedEntry[] = [];
    const limitBytes = Math.min(limits.bytes, Math.max(limits.ratioFromBytes, archiveBytes * limits.ratio));
    let bytes = 0;
    zip.on('entry', (entry: Entry) => {
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
      bytes += entry.uncompressedSize;
      const isLink = ((entry.externalFileAttributes >>> 16) & kindOfFile) === symbolicLink;
      if (isLink) return fail(malformed(operation, `${JSON.stringify(name)} is a link`));
      if (entries.push({ name, entry }) > limits.entries)
        return fail(malformed(operation, `it has over ${limits.entries} files`));
      if (bytes > limitBytes) {
        return fail(malformed(operation, `its ${archiveBytes} bytes unpack to over ${limitBytes} bytes`));
      }
      zip.readEntry();
    });
    zip.once('end', () => done(entries));
    zip.once('error', (cause: Error) => fail(malformed(operation, cause.message, cause)));
    zip.readEntry();
  });
}

/** State of the files of an archive that are being unpacked. */
interface Extraction {
  readonly operation: string;
  readonly overwrite: boolean;
  /** Identities of the files written so far. */
  readonly unpacked: Set<string>;
}

async function extract(
  zip: ZipFile,
  file: NamedEntry,
  target: string,
  { operation, overwrite, unpacked }: Extraction,
): Promise<void> {
  const there = overwrite ? await identityOf(target) : null;
  // Some file systems treat different names as equal, for example if they differ in case.
  if (there !== null && unpacked.has(there)) {
    throw malformed(operation, `${JSON.stringify(file.name)} has the same name as another of its files on this disk`);
  }
  await atomicWrite(target, overwrite, (handle) => writeEntry(zip, file, handle, operation));
  if (!overwrite) return;
  const written = await identityOf(target);
  if (written !== null) unpacked.add(written);
}

/**
 * Writes the content of an entry and checks its size and checksum. Errors of the file system are passed on.
 *
 * @throws RestApiException `malformed` for a damaged entry
 */
function writeEntry(zip: ZipFile, { name, entry }: NamedEntry, file: FileHandle, operation: string): Promise<void> {
  const write = async (content: AsyncIterable<Buffer>) => {
    let size = 0;
    let checksum = 0;
    for await (const chunk of content) {
      size += chunk.byteLength;
      checksum = crc32(chunk, checksum);
      await file.writeFile(chunk);
    }
    if (size !== entry.uncompressedSize) throw new Error(`it has ${size} bytes instead of ${entry.uncompressedSize}`);
    if (checksum !== entry.crc32) throw new Error('its CRC-32 checksum is wrong');
  };
  return new Promise((done, fail) => {
    const failed = (error: Error) =>
      fail(
        'syscall' in error
          ? error
          : malformed(operation, `${JSON.stringify(name)} is damaged (${error.message})`, error),
      );
    zip.openReadStream(entry, (error, stream) => {
      // The pipeline must start in this callback, because a stream error without a listener ends the process.
      if (error) failed(error);
      else pipeline(stream, write).then(done, failed);
    });
  });
}
