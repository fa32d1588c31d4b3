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

/** Describing code, environment and machine (section 4.10). Each operation leaves what the others set. */
export abstract class ExperimentSetting extends ExperimentUploads {
  /** Sets the source code from a text; a file's takes the client for Node (section 4.10). */
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

  /** Sets the command line: the script's name, then its arguments (section 4.10). */
  async setCommand(commandArgsList: readonly string[], options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setCommand', { command: [...commandArgsList] }, options);
  }

  /** Sets the interpreter's path (section 4.10). */
  async setExecutable(executable: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setExecutable', { executable }, options);
  }

  /** Sets path and name of the script (section 4.10). */
  async setFilename(filename: string, options: OperationOptions = {}): Promise<WriteReply> {
    const body = { experimentKey: this.key, filePath: filename };
    return await this.changed(this.connection.call('setFilename', experiments.setFilePath, { body }, options));
  }

  /** Sets where the code stood in git (sections 2, 4.10). */
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

  /** Sets what the GPUs are; every field is required (sections 2, 4.10). */
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

  /** Sets the host's name (section 4.10). */
  async setHostname(hostname: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setHostname', { hostname }, options);
  }

  /** Sets the packages of the interpreter, `name==version` (section 4.10). */
  async setInstalledPackages(
    installedPackages: readonly string[],
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    return await this.setDetails('setInstalledPackages', { installedPackages: [...installedPackages] }, options);
  }

  /** Sets the host's address (section 4.10). */
  async setIp(ip: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setIp', { ip }, options);
  }

  /** Sets the machine type (section 4.10). */
  async setMachine(machine: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setMachine', { machine }, options);
  }

  /** Sets the model graph: a text as it is, anything else as JSON (section 4.10). */
  async setModelGraph(graph: unknown, options: OperationOptions = {}): Promise<WriteReply> {
    const text = typeof graph === 'string' ? graph : jsonArgument('setModelGraph', 'graph', graph);
    const body = { experimentKey: this.key, graph: text };
    return await this.connection.call('setModelGraph', experiments.setGraph, { body }, options);
  }

  /** Sets the addresses of the host's networks (section 4.10). */
  async setNetworkInterfaceIps(
    networkInterfaceIps: readonly string[],
    options: OperationOptions = {},
  ): Promise<WriteReply> {
    return await this.setDetails('setNetworkInterfaceIps', { networkInterfaceIps: [...networkInterfaceIps] }, options);
  }

  /** Sets the operating system (section 4.10). */
  async setOs(os: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setOs', { os }, options);
  }

  /** Sets the packages of the operating system (section 4.10). */
  async setOsPackages(osPackages: readonly string[], options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setOsPackages', { osPackages: [...osPackages] }, options);
  }

  /** Sets the release of the operating system (section 4.10). */
  async setOsRelease(osRelease: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setOsRelease', { osRelease }, options);
  }

  /** Sets the type of the operating system (section 4.10). */
  async setOsType(osType: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setOsType', { osType }, options);
  }

  /** Sets the process id (section 4.10). */
  async setPid(pid: string | number, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setPid', { pid }, options);
  }

  /** Sets the processor (section 4.10). */
  async setProcessor(processor: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setProcessor', { processor }, options);
  }

  /** Sets the interpreter's version (section 4.10). */
  async setPythonVersion(pythonVersion: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setPythonVersion', { pythonVersion }, options);
  }

  /** Sets the interpreter's version with its build (section 4.10). */
  async setPythonVersionVerbose(pythonVersionVerbose: string, options: OperationOptions = {}): Promise<WriteReply> {
    return await this.setDetails('setPythonVersionVerbose', { pythonVersionVerbose }, options);
  }

  /** Sets the user of the operating system (section 4.10). */
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
