import { zipSync } from 'fflate';

/** Files as one zip archive, not squeezed: what is logged in bulk mostly is already. */
export function archiveOf(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  // An absolute name or one that climbs out would be refused by who unpacks it, with all the others.
  const safe = (name: string) =>
    name
      .split(/[/\\]/)
      .filter((part) => part !== '' && part !== '.' && part !== '..')
      .join('/') || 'file';
  return zipSync(Object.fromEntries([...files].map(([name, bytes]) => [safe(name), bytes])), { level: 0 });
}
