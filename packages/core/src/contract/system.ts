import * as v from 'valibot';
import { clientlibRest, put, read, rest, write } from './endpoint.ts';
import { AdditionalSystemInfo, GpuStaticInfo, SystemDetails, WriteReply } from './records/index.ts';

const maybeText = v.nullish(v.string());
const maybeTexts = v.nullish(v.array(v.string()));

/** Endpoints of the machine and the environment of an experiment. */
export const system = {
  /** Details of machine, interpreter and packages; every field is present. */
  details: read(rest('experiment/system-details'), {
    query: { experimentKey: v.string() },
    response: SystemDetails,
    cached: true,
    reads: ['system-details'],
  }),
  /** Merges the given fields into the system details; other fields are unchanged. */
  setDetails: write(clientlibRest('write/experiment/system-details'), {
    body: v.object({
      experimentKey: v.string(),
      command: maybeTexts,
      env: v.nullish(v.unknown()),
      executable: maybeText,
      gpuStaticInfoList: v.nullish(v.array(GpuStaticInfo)),
      hostname: maybeText,
      installedPackages: maybeTexts,
      ip: maybeText,
      logAdditionalSystemInfoList: v.nullish(v.array(AdditionalSystemInfo)),
      machine: maybeText,
      networkInterfaceIps: maybeTexts,
      os: maybeText,
      osPackages: maybeTexts,
      osRelease: maybeText,
      osType: maybeText,
      pid: v.nullish(v.union([v.number(), v.string()])),
      processor: maybeText,
      pythonVersion: maybeText,
      pythonVersionVerbose: maybeText,
      user: maybeText,
    }),
    alsoAt: [rest('write/experiment/system-details')],
    response: WriteReply,
    repeatable: true,
    invalidates: ['system-details'],
  }),
  /** The cloud machine that an experiment ran on. */
  setCloudDetails: write(rest('write/experiment/cloud-details'), {
    body: v.object({ experimentKey: v.string(), provider: maybeText, metadata: v.nullish(v.unknown()) }),
    response: WriteReply,
    repeatable: true,
    invalidates: [],
  }),
  /** The libraries that the script imported. */
  setDependencies: put(rest('write/experiment/dependencies'), {
    body: v.object({
      experimentKey: v.string(),
      timestamp: v.nullish(v.number()),
      logDependencies: v.array(v.object({ name: v.string(), version: maybeText })),
    }),
    response: WriteReply,
    repeatable: true,
    invalidates: [],
  }),
};
