/** Characters of a line that travel together: what clients of this wire send at most. */
const longestPiece = 5_000_000;

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** The lines of an output with their ends, a longer one in pieces: together they are the output, and no character is parted. */
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
