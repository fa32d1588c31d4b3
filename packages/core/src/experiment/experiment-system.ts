import type { OperationOptions } from '../api/connection.ts';
import { operations } from '../api/operation-arguments.ts';
import { contract, type GpuStaticInfo, type SystemDetails } from '../contract/index.ts';
import { ExperimentTags } from './experiment-tags.ts';

/** Reading machine, interpreter and packages (section 4.11). All of it is one answer, which is cached. */
export abstract class ExperimentSystem extends ExperimentTags {
  /** Machine, interpreter and packages (sections 2, 4.11). */
  async getSystemDetails(options: OperationOptions = {}): Promise<SystemDetails> {
    return await this.systemDetails('getSystemDetails', options);
  }

  /** The command line, as a list (section 4.11). */
  async getCommand(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getCommand', options)).command;
  }

  /** The interpreter's path; null when it was not logged (section 4.11). */
  async getExecutable(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getExecutable', options)).executable;
  }

  /** Index, name, id, memory and power limit of each GPU (sections 2, 4.11). */
  async getGpuStaticInfo(options: OperationOptions = {}): Promise<GpuStaticInfo[]> {
    return (await this.systemDetails('getGpuStaticInfo', options)).gpuStaticInfoList;
  }

  /** The host's name; null when it was not logged (section 4.11). */
  async getHostname(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getHostname', options)).hostname;
  }

  /** The host's address; null when it was not logged (section 4.11). */
  async getIp(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getIp', options)).ip;
  }

  /** The machine type; null when it was not logged (section 4.11). */
  async getMachine(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getMachine', options)).machine;
  }

  /** The operating system; null when it was not logged (section 4.11). */
  async getOs(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getOs', options)).os;
  }

  /** The release of the operating system; null when it was not logged (section 4.11). */
  async getOsRelease(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getOsRelease', options)).osRelease;
  }

  /** The type of the operating system; null when it was not logged (section 4.11). */
  async getOsType(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getOsType', options)).osType;
  }

  /** The processor; null when it was not logged (section 4.11). */
  async getProcessor(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getProcessor', options)).processor;
  }

  /** The interpreter's version; null when it was not logged (section 4.11). */
  async getPythonVersion(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getPythonVersion', options)).pythonVersion;
  }

  /** The interpreter's version with its build; null when it was not logged (section 4.11). */
  async getPythonVersionVerbose(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getPythonVersionVerbose', options)).pythonVersionVerbose;
  }

  /** The user of the operating system; null when it was not logged (section 4.11). */
  async getUser(options: OperationOptions = {}): Promise<string | null> {
    return (await this.systemDetails('getUser', options)).user;
  }

  /** The packages of the interpreter, `name==version` (section 4.11). */
  async getInstalledPackages(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getInstalledPackages', options)).installedPackages;
  }

  /** The packages of the operating system (section 4.11). */
  async getOsPackages(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getOsPackages', options)).osPackages;
  }

  /**
   * The packages of the operating system.
   * @deprecated use `getOsPackages`.
   */
  async getEnvironmentDetails(options: OperationOptions = {}): Promise<string[]> {
    this.connection.deprecated('getEnvironmentDetails', 'getOsPackages');
    return await this.getOsPackages(options);
  }

  /** The addresses of the host's networks (section 4.11). */
  async getNetworkInterfaceIps(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getNetworkInterfaceIps', options)).networkInterfaceIps;
  }

  /** The names of the system's own metrics (section 4.11). */
  async getSystemMetricNames(options: OperationOptions = {}): Promise<string[]> {
    return (await this.systemDetails('getSystemMetricNames', options)).systemMetricNames;
  }

  /** Further details as they were logged; empty when none were (section 4.11). */
  async getAdditionalSystemInfo(options: OperationOptions = {}): Promise<{ key: string; value: unknown }[]> {
    return (await this.systemDetails('getAdditionalSystemInfo', options)).logAdditionalSystemInfoList;
  }

  /** The most memory there was, as logged; null when it is not known (section 4.11). */
  async getMaxMemory(options: OperationOptions = {}): Promise<number | null> {
    return (await this.systemDetails('getMaxMemory', options)).maxTotalMemory;
  }

  /** The memory of the host, as logged; null when it is not known (section 4.11). */
  async getTotalMemory(options: OperationOptions = {}): Promise<number | null> {
    return (await this.systemDetails('getTotalMemory', options)).totalRam;
  }

  /** The process id; null when it is not known (section 4.11). */
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
