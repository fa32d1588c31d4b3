import { badRequest } from '../../errors/service-error.ts';
import type { ExperimentRow } from '../tables/experiment-tables.ts';
import { stateOf } from './experiment-state.ts';

/** Greatest distance of a `Date` from 1970, in milliseconds. A time beyond it could be written but not read. */
const furthestMillis = 8.64e15;

/** Times to set, in milliseconds since 1970. */
interface TimesToSet {
  readonly startTimeMillis?: number | null | undefined;
  readonly endTimeMillis?: number | null | undefined;
}

type TimeColumns = Partial<Pick<ExperimentRow, 'start_time' | 'end_time' | 'end_set'>>;

/**
 * Returns the columns to set for a start time, an end time or both. When only one is given and the other would be
 * missing or on the wrong side of it, the other is set one second away.
 *
 * @throws ServiceError 400 for a time that could not be read.
 */
export function timesToSet(row: ExperimentRow, wanted: TimesToSet, now: number): TimeColumns {
  const times = timesFor(row, wanted, now);
  for (const time of [times.start_time, times.end_time]) {
    if (time !== undefined && !(Math.abs(time) <= furthestMillis)) {
      throw badRequest(`A time must be in milliseconds since 1970, not ${time}`);
    }
  }
  return times;
}

function timesFor(
  row: ExperimentRow,
  { startTimeMillis: start, endTimeMillis: end }: TimesToSet,
  now: number,
): TimeColumns {
  const oneSecond = 1000;
  if (start != null && end != null) {
    if (end < start) throw badRequest('The end time is before the start time');
    return { start_time: Math.trunc(start), end_time: Math.trunc(end), end_set: 1 };
  }
  if (start != null) {
    const start_time = Math.trunc(start);
    const { running, endTime } = stateOf(row, now);
    const hasEnd = row.end_set === 1 || row.end_time !== 0 || row.liveness !== 'none';
    // A running experiment gets its end time when it ends.
    if (hasEnd && (endTime >= start || (running && row.end_set === 0))) return { start_time };
    return { start_time, end_time: start_time + oneSecond, ...(hasEnd ? { end_set: 1 } : {}) };
  }
  if (end != null) {
    const end_time = Math.trunc(end);
    return { end_time, end_set: 1, ...(row.start_time > end ? { start_time: end_time - oneSecond } : {}) };
  }
  throw badRequest('Give startTimeMillis, endTimeMillis or both');
}
