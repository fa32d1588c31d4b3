/** Part of an output. */
export interface OutputPiece {
  /** Text of the piece, with its line ends. */
  readonly text: string;
  /** Whether it is standard error; null when the service does not distinguish them. */
  readonly stderr: boolean | null;
}

/** Splits an output at the ranges of standard error. Ignores ranges that are out of order or out of bounds. */
export function outputPieces(
  output: string,
  stderrRanges: readonly (readonly [start: number, end: number])[] | null,
): OutputPiece[] {
  if (output === '') return [];
  if (stderrRanges === null) return [{ text: output, stderr: null }];
  const pieces: OutputPiece[] = [];
  let at = 0;
  for (const [start, end] of stderrRanges) {
    if (!(start >= at && end > start && end <= output.length)) continue;
    if (start > at) pieces.push({ text: output.slice(at, start), stderr: false });
    pieces.push({ text: output.slice(start, end), stderr: true });
    at = end;
  }
  if (at < output.length) pieces.push({ text: output.slice(at), stderr: false });
  return pieces;
}
