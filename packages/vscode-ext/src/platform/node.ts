import type { Transport } from '@tracklens/core/client';
import type { Configuration, ConfigurationPaths } from '@tracklens/core/node';
import type { BundledService, BundledServiceOptions } from '../connection/bundled-service.ts';

// Platform of the extension in Node.js. `web.ts` has the same exports for an editor in a browser; the field `imports`
// of package.json chooses. What needs Node is loaded when it is first used.

/** Whether the extension runs in a browser, without files, processes and environment variables. */
export const isWeb: boolean = false;

/** Address and API key of a service. */
interface ServiceAddress {
  readonly url: string;
  readonly apiKey: string;
}

/** Transport that may have open connections. */
type ClosableTransport = Transport & { close(): Promise<void> };

/** Loads the code of clients and trees, which is one file with `node-client.ts`, and the HTTP client. Sends nothing. */
export async function preloadClient(): Promise<void> {
  await (await import('./node-client.ts')).loadHttpClient();
}

/** Creates the transport to a service. */
export async function serviceTransport({ url, apiKey }: ServiceAddress): Promise<ClosableTransport> {
  const { undiciTransport } = await import('./node-client.ts');
  return undiciTransport({ url, apiKey });
}

/** Reads the configuration from the environment and the settings files. */
export async function configurationOf(paths: ConfigurationPaths): Promise<Configuration> {
  const { readConfiguration } = await import('./node-client.ts');
  return readConfiguration(paths);
}

/**
 * Returns the URL at which a browser can open a page: of a service on this machine, one that signs the browser in.
 * `isLocal`: the browser is on this machine too.
 */
export async function browserAddress(transport: Transport, page: string, isLocal: boolean): Promise<string> {
  const { browserAddress: addressOf } = await import('./node-client.ts');
  // On Linux, the browser gets the link as an argument, which other users of the machine can read.
  const uid = isLocal && process.platform === 'linux' ? process.getuid?.() : undefined;
  return addressOf(transport, page, uid);
}

/** Decompresses a file with Brotli; null when it is damaged. */
export async function decompressed(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | 'too large' | null> {
  const { brotliDecompress } = await import('node:zlib');
  return new Promise((resolve) => {
    brotliDecompress(bytes, { maxOutputLength: maxBytes }, (error, unpacked) => {
      if (error === null) resolve(unpacked);
      else resolve((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : null);
    });
  });
}

/** Returns the service of a data folder: the running one, or a new process. */
export async function acquireService(options: BundledServiceOptions): Promise<BundledService> {
  const { acquireBundledService } = await import('../connection/bundled-service.ts');
  return acquireBundledService(options);
}
