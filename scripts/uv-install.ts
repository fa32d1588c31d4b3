import { run } from './command.ts';
import { inCache } from './folders.ts';
import { pythonEnvironment } from './python-environment.ts';
import type { PythonVenv } from './python-venv.ts';

/** Variables of this process that pip needs on machines with a proxy or a package index of their own. */
export const packageIndexVariables: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(?:PIP_|SSL_CERT|REQUESTS_CA|https?_proxy$|no_proxy$)/i.test(name)),
);

/**
 * Installs packages of the index with uv, which takes a tenth of the CPU time of pip. The arguments are those of
 * `pip install`.
 */
export async function uvInstall(
  { python }: Pick<PythonVenv, 'python'>,
  packages: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<void> {
  const { PIP_INDEX_URL: index, PIP_CERT: certificates } = process.env;
  const env = {
    UV_CACHE_DIR: inCache('uv'),
    ...(index ? { UV_DEFAULT_INDEX: index } : {}),
    ...(certificates ? { SSL_CERT_FILE: certificates } : {}),
    ...packageIndexVariables,
    ...(options.env ?? process.env),
  };
  const uv = (await pythonEnvironment()).command('uv');
  const into = ['--quiet', '--no-config', '--python', python];
  await run(uv, ['pip', 'install', ...into, ...packages], { ...options, env });
}
