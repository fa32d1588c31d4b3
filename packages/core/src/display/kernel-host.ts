import { viewMimeType } from '../snapshots/view-payload.ts';
import { type DisplayHost, type MimeBundle, viewPayload } from './display-host.ts';

/** Output functions that a TypeScript kernel offers to the code in its cells. */
interface Kernel {
  emit(bundle: MimeBundle): Promise<void>;
  clear(wait: boolean): Promise<void>;
}

interface DenoJupyter {
  display(bundle: MimeBundle, options: { raw: true }): Promise<void>;
  broadcast?(type: string, content: object): Promise<void>;
}

function denoKernel(): Kernel | null {
  const jupyter = (globalThis as { Deno?: { jupyter?: DenoJupyter } }).Deno?.jupyter;
  if (typeof jupyter?.display !== 'function') return null;
  return {
    emit: (bundle) => jupyter.display(bundle, { raw: true }),
    clear: async (wait) => {
      await jupyter.broadcast?.('clear_output', { wait });
    },
  };
}

/** Returns the display host of the kernel this process runs in, or null outside a kernel. */
export function kernelHost(kernel: Kernel | null = denoKernel()): DisplayHost | null {
  if (kernel === null) return null;
  return {
    async show(displayed, { clear, wait }) {
      const payload = await viewPayload(displayed);
      // Lazy import: only kernels need it, so browser bundles do not load it.
      const { staticForms } = await import('../static-charts/static-html.ts');
      const forms = staticForms(payload);
      if (clear) await kernel.clear(wait);
      await kernel.emit({ [viewMimeType]: payload, 'text/html': forms.html, 'text/plain': forms.text });
    },
  };
}
