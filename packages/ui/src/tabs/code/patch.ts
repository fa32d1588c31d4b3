import { strFromU8, unzipSync } from 'fflate';

/** Line of a patch. Its number is null on the side that does not have the line. */
export interface PatchLine {
  readonly kind: 'added' | 'removed' | 'same' | 'note';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Changed section of a file. */
export interface PatchHunk {
  /** Text after the second `@@`: the enclosing function or class. */
  readonly heading: string;
  readonly lines: readonly PatchLine[];
}

/** Changed file. */
export interface PatchFile {
  /** Path after the change, or before it for a deleted file. */
  readonly path: string;
  /** Previous path, or null if it is the same. */
  readonly renamedFrom: string | null;
  readonly change: 'changed' | 'added' | 'deleted' | 'renamed';
  readonly binary: boolean;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly PatchHunk[];
}

/** Maximum uncompressed size of a patch, in bytes. */
const largestBytes = 20_000_000;

/**
 * Returns the text of the single file in a patch archive. Null when the archive is invalid or the file too large; a
 * larger file is not decompressed.
 */
export function patchText(archive: Uint8Array): string | null {
  try {
    const files = unzipSync(archive, { filter: ({ originalSize }) => originalSize <= largestBytes });
    const [bytes] = Object.values(files);
    return bytes ? strFromU8(bytes) : null;
  } catch {
    return null;
  }
}

const hunkStart = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

/** Parses a path as git writes it: `a/name`, `"a/na\303\251me"`, `/dev/null`. */
function pathOf(text: string): string | null {
  const plain = text.replace(/\t.*$/, '').trim();
  if (plain === '/dev/null') return null;
  const unquoted = /^".*"$/.test(plain) ? unquote(plain.slice(1, -1)) : plain;
  return unquoted.replace(/^[ab]\//, '');
}

function unquote(text: string): string {
  const bytes: number[] = [];
  const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' };
  const encoder = new TextEncoder();
  for (const [part, octal, letter] of text.matchAll(/\\(?:([0-7]{3})|(.))|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else bytes.push(...encoder.encode(letter === undefined ? part : (letters[letter] ?? letter)));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** Parses a unified diff by git. Never throws; unknown lines are skipped. */
export function readPatch(text: string): readonly PatchFile[] {
  const lines = text.split(/\r?\n/);
  const files: PatchFile[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.startsWith('diff --git ')) at = readFile(lines, at + 1, line, files);
    else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) at = readFile(lines, at, line, files);
    else at++;
  }
  return files;
}

/** Parses one file that starts at the line `from`. Returns the index of the next line. */
function readFile(lines: readonly string[], from: number, start: string, files: PatchFile[]): number {
  const named = /^diff --git (?:"?a\/.*"?) ("?b\/.*"?)$/.exec(start)?.[1];
  let before: string | null = null;
  let after: string | null = named === undefined ? null : pathOf(named);
  let renamedFrom: string | null = null;
  let change: PatchFile['change'] = 'changed';
  let binary = false;
  const hunks: PatchHunk[] = [];
  let at = from;
  while (at < lines.length && !lines[at]!.startsWith('diff --git ')) {
    const line = lines[at]!;
    const hunk = hunkStart.exec(line);
    if (hunk) {
      const read = readHunk(lines, at + 1, hunk);
      hunks.push(read.hunk);
      at = read.next;
      continue;
    }
    if (line.startsWith('--- ')) {
      // Without a `diff --git` line, this is the start of the next file.
      if (hunks.length > 0) break;
      before = pathOf(line.slice(4));
    } else if (line.startsWith('+++ ')) after = pathOf(line.slice(4)) ?? before;
    else if (line.startsWith('new file mode')) change = 'added';
    else if (line.startsWith('deleted file mode')) change = 'deleted';
    else if (line.startsWith('rename from ')) {
      renamedFrom = pathOf(line.slice(12));
      change = 'renamed';
    } else if (line.startsWith('rename to ')) after = pathOf(line.slice(10));
    else if (line.startsWith('Binary files ') || line === 'GIT binary patch') binary = true;
    at++;
  }
  const count = (kind: PatchLine['kind']) =>
    hunks.reduce((sum, { lines: all }) => sum + all.filter((line) => line.kind === kind).length, 0);
  files.push({
    path: after ?? before ?? '',
    renamedFrom,
    change,
    binary,
    added: count('added'),
    removed: count('removed'),
    hunks,
  });
  return at;
}

/**
 * Parses a hunk by the line counts of its header, so that a removed line `-- x` is not mistaken for the next file.
 */
function readHunk(lines: readonly string[], from: number, head: RegExpExecArray): { hunk: PatchHunk; next: number } {
  let before = Number(head[1]);
  let after = Number(head[3]);
  let removedLeft = Number(head[2] ?? 1);
  let addedLeft = Number(head[4] ?? 1);
  const read: PatchLine[] = [];
  let at = from;
  for (; at < lines.length && (removedLeft > 0 || addedLeft > 0 || lines[at]!.startsWith('\\')); at++) {
    const line = lines[at]!;
    const text = line.slice(1);
    if (line.startsWith('+')) {
      read.push({ kind: 'added', text, before: null, after: after++ });
      addedLeft--;
    } else if (line.startsWith('-')) {
      read.push({ kind: 'removed', text, before: before++, after: null });
      removedLeft--;
    } else if (line.startsWith('\\')) read.push({ kind: 'note', text: text.trim(), before: null, after: null });
    else if (line.startsWith(' ') || line === '') {
      read.push({ kind: 'same', text, before: before++, after: after++ });
      removedLeft--;
      addedLeft--;
    } else break;
  }
  return { hunk: { heading: head[5] ?? '', lines: read }, next: at };
}
