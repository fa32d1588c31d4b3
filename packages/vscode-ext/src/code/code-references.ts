import type { CodeTokens, Span } from './code-tokens.ts';

/** Experiment, or page of a service, that a string or a comment names. */
export type CodeReference =
  | (Span & { readonly kind: 'experiment'; readonly experimentKey: string })
  | (Span & { readonly kind: 'page'; readonly url: string });

const candidate = /https?:\/\/[^\s"'`<>()[\]{}|\\^]+|(?<![\w.-])[A-Za-z0-9]{32,50}(?![\w-])/g;
/** Key as the clients create it: 32 lower-case letters and digits, of both kinds. */
const generatedKey = /^(?=[0-9]*[a-z])(?=[a-z]*[0-9])[0-9a-z]{32}$/;
/** Workspace and project in front of a key. Not a third name: that is a path of files. */
const pathBefore = /(?<![^\s"'`(,=[])([^\s"'`/]{1,100}\/[^\s"'`/]{1,100}\/)$/;
/** String that is nothing but such a path. The name of a project may contain spaces. */
const wholePath = /^[^/\s#]{1,100}\/[^/\n]{1,100}\/[A-Za-z0-9]{32,50}$/;
/** Name, in front of a string, of a value that looks like the key of an experiment but is none. */
const secretName =
  /(?:key|token|secret|passwords?|passphrase|hash|md5|sha\w*|digest|checksum|etag)["'\]]*\s*[=:(,]\s*\w?["'`]{1,3}$/i;
const experimentName = /experiment\w*["'\]]*\s*[=:(,]\s*\w?["'`]{1,3}$/i;

/**
 * Returns the references in the strings and comments of a text: keys of experiments, `workspace/project/key`, and
 * addresses. A string named like a secret or a checksum is none.
 */
export function codeReferences(
  text: string,
  { strings, comments }: Pick<CodeTokens, 'strings' | 'comments'>,
): CodeReference[] {
  const found: CodeReference[] = [];
  const spanAround = spanFinder([strings, comments]);
  for (const match of text.matchAll(candidate)) {
    const [matched] = match;
    const { index } = match;
    const span = spanAround(index, index + matched.length);
    if (!span) continue;
    if (/^https?:/.test(matched)) {
      const url = matched.replace(/[.,;:!?]+$/, '');
      found.push({ kind: 'page', url, start: index, end: index + url.length });
      continue;
    }
    const start = startOfKey(text, index, matched, span);
    if (start !== null) found.push({ kind: 'experiment', experimentKey: matched, start, end: index + matched.length });
  }
  return found;
}

/** Returns where the reference with a possible key starts; null if it is not the key of an experiment. */
function startOfKey(text: string, index: number, key: string, span: Span): number | null {
  if (wholePath.test(text.slice(span.start, span.end)) && span.end === index + key.length) return span.start;
  const before = text.slice(Math.max(span.start, index - 210), index);
  const [path] = pathBefore.exec(before) ?? [];
  if (path !== undefined) return index - path.length;
  if (before.endsWith('/') || !generatedKey.test(key)) return null;
  const name = text.slice(Math.max(0, index - 60), index);
  return secretName.test(name) && !experimentName.test(name) ? null : index;
}

/** Returns a function that finds the string or comment around a range. Calls must be in ascending order. */
function spanFinder(lists: readonly (readonly Span[])[]): (start: number, end: number) => Span | undefined {
  const at = lists.map(() => 0);
  return (start, end) => {
    for (const [index, spans] of lists.entries()) {
      while (at[index]! < spans.length && spans[at[index]!]!.end < end) at[index]!++;
      const span = spans[at[index]!];
      if (span !== undefined && span.start <= start) return span;
    }
    return undefined;
  };
}
