import type { SystemDetails } from '@tracklens/core/contract';
import { readText, saveText, writeText } from '../store/experiments/experiment-items.ts';
import { withExperimentLock } from '../store/experiments/experiment-lock.ts';
import { requireExperiment } from '../store/experiments/experiments.ts';
import { readSummaries } from '../store/metrics/metric-read.ts';
import { parseExactJson } from '../store/tables/exact-json.ts';
import { type Handlers, writeReply } from './handler.ts';

type StoredDetails = Partial<
  Omit<SystemDetails, 'experimentKey' | 'systemMetricNames' | 'maxTotalMemory' | 'totalRam'>
>;

const present = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** Merges additional items by key; an item logged again replaces the earlier one. */
function mergedItems(
  before: StoredDetails['logAdditionalSystemInfoList'],
  added: StoredDetails['logAdditionalSystemInfoList'],
) {
  return [...new Map([...(before ?? []), ...(added ?? [])].map((item) => [item.key, item])).values()];
}

/** Returns the greatest of some numbers; null if there are none. */
function greatest(numbers: readonly number[]): number | null {
  // Not `Math.max(...numbers)`: a call has at most some 100,000 arguments.
  return numbers.length === 0 ? null : numbers.reduce((most, number) => Math.max(most, number));
}

/** Returns a process id as a number; some clients send it as text. */
function pidOf(pid: StoredDetails['pid']): number | string | null {
  if (typeof pid !== 'string') return pid ?? null;
  return /^\d{1,15}$/.test(pid.trim()) ? Number(pid) : pid;
}

/** Handlers of the `system` endpoints. */
export const system: Handlers<'system'> = {
  details: async ({ query }, { store }) => {
    const { experimentKey } = query;
    await requireExperiment(store.db, experimentKey);
    const stored = parseExactJson((await readText(store.db, experimentKey, 'system')) ?? '{}') as StoredDetails;
    const machine = (await readSummaries(store.db, experimentKey)).filter((row) => row.metric_name.startsWith('sys.'));
    const greatestMetric = (pattern: RegExp) =>
      greatest(machine.flatMap((row) => (pattern.test(row.metric_name) ? [row.value_max ?? 0] : [])));
    const gpuMemory = greatest((stored.gpuStaticInfoList ?? []).map((gpu) => gpu.totalMemory));
    return {
      ...stored,
      experimentKey,
      env: undefined,
      systemMetricNames: machine.map((row) => row.metric_name),
      maxTotalMemory: gpuMemory ?? greatestMetric(/^sys\.gpu\.\d+\.total_memory$/),
      totalRam: greatestMetric(/^sys\.ram\.total$/),
      user: stored.user ?? null,
      pythonVersion: stored.pythonVersion ?? null,
      pythonVersionVerbose: stored.pythonVersionVerbose ?? null,
      pid: pidOf(stored.pid),
      osType: stored.osType ?? null,
      os: stored.os ?? null,
      osRelease: stored.osRelease ?? null,
      machine: stored.machine ?? null,
      processor: stored.processor ?? null,
      ip: stored.ip ?? null,
      hostname: stored.hostname ?? null,
      executable: stored.executable ?? null,
      gpuStaticInfoList: stored.gpuStaticInfoList ?? [],
      logAdditionalSystemInfoList: stored.logAdditionalSystemInfoList ?? [],
      networkInterfaceIps: stored.networkInterfaceIps ?? [],
      command: stored.command ?? [],
      osPackages: stored.osPackages ?? [],
      installedPackages: stored.installedPackages ?? [],
    };
  },

  setDetails: async ({ body }, { store, now }) => {
    const { experimentKey, logAdditionalSystemInfoList, ...details } = body;
    await withExperimentLock(store, experimentKey, async (trx) => {
      const stored = parseExactJson((await readText(trx, experimentKey, 'system')) ?? '{}') as StoredDetails;
      const next = {
        ...stored,
        ...present(details),
        logAdditionalSystemInfoList: mergedItems(
          stored.logAdditionalSystemInfoList,
          logAdditionalSystemInfoList ?? undefined,
        ),
      };
      await writeText(trx, experimentKey, 'system', JSON.stringify(next), now());
    });
    return writeReply();
  },

  setCloudDetails: async ({ body }, { store, now }) => {
    const { experimentKey, ...details } = body;
    await saveText(store, experimentKey, 'cloud', JSON.stringify(details), now());
    return writeReply();
  },

  setDependencies: async ({ body }, { store, now }) => {
    const { experimentKey, logDependencies } = body;
    await saveText(store, experimentKey, 'dependencies', JSON.stringify(logDependencies), now());
    return writeReply();
  },
};
