import { type RawBuilder, sql } from 'kysely';
import { stateSql } from '../experiments/experiment-state.ts';

/**
 * Types of the metadata of an experiment that queries can test. `duration` is in seconds, times are in milliseconds
 * since 1970.
 */
export const metadataTypes = {
  experiment_key: 'string',
  experimentKey: 'string',
  name: 'string',
  file_name: 'string',
  file_path: 'string',
  state: 'string',
  running: 'boolean',
  start_server_timestamp: 'datetime',
  end_server_timestamp: 'datetime',
  duration: 'timenumber',
} as const;

type MetadataName = keyof typeof metadataTypes;

const metadataColumns = (name: string) => sql.ref(`experiments.${name}`);

/** SQL of a metadata value: a text or a number, null if it is missing. */
export interface MetadataSql {
  readonly kind: 'text' | 'number';
  readonly value: RawBuilder<unknown>;
}

/** Returns the SQL of a metadata value of `experiments`; null for an unknown name. */
export function metadataSql(name: string, now: number): MetadataSql | null {
  if (!Object.hasOwn(metadataTypes, name)) return null;
  const { running, crashed, endSet, end } = stateSql(now);
  // Casts integers to floating-point numbers, so that they can be compared with fractions.
  const number = (value: RawBuilder<unknown>): MetadataSql => ({
    kind: 'number',
    value: sql`cast(${value} as double precision)`,
  });
  switch (name as MetadataName) {
    case 'state':
      return {
        kind: 'text',
        value: sql`(case when ${running} then 'running' when ${crashed} then 'crashed' else 'finished' end)`,
      };
    case 'running':
      return number(sql`case when ${running} then 1 else 0 end`);
    case 'start_server_timestamp':
      return number(metadataColumns('start_time'));
    case 'end_server_timestamp':
      return number(sql`case when ${running} and not ${endSet} then null else ${end} end`);
    case 'duration': {
      const millis = sql`case when ${end} > ${metadataColumns('start_time')} then ${end} - ${metadataColumns('start_time')} else 0 end`;
      return { kind: 'number', value: sql`(cast(${millis} as double precision) / 1000)` };
    }
    case 'experimentKey':
      return { kind: 'text', value: metadataColumns('experiment_key') };
    default:
      return { kind: 'text', value: metadataColumns(name) };
  }
}
