import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@tracklens/core/test-support';
import { startProcess } from '../../scripts/child-process.ts';
import { freePort } from '../../scripts/free-port.ts';
import { hubProxy } from '../../scripts/hub-proxy.ts';
import { pinnedEnvironment } from '../../scripts/pinned-environment.ts';
import { installedWheel } from '../../scripts/setup.ts';

/** Running JupyterHub, which starts a JupyterLab for each user that logs in. */
export interface HubServer {
  readonly port: number;
  readonly logFile: string;
  /** Returns the home folder of a user, which is also the notebook folder. */
  home(user: string): string;
}

/**
 * Starts JupyterHub with its proxy. Any name logs in with any password, and has a home folder of its own. The servers
 * run as the user of the tests, without a configured service.
 */
export async function startHub(stack: AsyncDisposableStack): Promise<HubServer> {
  const [environment, proxy] = [
    await installedWheel(await pinnedEnvironment(path.join(import.meta.dirname, 'hub.txt'))),
    await hubProxy(),
  ];
  const folder = await temporaryFolder(stack);
  const [port, hubPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    'JupyterHub.bind_url': `http://127.0.0.1:${port}/`,
    'JupyterHub.hub_bind_url': `http://127.0.0.1:${hubPort}/`,
    'JupyterHub.authenticator_class': 'dummy',
    'JupyterHub.spawner_class': 'simple',
    'JupyterHub.db_url': `sqlite:///${path.join(folder, 'hub.sqlite')}`,
    'JupyterHub.cookie_secret_file': path.join(folder, 'cookie-secret'),
    'JupyterHub.cleanup_servers': true,
    'ConfigurableHTTPProxy.api_url': `http://127.0.0.1:${proxyPort}`,
    'ConfigurableHTTPProxy.command': [process.execPath, proxy],
    'ConfigurableHTTPProxy.pid_file': path.join(folder, 'proxy.pid'),
    'Authenticator.allow_all': true,
    'SimpleLocalProcessSpawner.home_dir_template': path.join(folder, 'homes', '{username}'),
    'Spawner.cmd': [environment.command('jupyterhub-singleuser')],
    'Spawner.args': ['--allow-root', '--LabApp.expose_app_in_browser=True'],
    'Spawner.start_timeout': 120,
    'Spawner.http_timeout': 120,
  };
  const configFile = path.join(folder, 'jupyterhub_config.py');
  const values = Buffer.from(JSON.stringify(settings)).toString('base64');
  await writeFile(
    configFile,
    [
      'import base64, json',
      `for name, value in json.loads(base64.b64decode("${values}")).items():`,
      '    section, option = name.split(".")',
      '    c[section][option] = value',
      '',
    ].join('\n'),
  );
  const logFile = path.join(folder, 'hub.log');
  const hub = await startProcess(
    environment.command('jupyterhub'),
    ['-f', configFile],
    (output) => /JupyterHub is now running/.exec(output)?.[0],
    { env: environment.env, cwd: folder, logFile, timeoutMillis: 120_000 },
  );
  stack.defer(() => hub.stop());
  return { port, logFile, home: (user) => path.join(folder, 'homes', user) };
}
