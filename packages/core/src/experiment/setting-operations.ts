import { anything, argument, type Check, checkArgument, list, record, text, texts } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { defineOperations, type OperationContext } from '../client/operation.ts';
import type { CallArguments } from '../client/wire-request.ts';
import { contract, type GpuStaticInfo, type WriteReply } from '../contract/index.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import { jsonText } from './json-text.ts';
import { callInOrder } from './log-queue.ts';

const { experiments, system } = contract;

/** Operations that set code, environment and machine details. Each leaves the other details unchanged. */
export interface SettingOperations {
  /** Sets the source code from a string. The client for Node also accepts a file. */
  setCode(
    source: OperationOptions & {
      /** Source code. */
      readonly code?: string | undefined;
      /** Name of the source file. */
      readonly filename?: string | undefined;
    },
  ): Promise<WriteReply>;
  /** Sets the command line: the script's name, then its arguments. */
  setCommand(commandArgsList: readonly string[], options?: OperationOptions): Promise<WriteReply>;
  /** Sets the path of the interpreter. */
  setExecutable(executable: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the path and name of the script. */
  setFilename(filename: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the git metadata of the code. */
  setGitMetadata(
    user: string,
    root: string,
    branch: string,
    parent: string,
    origin: string,
    options?: OperationOptions,
  ): Promise<WriteReply>;
  /** Sets the static details of the GPUs. All fields are required. */
  setGpuStaticInfo(gpuStaticInfo: readonly GpuStaticInfo[], options?: OperationOptions): Promise<WriteReply>;
  /** Sets the host name. */
  setHostname(hostname: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the packages of the interpreter, as `name==version`. */
  setInstalledPackages(installedPackages: readonly string[], options?: OperationOptions): Promise<WriteReply>;
  /** Sets the IP address of the host. */
  setIp(ip: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the machine type. */
  setMachine(machine: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the model graph. A string is sent unchanged, other values as JSON. */
  setModelGraph(graph: unknown, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the IP addresses of the host's network interfaces. */
  setNetworkInterfaceIps(networkInterfaceIps: readonly string[], options?: OperationOptions): Promise<WriteReply>;
  /** Sets the operating system. */
  setOs(os: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the packages of the operating system. */
  setOsPackages(osPackages: readonly string[], options?: OperationOptions): Promise<WriteReply>;
  /** Sets the release of the operating system. */
  setOsRelease(osRelease: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the type of the operating system. */
  setOsType(osType: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the process id. */
  setPid(pid: string | number, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the processor. */
  setProcessor(processor: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the version of the interpreter. */
  setPythonVersion(pythonVersion: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the version of the interpreter with its build. */
  setPythonVersionVerbose(pythonVersionVerbose: string, options?: OperationOptions): Promise<WriteReply>;
  /** Sets the user of the operating system. */
  setUser(user: string, options?: OperationOptions): Promise<WriteReply>;
}

type Context = OperationContext<ExperimentSubject>;
type Details = Omit<NonNullable<CallArguments<typeof system.setDetails>['body']>, 'experimentKey'>;

const gpuFields = ['gpuIndex', 'name', 'uuid', 'totalMemory', 'powerLimit'] as const;

function setDetails(context: Context, details: Details): Promise<WriteReply> {
  return callInOrder(context, system.setDetails, { body: { experimentKey: context.subject.key, ...details } });
}

/** Returns the definition of an operation that sets one detail, which has the name of the argument. */
function detail<T extends string | number | readonly string[]>(name: keyof Details, check: Check<T>) {
  return {
    unawaited: true as const,
    arguments: [argument(name, check)] as const,
    run: (context: Context, value: T) => setDetails(context, { [name]: value }),
  };
}

/** Sends the source code. */
export function sendCode(context: Context, code: string): Promise<WriteReply> {
  return callInOrder(context, experiments.setCode, { body: { experimentKey: context.subject.key, code } });
}

/** Definitions of the operations that set code, environment and machine details. */
export const settingOperations = defineOperations<SettingOperations, ExperimentSubject>({
  setCode: {
    unawaited: true,
    options: { code: text, filename: text },
    run(context, { code }) {
      if (code !== undefined) return sendCode(context, code);
      throw context.failure('invalid', 'give code as text; a file is read by the client for Node');
    },
  },
  setCommand: {
    unawaited: true,
    arguments: [argument('commandArgsList', texts)],
    run: (context, command) => setDetails(context, { command: [...command] }),
  },
  setFilename: {
    unawaited: true,
    arguments: [argument('filename', text)],
    run(context, filePath) {
      const body = { experimentKey: context.subject.key, filePath };
      return callInOrder(context, experiments.setFilePath, { body });
    },
  },
  setGitMetadata: {
    unawaited: true,
    arguments: [
      argument('user', text),
      argument('root', text),
      argument('branch', text),
      argument('parent', text),
      argument('origin', text),
    ],
    run(context, user, root, branch, parent, origin) {
      const body = { experimentKey: context.subject.key, user, root, branch, parent, origin };
      return callInOrder(context, experiments.setGitMetadata, { body });
    },
  },
  setGpuStaticInfo: {
    unawaited: true,
    arguments: [argument('gpuStaticInfo', list)],
    run(context, gpuStaticInfo) {
      for (const [index, info] of gpuStaticInfo.entries()) {
        checkArgument(context.operation, `the GPU at ${index}`, record, info);
        const missing = gpuFields.filter((field) => info[field] === undefined || info[field] === null);
        if (missing.length > 0) throw context.failure('invalid', `the GPU at ${index} lacks ${missing.join(', ')}`);
      }
      return setDetails(context, { gpuStaticInfoList: [...gpuStaticInfo] });
    },
  },
  setModelGraph: {
    unawaited: true,
    arguments: [argument('graph', anything)],
    async run(context, value) {
      const graph = typeof value === 'string' ? value : jsonText(context, 'graph', value);
      return await callInOrder(context, experiments.setGraph, { body: { experimentKey: context.subject.key, graph } });
    },
  },
  setExecutable: detail('executable', text),
  setHostname: detail('hostname', text),
  setInstalledPackages: detail('installedPackages', texts),
  setIp: detail('ip', text),
  setMachine: detail('machine', text),
  setNetworkInterfaceIps: detail('networkInterfaceIps', texts),
  setOs: detail('os', text),
  setOsPackages: detail('osPackages', texts),
  setOsRelease: detail('osRelease', text),
  setOsType: detail('osType', text),
  setPid: detail('pid', anything),
  setProcessor: detail('processor', text),
  setPythonVersion: detail('pythonVersion', text),
  setPythonVersionVerbose: detail('pythonVersionVerbose', text),
  setUser: detail('user', text),
});
