import { type Column, parseQuery, planQuery, type QueryError } from '@tracklens/core/query';

/** Problem of a query with the range of the text it concerns. */
export interface QueryProblem {
  readonly start: number;
  /** Greater than `start`, even if the text ends too early: the range is then the position after the end. */
  readonly end: number;
  /** Error that is described. */
  readonly error: QueryError;
  /** Whether it is a name that the project does not have. */
  readonly unknown: boolean;
}

/** Maximum number of problems that are shown: a pasted text that is no query has one in each word. */
const maxProblems = 100;

/**
 * Returns the first problems of a query text; none for an empty text. With the columns of a project, unknown names are
 * problems too.
 */
export function queryProblems(text: string, columns: readonly Column[] = []): readonly QueryProblem[] {
  if (text.trim() === '') return [];
  const { tree, errors } = parseQuery(text);
  if (errors.length > 0 || tree === null || columns.length === 0)
    return errors.slice(0, maxProblems).map((error) => problemOf(error));
  const plan = planQuery(tree, columns);
  const wrong = plan.errors.map((error) => problemOf(error));
  const unknown = plan.unknown.map((error) => problemOf(error, true));
  return [...wrong, ...unknown].sort((a, b) => a.start - b.start).slice(0, maxProblems);
}

function problemOf(error: QueryError, unknown = false): QueryProblem {
  return { start: error.start, end: Math.max(error.end, error.start + 1), error, unknown };
}

/** Piece of a text, marked if it is part of a problem. */
export interface TextPiece {
  readonly text: string;
  readonly start: number;
  readonly marked: boolean;
}

/**
 * Splits a text at the boundaries of the problems, so that they can be underlined. A problem after the end marks a
 * space.
 */
export function markedPieces(text: string, problems: readonly QueryProblem[]): readonly TextPiece[] {
  const length = Math.max(text.length, ...problems.map(({ end }) => end));
  const padded = text.padEnd(length);
  const cuts = new Set([0, length]);
  for (const { start, end } of problems) cuts.add(start).add(end);
  const ordered = [...cuts].sort((a, b) => a - b);
  return ordered.slice(1).map((end, index) => {
    const start = ordered[index]!;
    return {
      text: padded.slice(start, end),
      start,
      marked: problems.some((problem) => problem.start < end && problem.end > start),
    };
  });
}
