import { Allowance } from '../../snapshots/content-budget.ts';
import { leftOut } from './assets.ts';
import { recordBytes } from './budget.ts';
import type { Content, ContentSource } from './content-source.ts';

/** Reads the details of the machine and the installed packages. */
export async function readSystem({ experiment, options }: ContentSource): Promise<Content> {
  const system = await experiment.getSystemDetails(options);
  const allowance = new Allowance(2 * recordBytes);
  const installedPackages = system.installedPackages.filter((line) => allowance.tryTake(line));
  const osPackages = system.osPackages.filter((line) => allowance.tryTake(line));
  const all = system.installedPackages.length + system.osPackages.length;
  return {
    system: { ...system, installedPackages, osPackages },
    ...leftOut(installedPackages.length + osPackages.length, all, 'packages'),
  };
}
