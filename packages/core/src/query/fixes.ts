/**
 * Corrections of errors in queries, for editors. Corrections are not derived from messages: each candidate of an error
 * is applied and the text is parsed again. Those that remove the error and cause no other one are offered.
 */
import { type CheckedAlternatives, checkAlternatives } from './alternatives.ts';
import type { Column } from './columns.ts';
import type { QueryError } from './errors.ts';
import { fixCandidates, secondaryCandidates } from './fix-candidates.ts';
import { editBetween, type TextEdit, withEdits } from './text-edits.ts';

/** Correction of an error: one edit of the text, with a label such as `Replace = with ==`. */
export interface QueryFix extends TextEdit {
  /** Imperative clause for a menu. */
  readonly label: string;
}

/** Maximum number of corrections of an error. */
const maxFixes = 5;
/** Maximum number of further corrections that a correction makes necessary. */
const maxRepairs = 8;
/** Maximum number of new errors for which a further correction is tried. */
const maxNew = 4;
/**
 * Approximate number of characters parsed for the corrections of one error; it bounds the time in a text full of
 * errors.
 */
const maxParsed = 100_000;
/** Maximum number of corrections applied by `fixedQuery`. */
const maxSteps = 50;

/** Returns a key that is equal for the same error of the same text at another position. */
const keyOf = (text: string, { message, start, end }: QueryError) => `${message}\n${text.slice(start, end)}`;

/**
 * Returns the corrections of an error in a text of one query or several, best first. `columns` is the result of
 * `getQueryVariables` for the project; with it, unknown names get the nearest ones.
 */
export function queryFixes(text: string, error: QueryError, columns: Iterable<Column> = []): readonly QueryFix[] {
  const known = [...columns];
  const before = checkAlternatives(text, known);
  const found = new Map<string, { readonly label: string; readonly left: number }>();
  const candidates = fixCandidates(text, error, known);
  const limit = Math.ceil(maxParsed / (text.length + 1) / 3);
  for (const { label, edits } of candidates.slice(0, limit)) {
    const changed = repaired(text, edits, before, known);
    if (changed.trim() === '' || found.has(changed)) continue;
    const after = checkAlternatives(changed, known);
    if (removes(error, { text, ...before }, { text: changed, ...after })) {
      found.set(changed, { label, left: after.errors.length + after.unknown.length });
    }
  }
  const fewest = Math.min(...[...found.values()].map(({ left }) => left));
  return [...found]
    .filter(([, { left }]) => left === fewest)
    .slice(0, maxFixes)
    .map(([changed, { label }]) => ({ label, ...editBetween(text, changed) }));
}

/** Returns a text with the first correction of each error applied, as far as there is one. Names are not changed. */
export function fixedQuery(text: string, columns: Iterable<Column> = []): string {
  const known = [...columns];
  let fixed = text;
  for (let step = 0; step < maxSteps; step += 1) {
    const { errors } = checkAlternatives(fixed, known);
    const fix = firstFix(fixed, errors.slice(0, maxNew), known);
    if (!fix) break;
    fixed = withEdits(fixed, [fix]);
  }
  return fixed;
}

function firstFix(text: string, errors: readonly QueryError[], columns: readonly Column[]): QueryFix | undefined {
  for (const error of errors) {
    const [fix] = queryFixes(text, error, columns);
    if (fix) return fix;
  }
  return undefined;
}

interface CheckedText extends CheckedAlternatives {
  readonly text: string;
}

/** Returns whether a change removes an error and causes no other one. Names are not checked while there are errors. */
function removes(error: QueryError, before: CheckedText, after: CheckedText): boolean {
  const allowed = Map.groupBy([...before.errors, ...before.unknown], (one) => keyOf(before.text, one));
  const wanted = keyOf(before.text, error);
  const left = Map.groupBy([...after.errors, ...after.unknown], (one) => keyOf(after.text, one));
  const isGone = (left.get(wanted)?.length ?? 0) < (allowed.get(wanted)?.length ?? 0);
  const known = before.errors.length === 0 ? [...after.errors, ...after.unknown] : after.errors;
  return isGone && known.every((one) => allowed.has(keyOf(after.text, one)));
}

/**
 * Applies edits, and corrects what only became an error by them: a comparison next to a corrected operator needs
 * parentheses, a corrected name is followed by an operator of another language. Errors that were there before stay,
 * except for one that begins where the edit ends.
 */
function repaired(
  text: string,
  edits: readonly TextEdit[],
  before: CheckedAlternatives,
  columns: readonly Column[],
): string {
  const known = new Set(before.errors.map((error) => keyOf(text, error)));
  const [edit] = edits;
  const behind = edit ? edit.start + edit.insert.length : -1;
  let current = withEdits(text, edits);
  for (let step = 0; step < maxRepairs; step += 1) {
    const { errors } = checkAlternatives(current, columns);
    const better = errors
      .filter((error) => error.start === behind || !known.has(keyOf(current, error)))
      .slice(0, maxNew)
      .flatMap((error) => secondaryCandidates(current, error))
      .map((candidate) => withEdits(current, candidate.edits))
      .find((changed) => checkAlternatives(changed, columns).errors.length < errors.length);
    if (better === undefined) break;
    current = better;
  }
  return current;
}
