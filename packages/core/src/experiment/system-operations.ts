import type { OperationOptions } from '../client/connection.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import { contract, type GpuStaticInfo, type SystemDetails } from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';

/** Operations that read machine, interpreter and packages. All of them read the same response, which is cached. */
export interface SystemOperations {
  /** Returns the details of machine, interpreter and packages. */
  getSystemDetails(options?: OperationOptions): Promise<SystemDetails>;
  /** Returns the command line as a list. */
  getCommand(options?: OperationOptions): Promise<string[]>;
  /** Returns the path of the interpreter; null when it was not logged. */
  getExecutable(options?: OperationOptions): Promise<string | null>;
  /** Returns index, name, id, memory and power limit of each GPU. */
  getGpuStaticInfo(options?: OperationOptions): Promise<GpuStaticInfo[]>;
  /** Returns the host name; null when it was not logged. */
  getHostname(options?: OperationOptions): Promise<string | null>;
  /** Returns the IP address of the host; null when it was not logged. */
  getIp(options?: OperationOptions): Promise<string | null>;
  /** Returns the machine type; null when it was not logged. */
  getMachine(options?: OperationOptions): Promise<string | null>;
  /** Returns the operating system; null when it was not logged. */
  getOs(options?: OperationOptions): Promise<string | null>;
  /** Returns the release of the operating system; null when it was not logged. */
  getOsRelease(options?: OperationOptions): Promise<string | null>;
  /** Returns the type of the operating system; null when it was not logged. */
  getOsType(options?: OperationOptions): Promise<string | null>;
  /** Returns the processor; null when it was not logged. */
  getProcessor(options?: OperationOptions): Promise<string | null>;
  /** Returns the version of the interpreter; null when it was not logged. */
  getPythonVersion(options?: OperationOptions): Promise<string | null>;
  /** Returns the version of the interpreter with its build; null when it was not logged. */
  getPythonVersionVerbose(options?: OperationOptions): Promise<string | null>;
  /** Returns the user of the operating system; null when it was not logged. */
  getUser(options?: OperationOptions): Promise<string | null>;
  /** Returns the packages of the interpreter, as `name==version`. */
  getInstalledPackages(options?: OperationOptions): Promise<string[]>;
  /** Returns the packages of the operating system. */
  getOsPackages(options?: OperationOptions): Promise<string[]>;
  /**
   * Returns the packages of the operating system.
   * @deprecated use `getOsPackages`.
   */
  getEnvironmentDetails(options?: OperationOptions): Promise<string[]>;
  /** Returns the IP addresses of the host's network interfaces. */
  getNetworkInterfaceIps(options?: OperationOptions): Promise<string[]>;
  /** Returns the names of the system metrics. */
  getSystemMetricNames(options?: OperationOptions): Promise<string[]>;
  /** Returns the logged additional details; empty when there are none. */
  getAdditionalSystemInfo(options?: OperationOptions): Promise<{ key: string; value: unknown }[]>;
  /** Returns the maximum memory, as logged; null when unknown. */
  getMaxMemory(options?: OperationOptions): Promise<number | null>;
  /** Returns the total memory of the host, as logged; null when unknown. */
  getTotalMemory(options?: OperationOptions): Promise<number | null>;
  /** Returns the process id; null when unknown. */
  getPid(options?: OperationOptions): Promise<number | null>;
}

type Context = OperationContext<ExperimentSubject>;

function systemDetails({ call, subject }: Context): Promise<SystemDetails> {
  return call(contract.system.details, subject.keyQuery);
}

/** Returns the definition of an operation that reads one field of the details. */
function detail<Field extends keyof SystemDetails>(field: Field) {
  return { run: async (context: Context): Promise<SystemDetails[Field]> => (await systemDetails(context))[field] };
}

/** Definitions of the operations that read machine, interpreter and packages. */
export const systemOperations = defineOperations<SystemOperations, ExperimentSubject>({
  getSystemDetails: { run: systemDetails },
  getCommand: detail('command'),
  getExecutable: detail('executable'),
  getGpuStaticInfo: detail('gpuStaticInfoList'),
  getHostname: detail('hostname'),
  getIp: detail('ip'),
  getMachine: detail('machine'),
  getOs: detail('os'),
  getOsRelease: detail('osRelease'),
  getOsType: detail('osType'),
  getProcessor: detail('processor'),
  getPythonVersion: detail('pythonVersion'),
  getPythonVersionVerbose: detail('pythonVersionVerbose'),
  getUser: detail('user'),
  getInstalledPackages: detail('installedPackages'),
  getOsPackages: detail('osPackages'),
  getEnvironmentDetails: { ...detail('osPackages'), deprecated: 'getOsPackages' },
  getNetworkInterfaceIps: detail('networkInterfaceIps'),
  getSystemMetricNames: detail('systemMetricNames'),
  getAdditionalSystemInfo: detail('logAdditionalSystemInfoList'),
  getMaxMemory: detail('maxTotalMemory'),
  getTotalMemory: detail('totalRam'),
  getPid: {
    async run(context) {
      const { pid } = await systemDetails(context);
      return pid === null || pid === '' || !Number.isFinite(Number(pid)) ? null : Number(pid);
    },
  },
});
