import { mapConcurrent } from '@tracklens/core/client';
import { affectsAllRequests, type Failure, failureOf, messageText, remedyText } from '../source/failure.ts';
import { counted, type Translate } from '../text/translate.ts';
import type { ChangeResult } from './manage-context.ts';

interface Named {
  readonly name: string;
}

/** Number of names that a message lists. */
const maxNamed = 10;

/** Returns the names of subjects, one per line; of many, the first ones and the number of the others. */
function nameLines(t: Translate, subjects: readonly Named[]): string {
  const rest = subjects.length - maxNamed;
  const names = subjects.slice(0, maxNamed).map(({ name }) => name);
  return [...names, ...(rest > 0 ? [counted(t, rest, '… and %1 more', '… and %1 more')] : [])].join('\n');
}

/** Returns the detail of a question whose title names the only subject; of several, it lists the names. */
export function questionDetail(t: Translate, subjects: readonly Named[], detail: string): string {
  return subjects.length === 1 ? detail : `${nameLines(t, subjects)}\n\n${detail}`;
}

/** Returns the name of the only experiment, or the number of experiments. */
export function experimentsText(t: Translate, experiments: readonly Named[]): string {
  const [only] = experiments;
  return experiments.length === 1 ? only!.name : counted(t, experiments.length, '%1 experiment', '%1 experiments');
}

/** Changes of `changeEach`. */
export interface EachChange<S> {
  change(subject: S): Promise<unknown>;
  /** Returns the message about the changed subjects. */
  message(done: readonly S[]): string;
  /** Reverts the change of a subject. Absent if the service cannot. */
  readonly undo?: (subject: S) => Promise<unknown>;
}

/**
 * Changes several subjects, a few at a time. One that fails does not stop the others, unless the service itself fails.
 * The result names what was not changed.
 */
export async function changeEach<S extends Named>(
  t: Translate,
  subjects: readonly S[],
  { change, message, undo }: EachChange<S>,
): Promise<ChangeResult> {
  const { done, notDone, failure } = await tryEach(subjects, change);
  return {
    message: done.length === 0 ? '' : message(done),
    problem: failure === null ? undefined : problemText(t, notDone, failure),
    undo: undo && done.length > 0 ? () => undoEach(t, done, undo) : undefined,
  };
}

async function undoEach<S extends Named>(
  t: Translate,
  subjects: readonly S[],
  undo: (subject: S) => Promise<unknown>,
): Promise<void> {
  const { notDone, failure } = await tryEach(subjects, undo);
  if (failure !== null) throw new Error(problemText(t, notDone, failure));
}

async function tryEach<S>(subjects: readonly S[], change: (subject: S) => Promise<unknown>) {
  const done = new Set<S>();
  let first: Failure | null = null;
  let stopped = false;
  await mapConcurrent(subjects, async (subject) => {
    if (stopped) return;
    try {
      await change(subject);
      done.add(subject);
    } catch (error) {
      const failure = failureOf(error);
      first ??= failure;
      stopped ||= affectsAllRequests(failure);
    }
  });
  return {
    done: subjects.filter((subject) => done.has(subject)),
    notDone: subjects.filter((subject) => !done.has(subject)),
    failure: first as Failure | null,
  };
}

function problemText(t: Translate, subjects: readonly Named[], failure: Failure): string {
  const names = nameLines(t, subjects).replaceAll('\n', ', ');
  return `${t('Not changed: %1.', names)} ${messageText(failure, t)} ${remedyText(failure, t)}`;
}
