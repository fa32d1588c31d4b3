import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { withOwnSequence } from './own-sequence.ts';
import { ownName } from './owner.ts';
import { decodeRecord, encodeRecord } from './record.ts';
import type { Spool, SpooledRequest, SpoolPosition } from './spooled-request.ts';

const folderMode = 0o700;
const fileMode = 0o600;
const segmentBytes = 4 * 1024 * 1024;
const addressFile = 'address.json';
/** End of the name of a folder of requests that fail. The rest is the name of the folder that they were in. */
export const failedSuffix = '.failed';
/** Number of the first segment. Requests that are put before all others get smaller numbers. */
const firstNumber = 500_000_000;

const segmentName = (number: number) => `segment-${String(number).padStart(9, '0')}`;
const positionName = (number: number) => `${segmentName(number)}.position`;
const numberOf = (name: string) => Number(/^segment-(\d{9})$/.exec(name)?.[1] ?? Number.NaN);

/** Segment that is read. */
interface ReadSegment {
  readonly number: number;
  readonly bytes: Uint8Array;
  /** Position of the first record that was not removed. */
  position: number;
}

/** Damage that was found in a folder. */
export interface SpoolDamage {
  /** File that was renamed because of it. */
  readonly file: string;
  /** Number of bytes that cannot be read. */
  readonly bytes: number;
}

/**
 * Requests of one queue on disk. Segments are appended to, and deleted when all of their requests have been sent. A
 * write is complete for other processes when it returns, also if this process is killed. It is synced to the disk when
 * its segment is full: a power loss can cost the last 4 MiB.
 */
export class SpoolFolder implements Spool {
  readonly folder: string;
  /** Root URL of the service of the requests. */
  readonly url: string;
  private readonly onDamage: (damage: SpoolDamage) => void;
  private segments: number[];
  private writing: { readonly number: number; readonly file: number; size: number } | null = null;
  private reading: ReadSegment | null = null;
  private remaining: number;
  /** Requests that are held. */
  private held: SpoolFolder | null = null;
  /** Requests that were set aside; null if none has been since this folder was opened. */
  private failed: SpoolFolder | null = null;

  /** Opens an existing folder. */
  constructor(folder: string, url: string, onDamage: (damage: SpoolDamage) => void) {
    this.folder = folder;
    this.url = url;
    this.onDamage = onDamage;
    this.segments = readdirSync(folder)
      .map(numberOf)
      .filter((number) => !Number.isNaN(number))
      .sort((a, b) => a - b);
    this.remaining = 0;
    for (const number of this.segments) this.remaining += this.countIn(number);
  }

  get count(): number {
    return this.remaining;
  }

  add(request: SpooledRequest, position: SpoolPosition = 'last'): void {
    const record = encodeRecord(request);
    if (position === 'first') this.writeSegment(record, position);
    else this.append(record);
    this.remaining++;
  }

  first(): SpooledRequest | null {
    while (this.segments.length > 0) {
      const reading = this.readSegment(this.segments[0]!);
      if (reading.position < reading.bytes.length) {
        const record = decodeRecord(reading.bytes, reading.position);
        if (record !== null) return record.request;
        this.renameDamaged(reading);
      }
      this.removeSegment();
    }
    this.remaining = 0;
    this.deleteIfEmpty();
    return null;
  }

  removeFirst(): void {
    const { reading } = this;
    const record = reading === null ? null : decodeRecord(reading.bytes, reading.position);
    if (reading === null || record === null) return;
    reading.position = record.end;
    this.remaining--;
    if (reading.position >= reading.bytes.length) this.removeSegment();
    else writeFileSync(join(this.folder, positionName(reading.number)), `${reading.position}`, { mode: fileMode });
    if (this.segments.length === 0) this.remaining = 0;
  }

  holdFirst(): void {
    const request = this.first();
    if (request === null) return;
    // A folder that is sent like any other if this process is killed.
    this.held ??= createSpoolFolder(join(dirname(this.folder), ownName()), this.url, this.onDamage);
    const own = withOwnSequence(request);
    if (own === request && this.isAlone()) {
      this.held.adopt(this, this.segments[0]!, 'last');
    } else {
      this.held.writeSegment(encodeRecord(own), 'last');
      this.held.remaining++;
      this.removeHeldFirst(this.held);
    }
  }

  putBackHeld(): void {
    const { held } = this;
    this.held = null;
    // Each held request is a segment of its own.
    for (const number of held?.segments.toReversed() ?? []) this.adopt(held!, number, 'first');
  }

  setHeldAside(): string {
    const { held } = this;
    this.held = null;
    const path = `${this.folder}${failedSuffix}`;
    // Another process may have taken it over.
    if (!existsSync(path)) this.failed = null;
    for (const number of held?.segments ?? []) {
      this.failed ??= openSpoolFolder(path, this.onDamage) ?? createSpoolFolder(path, this.url, this.onDamage);
      this.failed.adopt(held!, number, 'last');
    }
    return path;
  }

  /** Requests in order, without removing them. */
  *[Symbol.iterator](): Generator<SpooledRequest> {
    for (const number of this.segments) {
      const bytes = readFileSync(join(this.folder, segmentName(number)));
      for (let record = decodeRecord(bytes, this.positionIn(number, bytes)); record !== null; ) {
        yield record.request;
        record = decodeRecord(bytes, record.end);
      }
    }
  }

  /** Deletes the folder with everything in it. */
  delete(): void {
    this.closeSegment();
    rmSync(this.folder, { recursive: true, force: true });
    this.segments = [];
    this.reading = null;
    this.remaining = 0;
  }

  /** Closes the open file. */
  close(): void {
    this.closeSegment();
  }

  /** Removes the first request, of which `held` has a copy. If that fails, the copy is removed. */
  private removeHeldFirst(held: SpoolFolder): void {
    const { remaining } = this;
    const reading = this.reading!;
    const { position } = reading;
    try {
      this.removeFirst();
    } catch (error) {
      reading.position = position;
      this.remaining = remaining;
      held.removeLast();
      throw error;
    }
  }

  /** Writes a record as a segment of its own. If that fails, nothing of it is left. */
  private writeSegment(record: Uint8Array, position: SpoolPosition): void {
    this.insertSegment(position, (path) => {
      try {
        writeFileSync(path, record, { mode: fileMode, flush: true });
      } catch (error) {
        rmSync(path, { force: true });
        throw error;
      }
    });
  }

  /** Moves a segment with one request from another folder. */
  private adopt(from: SpoolFolder, segment: number, position: SpoolPosition): void {
    this.ensureFolder();
    this.insertSegment(position, (path) => renameSync(join(from.folder, segmentName(segment)), path));
    this.remaining++;
    from.remaining--;
    from.forgetSegment(segment);
  }

  /** Returns whether the first request is the only one of its segment. */
  private isAlone(): boolean {
    const { bytes, position } = this.reading!;
    return position === 0 && decodeRecord(bytes, 0)!.end === bytes.length;
  }

  /** Inserts a segment before all others, or after them. */
  private insertSegment(position: SpoolPosition, create: (path: string) => void): void {
    const number = position === 'first' ? this.numberBeforeAll() : this.numberAfterAll();
    create(join(this.folder, segmentName(number)));
    this.reading = null;
    if (position === 'first') this.segments.unshift(number);
    else this.segments.push(number);
  }

  /** Returns the number of a segment before all others. */
  private numberBeforeAll(): number {
    return Math.min(this.segments[0] ?? firstNumber, this.reading?.number ?? firstNumber) - 1;
  }

  /** Returns the number of a segment after all others. */
  private numberAfterAll(): number {
    return Math.max(this.segments.at(-1) ?? 0, this.reading?.number ?? 0, firstNumber - 1) + 1;
  }

  /** Writes a record after all others. If that fails, nothing of it is left. */
  private append(record: Uint8Array): void {
    this.ensureFolder();
    this.writing ??= this.newSegment();
    const { writing } = this;
    const { file, size } = writing;
    try {
      for (let at = 0; at < record.length; ) at += writeSync(file, record, at);
      writing.size += record.length;
      if (writing.size >= segmentBytes) this.closeSegment();
    } catch (error) {
      ftruncateSync(file, size);
      writing.size = size;
      throw error;
    }
  }

  /** Creates the folder again if it was deleted when it was empty. */
  private ensureFolder(): void {
    if (existsSync(this.folder)) return;
    // An open file of it is that of another process by now, or deleted.
    if (this.segments.length > 0) throw new Error(`the folder ${this.folder} was moved or deleted`);
    makeFolder(this.folder, this.url);
  }

  private newSegment() {
    const number = this.numberAfterAll();
    const file = openSync(join(this.folder, segmentName(number)), 'ax', fileMode);
    this.segments.push(number);
    return { number, file, size: 0 };
  }

  private closeSegment(): void {
    if (this.writing === null) return;
    fsyncSync(this.writing.file);
    closeSync(this.writing.file);
    this.writing = null;
  }

  /** Reads a segment into memory. If it is the one that is written, the next write begins another. */
  private readSegment(number: number): ReadSegment {
    if (this.reading?.number === number) return this.reading;
    if (this.writing?.number === number) {
      closeSync(this.writing.file);
      this.writing = null;
    }
    const bytes = readFileSync(join(this.folder, segmentName(number)));
    this.reading = { number, bytes, position: this.positionIn(number, bytes) };
    return this.reading;
  }

  private removeSegment(): void {
    const number = this.segments[0]!;
    rmSync(join(this.folder, segmentName(number)), { force: true });
    rmSync(join(this.folder, positionName(number)), { force: true });
    this.forgetSegment(number);
  }

  /** Removes the last segment, which has one request. */
  private removeLast(): void {
    const number = this.segments.at(-1)!;
    rmSync(join(this.folder, segmentName(number)), { force: true });
    this.remaining--;
    this.forgetSegment(number);
  }

  /** Removes a segment that is no longer in the folder. Deletes the folder after the last one. */
  private forgetSegment(number: number): void {
    this.segments = this.segments.filter((segment) => segment !== number);
    this.reading = null;
    this.deleteIfEmpty();
  }

  private deleteIfEmpty(): void {
    if (this.segments.length === 0 && this.writing === null) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Returns the saved position in a segment; the start if the file does not name one. */
  private positionIn(number: number, { length }: Uint8Array): number {
    try {
      const position = Number(readFileSync(join(this.folder, positionName(number)), 'utf8'));
      return Number.isInteger(position) && position >= 0 && position < length ? position : 0;
    } catch {
      // Nothing of it has been removed yet.
      return 0;
    }
  }

  private countIn(number: number): number {
    const bytes = readFileSync(join(this.folder, segmentName(number)));
    let count = 0;
    for (let record = decodeRecord(bytes, this.positionIn(number, bytes)); record !== null; count++) {
      record = decodeRecord(bytes, record.end);
    }
    return count;
  }

  /** Renames a segment whose next record is damaged, so that the others can be sent. */
  private renameDamaged({ number, bytes, position }: ReadSegment): void {
    const file = `${this.folder}.damaged-${number}`;
    renameSync(join(this.folder, segmentName(number)), file);
    this.onDamage({ file, bytes: bytes.length - position });
  }
}

/** Makes a folder with an address. If that fails, nothing of it is left. */
function makeFolder(folder: string, url: string): void {
  const created = mkdirSync(folder, { recursive: true, mode: folderMode });
  try {
    writeFileSync(join(folder, addressFile), JSON.stringify({ url }), { mode: fileMode });
  } catch (error) {
    if (created !== undefined) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Creates a folder for requests to a service. */
export function createSpoolFolder(folder: string, url: string, onDamage: (damage: SpoolDamage) => void): SpoolFolder {
  makeFolder(folder, url);
  return new SpoolFolder(folder, url, onDamage);
}

/** Opens an existing folder. Returns null if it is not one of a spool. */
export function openSpoolFolder(folder: string, onDamage: (damage: SpoolDamage) => void): SpoolFolder | null {
  const url = addressOf(folder);
  return url === null ? null : new SpoolFolder(folder, url, onDamage);
}

/** Gives a folder the time of a write, so that other hosts do not take it for abandoned. */
export function touch(folder: string): void {
  const now = new Date();
  utimesSync(join(folder, addressFile), now, now);
}

/** Returns the root URL of the service of a spool folder; null if it is not one. */
export function addressOf(folder: string): string | null {
  try {
    const { url } = JSON.parse(readFileSync(join(folder, addressFile), 'utf8')) as { url?: unknown };
    return typeof url === 'string' && /^https?:\/\//.test(url) ? url : null;
  } catch {
    return null;
  }
}
