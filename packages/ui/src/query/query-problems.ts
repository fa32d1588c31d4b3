import { type Column, parseQuery, planQuery, type QueryError, sentence } from '@tracklens/core/query';

/** Something wrong with a query, and the part of the text it is about. */
export interface QueryProblem {
  readonly start: number;
  /** Past `start`, also where the text ends too early: then the mark stands on the place behind it. */
  readonly end: number;
  /** What is wrong and what to do. */
  readonly sentence: string;
}

/**
 * A query text with its problems; an empty text has none yet. With the columns of a project, names that it does not have
 * are problems too.
 */
export function queryProblems(text: string, columns: readonly Column[] = []): readonly QueryProblem[] {
  if (text.trim() === '') return [];
  const { tree, errors } = parseQuery(text);
  const found = errors.length > 0 || tree === null || columns.length === 0 ? errors : planQuery(tree, columns).errors;
  return found.map(problemOf);
}

function problemOf(error: QueryError): QueryProblem {
  return { start: error.start, end: Math.max(error.end, error.start + 1), sentence: sentence(error) };
}

/** A piece of a text, and the problems that it is part of. */
export interface TextPiece {
  readonly text: string;
  readonly start: number;
  readonly marked: boolean;
}

/** Cuts a text at the problems' ends, so that what is wrong can be underlined. A problem behind the end marks a space. */
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
