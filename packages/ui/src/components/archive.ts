import { zipSync } from 'fflate';

/** Packs files into an uncompressed zip archive: most data logged in bulk is already compressed. */
export function archiveOf(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  // Extractors reject the whole archive if it contains an absolute path or one that leaves the folder.
  const safe = (name: string) =>
    name
      .split(/[/\\]/)
      .filter((part) => part !== '' && part !== '.' && part !== '..')
      .join('/')
      // The zip library uses names as properties of an object, whose prototype this one would set.
      .replace(/^__proto__$/, '_$&') || 'file';
  return zipSync(Object.fromEntries([...files].map(([name, bytes]) => [safe(name), bytes])), { level: 0 });
}
