import type { OutputPiece } from '@tracklens/core/browser';
import { useDeferredValue, useMemo } from 'react';
import { useChoice } from '../use-choice.ts';
import { foundIn, type OutputLine, outputLines } from './output-lines.ts';

/** Output streams of a process. */
type OutputStream = 'output' | 'error';

/** Lines of an output with the settings of its view. */
export interface OutputLines {
  /** Lines of the chosen stream. */
  readonly lines: readonly OutputLine[];
  /** Number of lines of both streams. */
  readonly totalCount: number;
  readonly stderrCount: number;
  /** Number of lines of errors among `lines`. */
  readonly errorCount: number;
  readonly search: string;
  /** Search that the matches belong to; it follows `search` when the page is idle. */
  readonly appliedSearch: string;
  readonly matchCount: number;
  /** Index of the current match. */
  readonly matchIndex: number;
  /** Line of the current match; `undefined` if there is none. */
  readonly match: number | undefined;
  /** Index of the current match among the matches of its line. */
  readonly matchInLine: number;
  /** `null` for both streams. */
  readonly stream: OutputStream | null;
  readonly wrapped: boolean;
  readonly following: boolean;
  /** Searches from the first match on. */
  setSearch(search: string): void;
  /** Goes to the next or the previous match, cyclically. */
  stepMatch(by: -1 | 1): void;
  setStream(stream: OutputStream | null): void;
  toggleWrapped(): void;
  toggleFollowing(): void;
}

/** Returns the lines of an output, filtered and searched. The settings are stored in the view state. */
export function useOutputLines(output: readonly OutputPiece[], running: boolean): OutputLines {
  const [search, setSearch] = useChoice('text', 'outputSearch', '');
  const [unwrapped, setUnwrapped] = useChoice('text', 'unwrapped', false);
  const [stream, setStream] = useChoice('text', 'stream', null);
  const [following, setFollowing] = useChoice('text', 'following', running);
  const [position, setPosition] = useChoice('text', 'place', 0);
  const all = useMemo(() => outputLines(output), [output]);
  const lines = useMemo(
    () => (stream === null ? all : all.filter(({ stderr }) => stderr === (stream === 'error'))),
    [all, stream],
  );
  const stderrCount = useMemo(() => all.filter(({ stderr }) => stderr).length, [all]);
  const errorCount = useMemo(() => lines.filter(({ error }) => error).length, [lines]);
  const appliedSearch = useDeferredValue(search);
  const found = useMemo(() => foundIn(lines, appliedSearch), [lines, appliedSearch]);
  const matchIndex = Math.min(position, Math.max(0, found.length - 1));
  const match = found[matchIndex];
  return {
    lines,
    totalCount: all.length,
    stderrCount,
    errorCount,
    search,
    appliedSearch,
    matchCount: found.length,
    matchIndex,
    match,
    matchInLine: match === undefined ? 0 : matchIndex - found.indexOf(match),
    stream,
    wrapped: !unwrapped,
    following,
    setSearch(next) {
      setSearch(next);
      setPosition(0);
    },
    stepMatch: (by) => setPosition((matchIndex + by + found.length) % Math.max(1, found.length)),
    setStream,
    toggleWrapped: () => setUnwrapped(!unwrapped),
    toggleFollowing: () => setFollowing(!following),
  };
}
