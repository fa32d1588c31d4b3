import type { SystemDetails } from '../contract/records/index.ts';

/** Named detail of the machine. */
interface Fact {
  /** English name. */
  readonly name: string;
  /** Value as text. */
  readonly value: string;
}

/** Group of related details. */
export interface FactGroup {
  /** English title. */
  readonly title: string;
  /** Details, in the order of their display. */
  readonly facts: readonly Fact[];
}

/** Formats of quantities. */
export interface FactFormats {
  /** Formats a number. */
  number(value: number): string;
  /** Formats a number of bytes with its unit. */
  size(bytes: number): string;
}

const megabyte = 1024 * 1024;

/** Returns the details of the machine in groups. Missing ones are left out. Titles and names are English. */
export function systemFacts(system: SystemDetails, { number, size }: FactFormats): readonly FactGroup[] {
  const text = (value: unknown): string =>
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value).trim();
  const groups: [string, [string, unknown][]][] = [
    [
      /* message */ 'Machine',
      [
        [/* message */ 'Host name', system.hostname],
        [/* message */ 'User', system.user],
        [/* message */ 'Operating system', system.os],
        [/* message */ 'Type', system.osType],
        [/* message */ 'Release', system.osRelease],
        [/* message */ 'Architecture', system.machine],
        [/* message */ 'Processor', system.processor],
        [/* message */ 'Memory', system.totalRam ? size(system.totalRam) : null],
        [/* message */ 'Address', system.ip],
        [/* message */ 'Network addresses', system.networkInterfaceIps.join(', ')],
      ],
    ],
    [
      /* message */ 'Process',
      [
        [/* message */ 'Command', system.command.join(' ')],
        [/* message */ 'Executable', system.executable],
        [/* message */ 'Python', system.pythonVersion],
        [/* message */ 'Python build', system.pythonVersionVerbose],
        [/* message */ 'Process id', system.pid],
      ],
    ],
    ...system.gpuStaticInfoList.map((gpu): [string, [string, unknown][]] => [
      `GPU ${gpu.gpuIndex}`,
      [
        [/* message */ 'Name', gpu.name],
        [/* message */ 'Memory', gpu.totalMemory ? size(gpuBytes(gpu.totalMemory)) : null],
        [
          /* message */ 'Power limit',
          gpu.powerLimit ? `${number(gpu.powerLimit > 5000 ? gpu.powerLimit / 1000 : gpu.powerLimit)} W` : null,
        ],
        [/* message */ 'UUID', gpu.uuid],
      ],
    ]),
    [/* message */ 'Further details', system.logAdditionalSystemInfoList.map(({ key, value }) => [key, value])],
  ];
  return groups
    .map(([title, facts]) => ({
      title,
      facts: facts.map(([name, value]) => ({ name, value: text(value) })).filter(({ value }) => value !== ''),
    }))
    .filter(({ facts }) => facts.length > 0);
}

/**
 * Returns the memory of a GPU in bytes. Some clients log bytes, others megabytes: no GPU has less than a megabyte or
 * more than a million of them.
 */
function gpuBytes(amount: number): number {
  return amount < megabyte ? amount * megabyte : amount;
}
