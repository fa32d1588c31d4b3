import { parsePatch, type StructuredPatch, type StructuredPatchHunk } from 'diff';
import { strFromU8, unzipSync } from 'fflate';
import { failure } from '../../source/failure.ts';

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

/** Returns the hunks of a file with only the first `limit` lines. */
export function firstLines(hunks: readonly PatchHunk[], limit: number): readonly PatchHunk[] {
  const first: PatchHunk[] = [];
  let left = limit;
  for (const hunk of hunks) {
    if (left <= 0) break;
    first.push({ ...hunk, lines: hunk.lines.slice(0, left) });
    left -= hunk.lines.length;
  }
  return first;
}

/** Maximum uncompressed size of a patch, in bytes. */
const maxBytes = 20_000_000;

/** Failure of an archive for which `patchText` returns null. */
export const badPatch = failure(
  'malformed',
  'The patch cannot be read.',
  'It should be a zip archive with one patch of at most 20 MB.',
);

/**
 * Returns the text of the single file in a patch archive. Null when the archive is invalid or the file too large.
 * Neither a larger file nor further ones are decompressed.
 */
export function patchText(archive: Uint8Array): string | null {
  try {
    let count = 0;
    const files = unzipSync(archive, { filter: ({ originalSize }) => count++ === 0 && originalSize <= maxBytes });
    const [bytes] = Object.values(files);
    return bytes ? strFromU8(bytes) : null;
  } catch {
    return null;
  }
}

/** Header of a hunk, with the enclosing function or class after the second `@@`. */
const hunkHeader = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@ ?(.*)$/gm;

/** Returns a path without the prefix of its side (`a/` or `b/`); null for `/dev/null`. */
function pathOf(fileName: string | undefined): string | null {
  return fileName === undefined || fileName === '/dev/null' ? null : fileName.replace(/^[ab]\//, '');
}

/** Lines after the last hunk that only look like a part of the patch: an unpaired file header, the end of an email. */
const trailingLines = /^--- .*\n(?!\+\+\+ )|^-- \n[\s\S]*$/gm;

/**
 * Parses a unified diff by git or diff. Never throws: a file whose hunks contradict their headers is one hunk of
 * notes, and text outside of files is skipped.
 */
export function readPatch(text: string): readonly PatchFile[] {
  // Each file on its own, so that a malformed one leaves the others readable.
  const sections = text.replaceAll('\r\n', '\n').split(/^(?=diff --git )/m);
  return sections.flatMap(
    (section) => parsedFiles(section) ?? parsedFiles(section.replace(trailingLines, '')) ?? [unparsedFile(section)],
  );
}

/** Returns the files of a section; null if jsdiff rejects it. */
function parsedFiles(section: string): readonly PatchFile[] | null {
  const headings = Array.from(section.matchAll(hunkHeader), ([, heading]) => heading ?? '');
  const binary = /^GIT binary patch$/m.test(section);
  try {
    return parsePatch(section)
      .filter(({ isGit, hunks }) => isGit === true || hunks.length > 0)
      .map((file) => patchFile({ isBinary: binary, ...file }, headings.splice(0, file.hunks.length)));
  } catch {
    return null;
  }
}

function patchFile(file: StructuredPatch, headings: readonly string[]): PatchFile {
  const before = pathOf(file.oldFileName);
  const after = pathOf(file.newFileName);
  const hunks = file.hunks.map((hunk, index) => ({ heading: headings[index] ?? '', lines: patchLines(hunk) }));
  const count = (kind: PatchLine['kind']) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  return {
    path: after ?? before ?? '',
    renamedFrom: file.isRename ? before : null,
    change: file.isRename
      ? /* message */ 'renamed'
      : file.isCreate
        ? /* message */ 'added'
        : file.isDelete
          ? /* message */ 'deleted'
          : /* message */ 'changed',
    binary: file.isBinary ?? false,
    added: count('added'),
    removed: count('removed'),
    hunks,
  };
}

function patchLines({ oldStart, newStart, lines }: StructuredPatchHunk): readonly PatchLine[] {
  let before = oldStart;
  let after = newStart;
  return lines.map((line): PatchLine => {
    const text = line.slice(1);
    switch (line[0]) {
      case '+':
        return { kind: 'added', text, before: null, after: after++ };
      case '-':
        return { kind: 'removed', text, before: before++, after: null };
      case '\\':
        return { kind: 'note', text: text.trim(), before: null, after: null };
      default:
        return { kind: 'same', text, before: before++, after: after++ };
    }
  });
}

function unparsedFile(section: string): PatchFile {
  const lines = section.trimEnd().split('\n');
  const path = /^(?:diff --git .* "?b\/|\+\+\+ "?(?:b\/)?)([^"\t\n]*)/m.exec(section)?.[1] ?? '';
  const notes = lines.map((text): PatchLine => ({ kind: 'note', text, before: null, after: null }));
  return {
    path,
    renamedFrom: null,
    change: 'changed',
    binary: false,
    added: 0,
    removed: 0,
    hunks: [{ heading: '', lines: notes }],
  };
}
