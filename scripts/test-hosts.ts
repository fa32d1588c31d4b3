import { inRoot } from './folders.ts';
import { hubProxy } from './hub-proxy.ts';
import { installedWheel } from './installed-wheel.ts';
import { javaScriptRuntimes } from './javascript-runtimes.ts';
import { jupyterLiteSite } from './jupyterlite-site.ts';
import { pinnedEnvironment } from './pinned-environment.ts';

/** Python packages of hosts that run the extension, next to the tests that use them. */
const hosts = ['test/hub/hub.txt', 'test/jupyterlab/collaboration.txt'];

/**
 * Installs the hosts and runtimes that only single test files use, at the same time: most of it waits for the network.
 * A test file that runs alone installs what it uses. Needs the built wheel.
 */
export async function testHosts(): Promise<void> {
  await Promise.all([
    javaScriptRuntimes(),
    jupyterLiteSite(),
    hubProxy(),
    pinnedEnvironment(inRoot('test/jupyterlab/exports.txt')),
    ...hosts.map(async (file) => installedWheel(await pinnedEnvironment(inRoot(file)))),
  ]);
}
