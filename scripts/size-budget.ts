import type { Metafile } from 'esbuild';

/** Throws when a part of a bundle is larger than its budget. Both sizes are in bytes. */
export function checkSize(what: string, bytes: number, budget: number): void {
  if (bytes <= budget) return;
  throw new Error(`${what}: ${bytes} bytes, over the budget of ${budget}. Find what grew, or raise it in build.ts.`);
}

/** Returns the size in bytes of an entry point and its static imports, which load with it. */
export function loadedFirstBytes(outputs: Metafile['outputs'], entry: string): number {
  return bytesOf(outputs, loadedFirst(outputs, entry));
}

/** Returns an entry point and its static imports. */
export function loadedFirst(outputs: Metafile['outputs'], entry: string): Set<string> {
  const found = new Set([entry]);
  for (const file of found) {
    for (const imported of outputs[file]!.imports)
      if (imported.kind === 'import-statement' && !imported.external) found.add(imported.path);
  }
  return found;
}

/** Returns the size of output files in bytes. */
export function bytesOf(outputs: Metafile['outputs'], files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + outputs[file]!.bytes, 0);
}
