import { recordingLimits, sizeText } from '@tracklens/core/contract';

/** Number of the largest contents that a message names. */
const namedContents = 3;

/** Bytes of a content of a recording. */
interface ContentSize {
  /** Bytes that it has at least, known before it is read. */
  readonly minimum: number;
  readonly written: number;
}

const bytesOf = ({ minimum, written }: ContentSize) => Math.max(minimum, written);

/** Size of a recording while it is written, by what it contains. */
export class RecordingSize {
  #total = 0;
  #written = 0;
  readonly #contents = new Map<string, ContentSize>();

  /** Bytes of text that are written. */
  get written(): number {
    return this.#written;
  }

  /** Whether a service would reject the recording unpacked. */
  get isExceeded(): boolean {
    return this.#total > recordingLimits.text;
  }

  /** Counts bytes that a content has at least. */
  expect(of: string, bytes: number): void {
    this.#change(of, ({ minimum, written }) => ({ minimum: minimum + bytes, written }));
  }

  /** Counts bytes of a content that are written. */
  add(of: string, bytes: number): void {
    this.#written += bytes;
    this.#change(of, ({ minimum, written }) => ({ minimum, written: written + bytes }));
  }

  #change(of: string, changed: (size: ContentSize) => ContentSize): void {
    const before = this.#contents.get(of) ?? { minimum: 0, written: 0 };
    const after = changed(before);
    this.#total += bytesOf(after) - bytesOf(before);
    this.#contents.set(of, after);
  }

  /** Returns the error for a recording that is too large: unpacked, or as a file of some size. */
  error(fileBytes?: number): Error {
    const size =
      fileBytes === undefined
        ? `at least ${sizeText(this.#total)} unpacked; it may have ${sizeText(recordingLimits.text)}`
        : `${sizeText(fileBytes)}; it may have ${sizeText(recordingLimits.file)}`;
    const contents = [...this.#contents].map(([of, content]) => [of, bytesOf(content)] as const);
    const largest = contents.sort((a, b) => b[1] - a[1]).slice(0, namedContents);
    const named = largest.map(([of, bytes]) => `${of} (${sizeText(bytes)})`).join(', ');
    return new Error(
      `The recording would have ${size}. The largest contents are: ${named}. ` +
        'Leave out files with --no-assets, or select experiments with --experiments.',
    );
  }
}
