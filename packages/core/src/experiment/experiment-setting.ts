import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import type { CallArguments } from '../client/call.ts';
import { RestApiException } from '../client/errors.ts';
import { jsonArgument, listArgument, mappingArgument } from '../client/validate-arguments.ts';
import { contract, type GpuStaticInfo, type WriteReply } from '../contract/index.ts';
import { ExperimentUploads } from './experiment-uploads.ts';

const { experiments, system } = contract;

type Details = Omit<NonNullable<CallArguments<typeof system.setDetails>['body']>, 'experimentKey'>;

const gpuFields = ['gpuIndex', 'name', 'uuid', 'totalMemory', 'powerLimit'] as const;

/** Sets code, environment and machine details. Each operation leaves the other details unchanged. */
export abstract class ExperimentSetting extends ExperimentUploads {
  /** Sets the source code from a string. The client for Node also accepts a file. */
  async setCode(
    source: OperationOptions & { readonly code?: string; readonly filename?: string },
  ): Promise<WriteReply> {
    if (source.code === undefined) {
      const reason = 'give code as text; a file is read by the client for Node';
      throw RestApiException.from({ code: 'invalid', operation: 'setCode', reason });
    }
    const body = { experimentKey: this.key, code: source.code };
    return await this.connection.call('setCode', experiments.setCode, { body }, source);
  }

  /** Sets the command line: the script's name, then its arguments. */
  async setCommand(commandArgsList: readonly string[], options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setCommand', { command: [...commandArgsList] }, options);
  }

  /** Sets the path of the interpreter. */
  async setExecutable(executable: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setExecutable', { executable }, options);
  }

  /** Sets the path and name of the script. */
  async setFilename(filename: string, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, filePath: filename };
    return await this.changed(this.connection.call('setFilename', experiments.setFilePath, { body }, options));
  }

  /** Sets the git metadata of the code. */
  async setGitMetadata(
    user: string,
    root: string,
    branch: string,
    parent: string,
    origin: string,
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    const body = { experimentKey: this.key, user, root, branch, parent, origin };
    return await this.connection.call('setGitMetadata', experiments.setGitMetadata, { body }, options);
  }

  /** Sets the static details of the GPUs. All fields are required. */
  async setGpuStaticInfo(gpuStaticInfo: readonly GpuStaticInfo[], options: OperationOptions = {}): Promise<WriteReply> {
    const given = listArgument('setGpuStaticInfo', 'gpuStaticInfo', gpuStaticInfo);
    for (const [index, info] of given.entries()) {
      mappingArgument('setGpuStaticInfo', `the GPU at ${index}`, info);
      const missing = gpuFields.filter((field) => info[field] === undefined || info[field] === null);
      if (missing.length === 0) continue;
      const reason = `the GPU at ${index} lacks ${missing.join(', ')}`;
      throw RestApiException.from({ code: 'invalid', operation: 'setGpuStaticInfo', reason });
    }
    return await this.setDetails('setGpuStaticInfo', { gpuStaticInfoList: given }, options);
  }

  /** Sets the host name. */
  async setHostname(hostname: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setHostname', { hostname }, options);
  }

  /** Sets the packages of the interpreter, as `name==version`. */
  async setInstalledPackages(
    installedPackages: readonly string[],
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    return await this.setDetails('setInstalledPackages', { installedPackages: [...installedPackages] }, options);
  }

  /** Sets the IP address of the host. */
  async setIp(ip: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setIp', { ip }, options);
  }

  /** Sets the machine type. */
  async setMachine(machine: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setMachine', { machine }, options);
  }

  /** Sets the model graph. A string is sent unchanged, other values as JSON. */
  async setModelGraph(graph: unknown, options: OperationOptions = {}): Promise<WriteReply> {
    const text = typeof graph === 'string' ? graph : jsonArgument('setModelGraph', 'graph', graph);
    const body = { experimentKey: this.key, graph: text };
    return await this.connection.call('setModelGraph', experiments.setGraph, { body }, options);
  }

  /** Sets the IP addresses of the host's network interfaces. */
  async setNetworkInterfaceIps(
    networkInterfaceIps: readonly string[],
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    return await this.setDetails('setNetworkInterfaceIps', { networkInterfaceIps: [...networkInterfaceIps] }, options);
  }

  /** Sets the operating system. */
  async setOs(os: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setOs', { os }, options);
  }

  /** Sets the packages of the operating system. */
  async setOsPackages(osPackages: readonly string[], options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setOsPackages', { osPackages: [...osPackages] }, options);
  }

  /** Sets the release of the operating system. */
  async setOsRelease(osRelease: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setOsRelease', { osRelease }, options);
  }

  /** Sets the type of the operating system. */
  async setOsType(osType: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setOsType', { osType }, options);
  }

  /** Sets the process id. */
  async setPid(pid: string | number, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setPid', { pid }, options);
  }

  /** Sets the processor. */
  async setProcessor(processor: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setProcessor', { processor }, options);
  }

  /** Sets the version of the interpreter. */
  async setPythonVersion(pythonVersion: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setPythonVersion', { pythonVersion }, options);
  }

  /** Sets the version of the interpreter with its build. */
  async setPythonVersionVerbose(pythonVersionVerbose: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setPythonVersionVerbose', { pythonVersionVerbose }, options);
  }

  /** Sets the user of the operating system. */
  async setUser(user: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setUser', { user }, options);
  }

  private async setDetails(operation: string, details: Details, options: OperationOptions): Promise<WriteReply> {
    const body = { experimentKey: this.key, ...details };
    return await this.connection.call(operation, system.setDetails, { body }, options);
  }
}

operations(ExperimentSetting.prototype, {
  setCode: [],
  setCommand: ['commandArgsList'],
  setExecutable: ['executable'],
  setFilename: ['filename'],
  setGitMetadata: ['user', 'root', 'branch', 'parent', 'origin'],
  setGpuStaticInfo: ['gpuStaticInfo'],
  setHostname: ['hostname'],
  setInstalledPackages: ['installedPackages'],
  setIp: ['ip'],
  setMachine: ['machine'],
  setModelGraph: ['graph'],
  setNetworkInterfaceIps: ['networkInterfaceIps'],
  setOs: ['os'],
  setOsPackages: ['osPackages'],
  setOsRelease: ['osRelease'],
  setOsType: ['osType'],
  setPid: ['pid'],
  setProcessor: ['processor'],
  setPythonVersion: ['pythonVersion'],
  setPythonVersionVerbose: ['pythonVersionVerbose'],
  setUser: ['user'],
});
