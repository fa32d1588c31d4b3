import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { contract, type GpuStaticInfo, type SystemDetails } from '../contract/index.ts';
import { ExperimentTags } from './experiment-tags.ts';

/** Reads machine, interpreter and packages. All operations read the same response, which is cached. */
export abstract class ExperimentSystem extends ExperimentTags {
  /** Returns the details of machine, interpreter and packages. */
  async getSystemDetails(options: OperationOptions = {}): Promise<SystemDetails> {
    return await this.systemDetails('getSystemDetails', options);
  }

  /** Returns the command line as a list. */
  async getCommand(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getCommand', options)).command;
  }

  /** Returns the path of the interpreter; null when it was not logged. */
  async getExecutable(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getExecutable', options)).executable;
  }

  /** Returns index, name, id, memory and power limit of each GPU. */
  async getGpuStaticInfo(options: OperationOptions = {}): Promise<GpuStaticInfo[]> {
    return (await this.systemDetails('getGpuStaticInfo', options)).gpuStaticInfoList;
  }

  /** Returns the host name; null when it was not logged. */
  async getHostname(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getHostname', options)).hostname;
  }

  /** Returns the IP address of the host; null when it was not logged. */
  async getIp(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getIp', options)).ip;
  }

  /** Returns the machine type; null when it was not logged. */
  async getMachine(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getMachine', options)).machine;
  }

  /** Returns the operating system; null when it was not logged. */
  async getOs(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getOs', options)).os;
  }

  /** Returns the release of the operating system; null when it was not logged. */
  async getOsRelease(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getOsRelease', options)).osRelease;
  }

  /** Returns the type of the operating system; null when it was not logged. */
  async getOsType(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getOsType', options)).osType;
  }

  /** Returns the processor; null when it was not logged. */
  async getProcessor(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getProcessor', options)).processor;
  }

  /** Returns the version of the interpreter; null when it was not logged. */
  async getPythonVersion(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getPythonVersion', options)).pythonVersion;
  }

  /** Returns the version of the interpreter with its build; null when it was not logged. */
  async getPythonVersionVerbose(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getPythonVersionVerbose', options)).pythonVersionVerbose;
  }

  /** Returns the user of the operating system; null when it was not logged. */
  async getUser(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getUser', options)).user;
  }

  /** Returns the packages of the interpreter, as `name==version`. */
  async getInstalledPackages(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getInstalledPackages', options)).installedPackages;
  }

  /** Returns the packages of the operating system. */
  async getOsPackages(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getOsPackages', options)).osPackages;
  }

  /**
   * Returns the packages of the operating system.
   * @deprecated use `getOsPackages`.
   */
  async getEnvironmentDetails(options: OperationOptions = {}): Promise<string[]> {
    this.connection.deprecated('getEnvironmentDetails', 'getOsPackages');
    return await this.getOsPackages(options);
  }

  /** Returns the IP addresses of the host's network interfaces. */
  async getNetworkInterfaceIps(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getNetworkInterfaceIps', options)).networkInterfaceIps;
  }

  /** Returns the names of the system metrics. */
  async getSystemMetricNames(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getSystemMetricNames', options)).systemMetricNames;
  }

  /** Returns the logged additional details; empty when there are none. */
  async getAdditionalSystemInfo(options: OperationOptions = {}): Promise<{ key: string; value: unknown }[]> {
    return (await this.systemDetails('getAdditionalSystemInfo', options)).logAdditionalSystemInfoList;
  }

  /** Returns the maximum memory, as logged; null when unknown. */
  async getMaxMemory(options: OperationOptions = {}): Promise<number | null> {
    return (await this.systemDetails('getMaxMemory', options)).maxTotalMemory;
  }

  /** Returns the total memory of the host, as logged; null when unknown. */
  async getTotalMemory(options: OperationOptions = {}): Promise<number | null> {
    return (await this.systemDetails('getTotalMemory', options)).totalRam;
  }

  /** Returns the process id; null when unknown. */
  async getPid(options: OperationOptions = {}): Promise<number | null> {
    const { pid } = await this.systemDetails('getPid', options);
    return pid === null || pid === '' || !Number.isFinite(Number(pid)) ? null : Number(pid);
  }

  private async systemDetails(operation: string, options: OperationOptions): Promise<SystemDetails> {
    return await this.connection.call(operation, contract.system.details, this.mine, options);
  }
}

operations(ExperimentSystem.prototype, {
  getEnvironmentDetails: [],
});
