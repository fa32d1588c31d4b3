import path from 'node:path';
import { type StartedProcess, startProcess } from '../scripts/child-process.ts';
import { freePort } from '../scripts/free-port.ts';
import type { PeerEnvironment } from './peer-environment.ts';

/** An MLflow server in its own process, its data in SQLite. */
export interface MlflowServer {
  readonly url: string;
  readonly pid: number;
  /** The environment of its clients. */
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** The command that starts an MLflow server as its own help recommends, with data in `folder`. */
export function mlflowCommand(peers: PeerEnvironment, folder: string, port: number): [string, string[]] {
  return [
    peers.command('mlflow'),
    [
      'server',
      ...['--backend-store-uri', `sqlite:///${path.join(folder, 'mlflow.db')}`],
      ...['--artifacts-destination', path.join(folder, 'artifacts')],
      ...['--host', '127.0.0.1', '--port', String(port)],
    ],
  ];
}

/**
 * Starts an MLflow server and waits until it reports that it runs.
 *
 * @param more further arguments, such as the number of workers: on a busy machine, MLflow ends several as hanging while
 *   they start.
 */
export async function startMlflow(
  peers: PeerEnvironment,
  folder: string,
  more: readonly string[] = [],
): Promise<MlflowServer> {
  const port = await freePort();
  const [command, args] = mlflowCommand(peers, folder, port);
  const started: StartedProcess = await startProcess(
    command,
    [...args, ...more],
    (output) => /Application startup complete|Uvicorn running/.test(output) || null,
    { env: peers.env, cwd: folder, timeoutMillis: 120_000 },
  );
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid: started.child.pid!,
    env: { ...peers.env, MLFLOW_TRACKING_URI: url },
    stop: started.stop,
  };
}
