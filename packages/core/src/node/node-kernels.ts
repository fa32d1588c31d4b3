import { createRequire } from 'node:module';
import type { MimeBundle } from '../display/display-host.ts';
import type { Kernel } from '../display/kernel-host.ts';

/** Writes an output in tslab. */
type WriteDisplayData = (data: { readonly data: MimeBundle; readonly metadata: object }, update: boolean) => void;

/** Public module of tslab. It writes one MIME type at a time. */
interface Tslab {
  readonly display: { html(html: string): void };
}

/** Execution context of a cell in ijavascript. */
interface CellContext {
  display(): { mime(bundle: MimeBundle): void };
  clear(options: { readonly wait: boolean }): void;
}

/** Objects that kernels define for the code in cells. */
interface KernelGlobals {
  readonly __tslab__?: { require?(name: string): unknown };
  readonly $$?: Partial<CellContext>;
}

/** Loaded CommonJS modules. The extension for VS Code is itself one, and has no `import.meta.url`. */
const { cache } = createRequire('/');

/** Returns the function with which tslab writes an output of several MIME types. Its public module has none. */
function tslabWriter(): WriteDisplayData | null {
  const file = Object.keys(cache).find((name) => /[\\/]tslab[\\/]dist[\\/]jupyter\.js$/.test(name));
  const loaded = file === undefined ? undefined : (cache[file]?.exports as { lastWriteDisplayData?: unknown });
  const write = loaded?.lastWriteDisplayData;
  return typeof write === 'function' ? (write as WriteDisplayData) : null;
}

/** Returns the output functions of tslab, or null elsewhere. tslab cannot remove outputs. */
function tslabKernel(): Kernel | null {
  const { __tslab__: tslab } = globalThis as KernelGlobals;
  if (typeof tslab?.require !== 'function') return null;
  return {
    async emit(bundle) {
      const write = tslabWriter();
      if (write !== null) write({ data: bundle, metadata: {} }, false);
      else (tslab.require!('tslab') as Tslab).display.html(String(bundle['text/html']));
    },
    async clear() {},
  };
}

/** Returns the output functions of the current cell in ijavascript, or null elsewhere. */
function ijavascriptKernel(): Kernel | null {
  const { $$: context } = globalThis as KernelGlobals;
  if (typeof context?.display !== 'function') return null;
  // Belongs to this cell, even when the output is ready after the cell has ended.
  const output = context.display();
  return {
    emit: async (bundle) => output.mime(bundle),
    clear: async (wait) => context.clear?.({ wait }),
  };
}

/**
 * Returns the immediate output of an experiment in ijavascript, which does not wait for promises. The view follows as
 * an output of the same cell.
 */
export function displayLater(key: string, bundle: () => Promise<MimeBundle>): MimeBundle {
  const kernel = ijavascriptKernel();
  const report = (error: unknown) => kernel?.emit({ 'text/plain': String(error) });
  if (kernel !== null) void bundle().then(kernel.emit).catch(report);
  return { 'text/plain': `Experiment ${key}` };
}

/** Returns the output functions of the kernel for Node in which this process runs, or null outside of a kernel. */
export function nodeKernel(): Kernel | null {
  return tslabKernel() ?? ijavascriptKernel();
}
