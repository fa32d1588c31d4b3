import { staticTexts } from '../charts/static-texts.ts';
import type { SnapshotExperiment } from '../snapshots/view-payload.ts';

const isTime = (millis: number | null | undefined): millis is number =>
  millis !== null && millis !== undefined && millis > 0 && millis < 8.64e15;

/** Returns a list with an event and its time to the minute in UTC; empty for a number that is no time. */
export const timeFact = (event: string, millis: number | null | undefined): string[] =>
  isTime(millis) ? [`${event} ${new Date(millis).toISOString().slice(0, 16).replace('T', ' ')} UTC`] : [];

/** Returns what the header of a live view says about an experiment: project, state, start, duration and tags. */
export function experimentFacts(experiment: SnapshotExperiment | undefined): string {
  if (experiment === undefined) return '';
  const { workspaceName, projectName, hasCrashed, running, archived, startTimeMillis, durationMillis } =
    experiment.metadata;
  return [
    ...(workspaceName && projectName ? [`${workspaceName}/${projectName}`] : []),
    hasCrashed ? 'crashed' : running ? 'running' : 'finished',
    ...(archived ? ['archived'] : []),
    ...timeFact('started', startTimeMillis),
    ...(isTime(durationMillis) && !running ? [`took ${staticTexts.span(durationMillis)}`] : []),
    ...(experiment.tags.length > 0 ? [experiment.tags.join(', ')] : []),
  ].join(' · ');
}
