import { existsSync } from 'node:fs';
import { inCache, inRoot } from '../scripts/folders.ts';
import { installRequirements, type PythonVenv, pythonVenv, venvVariables } from '../scripts/python-venv.ts';
import { once } from '../scripts/stamp.ts';

/** The Python environment of the trackers that the benchmark compares with: `mlflow`, `trackio`, `tensorboard`. */
export interface PeerEnvironment extends PythonVenv {
  /** This process's environment with its commands first on PATH, and without the network services of the peers. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Returns the Python environment of the peers, installed when it is missing or bench/peer-*.txt has changed; a
 * gigabyte, for `npm run bench` only.
 */
export async function peerEnvironment(): Promise<PeerEnvironment> {
  const requirements = inRoot('bench', 'peer-requirements.txt');
  const venv = pythonVenv(inCache('bench-peers'));
  await once(
    {
      name: 'bench-peers',
      title: 'Python environment of the peers',
      inputs: [requirements, inRoot('bench', 'peer-constraints.txt')],
      facts: [venv.folder],
      present: () => existsSync(venv.command('mlflow')),
    },
    () => installRequirements(venv, requirements),
  );
  const env = {
    ...venvVariables(venv),
    MLFLOW_DISABLE_TELEMETRY: 'true',
    DO_NOT_TRACK: '1',
    HF_HUB_OFFLINE: '1',
    GRADIO_ANALYTICS_ENABLED: 'False',
  };
  return { ...venv, env };
}
