/** Maximum number of characters of a line in one piece: the limit of the existing clients of this wire format. */
const longestPiece = 5_000_000;

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Splits an output into lines including their line ends, and longer lines into pieces. Surrogate pairs are not split,
 * and concatenating the result gives the output.
 */
export function outputLines(output: string, longest = longestPiece): string[] {
  const lines: string[] = [];
  for (const line of output.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    for (let from = 0; from < line.length; ) {
      let to = Math.min(from + longest, line.length);
      if (to < line.length && to > from + 1 && isHighSurrogate(line.charCodeAt(to - 1))) to--;
      lines.push(line.slice(from, to));
      from = to;
    }
  }
  return lines;
}
