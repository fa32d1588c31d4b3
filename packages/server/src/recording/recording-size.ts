import { recordingLimits, sizeText } from '@tracklens/core/contract';

/** Number of the largest contents that a message names. */
const namedContents = 3;

/** Size of a recording while it is written, by what it contains. */
export class RecordingSize {
  #total = 0;
  readonly #contents = new Map<string, number>();

  /** Unpacked size in bytes. */
  get total(): number {
    return this.#total;
  }

  /** Whether a service would reject the recording unpacked. */
  get isExceeded(): boolean {
    return this.#total > recordingLimits.text;
  }

  /** Counts bytes of a content. */
  add(of: string, bytes: number): void {
    this.#total += bytes;
    this.#contents.set(of, (this.#contents.get(of) ?? 0) + bytes);
  }

  /** Returns the error for a recording that is too large: unpacked, or as a file of some size. */
  error(fileBytes?: number): Error {
    const size =
      fileBytes === undefined
        ? `${sizeText(this.#total)} unpacked; it may have ${sizeText(recordingLimits.text)}`
        : `${sizeText(fileBytes)}; it may have ${sizeText(recordingLimits.file)}`;
    const largest = [...this.#contents].sort((a, b) => b[1] - a[1]).slice(0, namedContents);
    const named = largest.map(([of, bytes]) => `${of} (${sizeText(bytes)})`).join(', ');
    return new Error(
      `The recording would have ${size}. The largest contents are: ${named}. ` +
        'Leave out files with --no-assets, or select experiments with --experiments.',
    );
  }
}
