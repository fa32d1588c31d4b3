import { fetchTransport } from '@tracklens/core/browser';
import { needsNode } from './needs-node.ts';
import type * as node from './node.ts';

// Platform of the extension in an editor in a browser, where it runs in a web worker.

export const isWeb: typeof node.isWeb = true;

export const preloadClient: typeof node.preloadClient = async () => {};

export const serviceTransport: typeof node.serviceTransport = async ({ url, apiKey }) => ({
  ...fetchTransport({
    baseUrl: url,
    headers: () => ({ authorization: apiKey }),
    // A redirect or a cookie would go where the user has not signed in.
    fetch: (address, init) => fetch(address, { ...init, redirect: 'error', credentials: 'omit' }),
  }),
  async close() {},
});

export const browserAddress: typeof node.browserAddress = async (_, page) => page;

const rejected = async (): Promise<never> => {
  throw new Error(needsNode());
};

export const configurationOf: typeof node.configurationOf = rejected;

export const acquireService: typeof node.acquireService = rejected;

export const decompressed: typeof node.decompressed = rejected;
