import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemPackages } from '../scripts/apt-packages.ts';
import { run } from '../scripts/command.ts';
import { inCache, inRoot, searchPath } from '../scripts/folders.ts';
import { once } from '../scripts/stamp.ts';

/** The Python of the trackers that we are measured beside. */
export interface PeerEnvironment {
  /** Path of the interpreter. */
  python: string;
  /** The folder of the interpreter and of the peers' commands (`mlflow`, `trackio`, `tensorboard`). */
  bin: string;
  /** This process's environment with that folder first on PATH, and without the network services of the peers. */
  env: NodeJS.ProcessEnv;
}

const folder = inCache('bench-peers');
const bin = path.join(folder, 'bin');

/** The peers' own Python environment, made now when it is missing or bench/peer-*.txt has changed; a gigabyte, for `npm run bench` only. */
export async function peerEnvironment(): Promise<PeerEnvironment> {
  const requirements = inRoot('bench', 'peer-requirements.txt');
  const python = path.join(bin, 'python');
  const env = {
    ...process.env,
    PATH: searchPath(bin),
    VIRTUAL_ENV: folder,
    PYTHONNOUSERSITE: '1',
    MLFLOW_DISABLE_TELEMETRY: 'true',
    DO_NOT_TRACK: '1',
    HF_HUB_OFFLINE: '1',
    GRADIO_ANALYTICS_ENABLED: 'False',
  };
  await once(
    {
      name: 'bench-peers',
      title: 'Python environment of the peers',
      inputs: [requirements, inRoot('bench', 'peer-constraints.txt')],
      facts: [folder],
      present: () => existsSync(path.join(bin, 'mlflow')),
    },
    async () => {
      await systemPackages('python');
      if (!existsSync(python)) await run('python3', ['-m', 'venv', folder]);
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
      await run(python, ['-m', 'pip', 'install', ...quiet, '-r', requirements], { env });
    },
  );
  return { python, bin, env };
}
