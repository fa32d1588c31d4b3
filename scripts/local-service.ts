import { readFile } from 'node:fs/promises';
import { startProcess } from './child-process.ts';
import { inRoot } from './folders.ts';

/** Local service in its own process. */
export interface LocalService {
  /** Root URL without a trailing slash. */
  url: string;
  /** File that contains the API key. */
  apiKeyFile: string;
  /** Environment variables that point a client, a Jupyter server or the Python SDK to this service. */
  env: Record<string, string>;
  /** Process id, for tests that kill it. */
  pid: number;
  output(): string;
  stop(): Promise<void>;
}

/** Starts the service on a free port, from source or as built for users, and waits until it responds. */
export async function startLocalService(
  dataFolder: string,
  options: { port?: number; demo?: boolean; logFile?: string; built?: boolean } = {},
): Promise<LocalService> {
  const started = await startProcess(
    process.execPath,
    [
      ...(options.built
        ? [inRoot('packages', 'server', 'dist', 'tracklens.mjs')]
        : ['--conditions=@tracklens/source', inRoot('packages', 'server', 'src', 'cli', 'main.ts')]),
      'serve',
      '--port',
      String(options.port ?? 0),
      '--data',
      dataFolder,
      '--parent-stdin',
      ...(options.demo ? ['--demo'] : []),
    ],
    (output) => {
      const url = /^tracklens service: (\S+)$/m.exec(output)?.[1];
      const apiKeyFile = /^api key: (.+)$/m.exec(output)?.[1];
      return url && apiKeyFile ? { url, apiKeyFile } : null;
    },
    { stdin: 'pipe', ...(options.logFile ? { logFile: options.logFile } : {}) },
  );
  const apiKey = (await readFile(started.found.apiKeyFile, 'utf8')).trim();
  const address = `${started.found.url}/clientlib/`;
  return {
    ...started.found,
    env: {
      SERVICE_URL_OVERRIDE: address,
      SERVICE_API_KEY: apiKey,
      COMET_URL_OVERRIDE: address,
      COMET_API_KEY: apiKey,
    },
    pid: started.child.pid!,
    output: started.output,
    stop: started.stop,
  };
}
