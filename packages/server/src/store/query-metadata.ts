import { type RawBuilder, sql } from 'kysely';
import { stateSql } from './experiment-state.ts';

/** What queries can test of the experiment itself; `duration` in seconds, times in milliseconds since 1970. */
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

/** The value of a metadata column: a text or a number, null where it is absent. */
export interface MetadataSql {
  readonly kind: 'text' | 'number';
  readonly value: RawBuilder<unknown>;
}

/** How a metadata column is read off the table `experiments`; null for a name that is none. */
export function metadataSql(name: string, now: number): MetadataSql | null {
  if (!Object.hasOwn(metadataTypes, name)) return null;
  const { running, crashed, endSet, end } = stateSql(now);
  // Whole numbers become floating ones, so that what they are compared with may have a fraction.
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
