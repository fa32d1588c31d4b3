import path from 'node:path';
import { run } from '../command.ts';
import { inCache, inRoot } from '../folders.ts';
import { pythonEnvironment } from '../python-environment.ts';
import { installRequirements, pythonVenv } from '../python-venv.ts';
import { once } from '../stamp.ts';
import type { ProjectLocation } from './project-location.ts';
import { publishedReadme } from './published-readme.ts';
import { sourceDateEpoch, withStaging } from './staging.ts';

const folder = 'packages/jupyterlab-ext';
const parts = ['pyproject.toml', 'tracklens', 'jupyter-config', 'install.json', 'README.md', 'LICENSE'];

/** Returns the table of addresses for pyproject.toml. */
function projectUrls({ repository, homepage, bugs }: ProjectLocation): string {
  const urls = { Homepage: homepage, Repository: repository.url.replace(/^git\+/, ''), Issues: bugs.url };
  const lines = Object.entries(urls).map(([name, url]) => `${name} = ${JSON.stringify(url)}`);
  return `\n[project.urls]\n${lines.join('\n')}\n`;
}

/**
 * Packs the Python package from its build output: the sdist, and the wheel from that sdist, so that both have the same
 * files. Returns their paths.
 */
export async function packPython(output: string, location: ProjectLocation, version: string): Promise<string[]> {
  const { python, env } = await pythonEnvironment();
  return await withStaging('jupyterlab-ext', parts, async (staging) => {
    await staging.edit('pyproject.toml', (text) => text + projectUrls(location));
    await staging.edit('README.md', (text) => publishedReadme(text, folder, location, version));
    // The extension manager of JupyterLab links to these addresses.
    await staging.edit('tracklens/labextension/package.json', (text) => {
      const { repository, homepage, bugs } = location;
      return `${JSON.stringify({ ...JSON.parse(text), repository, homepage, bugs }, null, 2)}\n`;
    });
    const args = ['-m', 'build', '--no-isolation', '--outdir', path.resolve(output), staging.folder];
    await run(python, args, { env: { ...env, SOURCE_DATE_EPOCH: sourceDateEpoch } });
    return [`tracklens-${version}.tar.gz`, `tracklens-${version}-py3-none-any.whl`].map((name) =>
      path.join(output, name),
    );
  });
}

/** Checks the metadata of Python distributions and how PyPI shows their README. Installs Twine when it is missing. */
export async function checkWithTwine(files: readonly string[]): Promise<void> {
  const requirements = inRoot('scripts', 'python-release-requirements.txt');
  const venv = pythonVenv(inCache('release-venv'));
  await once({ name: 'release-packages', title: 'Twine', inputs: [requirements], facts: [venv.folder] }, () =>
    installRequirements(venv, requirements),
  );
  await run(venv.python, ['-m', 'twine', 'check', '--strict', ...files]);
}
