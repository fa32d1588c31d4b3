import type { DisplayHost, MimeBundle } from './display-host.ts';
import { mimeBundleOf } from './mime-bundle.ts';

/** Output functions that a TypeScript or JavaScript kernel offers to the code in its cells. */
export interface Kernel {
  /** Adds an output to the cell. */
  emit(bundle: MimeBundle): Promise<void>;
  /** Removes the outputs of the cell: at once, or when the next one is there. */
  clear(wait: boolean): Promise<void>;
}

/** Method of an object with which Deno's kernel displays it, if the object is the last expression of a cell. */
export const displayMethod: unique symbol = Symbol.for('Jupyter.display') as never;

interface DenoJupyter {
  display(bundle: MimeBundle, options: { raw: true }): Promise<void>;
  broadcast?(type: string, content: object): Promise<void>;
}

/** Returns the output functions of Deno's kernel, or null elsewhere. */
export function denoKernel(): Kernel | null {
  const jupyter = (globalThis as { Deno?: { jupyter?: DenoJupyter } }).Deno?.jupyter;
  if (typeof jupyter?.display !== 'function') return null;
  return {
    emit: (bundle) => jupyter.display(bundle, { raw: true }),
    clear: async (wait) => {
      await jupyter.broadcast?.('clear_output', { wait });
    },
  };
}

/** Returns the display host of a kernel. */
export function kernelHost(kernel: Kernel): DisplayHost {
  return {
    async show(displayed, { clear, wait }) {
      const bundle = await mimeBundleOf(displayed);
      if (clear) await kernel.clear(wait);
      await kernel.emit(bundle);
    },
  };
}
