import type { SystemDetails } from '@tracklens/core/contract';
import { readText, saveText, writeText } from '../store/experiment-items.ts';
import { withExperimentLock } from '../store/experiment-lock.ts';
import { requireExperiment } from '../store/experiments.ts';
import { readSummaries } from '../store/metric-read.ts';
import { type Handlers, written } from './handler.ts';

type KeptDetails = Partial<Omit<SystemDetails, 'experimentKey' | 'systemMetricNames' | 'maxTotalMemory' | 'totalRam'>>;

const present = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** Merges additional items by key; an item logged again replaces the earlier one. */
function mergedItems(
  before: KeptDetails['logAdditionalSystemInfoList'],
  added: KeptDetails['logAdditionalSystemInfoList'],
) {
  return [...new Map([...(before ?? []), ...(added ?? [])].map((item) => [item.key, item])).values()];
}

/** Returns a process id as a number; some clients send it as text. */
function pidOf(pid: KeptDetails['pid']): number | string | null {
  if (typeof pid !== 'string') return pid ?? null;
  return /^\d{1,15}$/.test(pid.trim()) ? Number(pid) : pid;
}

/** Handlers of the `system` endpoints. */
export const system: Handlers<'system'> = {
  details: async ({ query }, { store }) => {
    const { experimentKey } = query;
    await requireExperiment(store.db, experimentKey);
    const kept = JSON.parse((await readText(store.db, experimentKey, 'system')) ?? '{}') as KeptDetails;
    const machine = (await readSummaries(store.db, experimentKey)).filter((row) => row.metric_name.startsWith('sys.'));
    const greatest = (pattern: RegExp): number | null => {
      const values = machine.flatMap((row) => (pattern.test(row.metric_name) ? [row.value_max ?? 0] : []));
      return values.length === 0 ? null : Math.max(...values);
    };
    const gpuMemory = (kept.gpuStaticInfoList ?? []).map((gpu) => gpu.totalMemory);
    return {
      ...kept,
      experimentKey,
      env: undefined,
      systemMetricNames: machine.map((row) => row.metric_name),
      maxTotalMemory: gpuMemory.length > 0 ? Math.max(...gpuMemory) : greatest(/^sys\.gpu\.\d+\.total_memory$/),
      totalRam: greatest(/^sys\.ram\.total$/),
      user: kept.user ?? null,
      pythonVersion: kept.pythonVersion ?? null,
      pythonVersionVerbose: kept.pythonVersionVerbose ?? null,
      pid: pidOf(kept.pid),
      osType: kept.osType ?? null,
      os: kept.os ?? null,
      osRelease: kept.osRelease ?? null,
      machine: kept.machine ?? null,
      processor: kept.processor ?? null,
      ip: kept.ip ?? null,
      hostname: kept.hostname ?? null,
      executable: kept.executable ?? null,
      gpuStaticInfoList: kept.gpuStaticInfoList ?? [],
      logAdditionalSystemInfoList: kept.logAdditionalSystemInfoList ?? [],
      networkInterfaceIps: kept.networkInterfaceIps ?? [],
      command: kept.command ?? [],
      osPackages: kept.osPackages ?? [],
      installedPackages: kept.installedPackages ?? [],
    };
  },

  setDetails: async ({ body }, { store, now }) => {
    const { experimentKey, logAdditionalSystemInfoList, ...given } = body;
    await withExperimentLock(store, experimentKey, async (trx) => {
      const kept = JSON.parse((await readText(trx, experimentKey, 'system')) ?? '{}') as KeptDetails;
      const next = {
        ...kept,
        ...present(given),
        logAdditionalSystemInfoList: mergedItems(
          kept.logAdditionalSystemInfoList,
          logAdditionalSystemInfoList ?? undefined,
        ),
      };
      await writeText(trx, experimentKey, 'system', JSON.stringify(next), now());
    });
    return written();
  },

  setCloudDetails: async ({ body }, { store, now }) => {
    const { experimentKey, ...details } = body;
    await saveText(store, experimentKey, 'cloud', JSON.stringify(details), now());
    return written();
  },

  setDependencies: async ({ body }, { store, now }) => {
    const { experimentKey, logDependencies } = body;
    await saveText(store, experimentKey, 'dependencies', JSON.stringify(logDependencies), now());
    return written();
  },
};
