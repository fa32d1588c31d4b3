import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from './command.ts';
import { inCache, inRoot } from './folders.ts';
import { installedWheel, wheelFile } from './installed-wheel.ts';
import { pinnedEnvironment } from './pinned-environment.ts';
import { once } from './stamp.ts';

const requirements = inRoot('scripts', 'jupyterlite.txt');

/** Files and folders of `examples` that the site contains. */
const contents = ['demo.ipynb', 'demo-typescript.ipynb', 'digits'];

/**
 * Builds a static JupyterLite with the built wheel and the demo notebooks, unless it is there already. Returns its
 * folder, which any web server can serve.
 */
export async function jupyterLiteSite(): Promise<string> {
  const environment = await installedWheel(await pinnedEnvironment(requirements));
  const work = inCache('jupyterlite');
  const site = path.join(work, 'site');
  const wheel = (await wheelFile())!;
  const sources = contents.map((name) => inRoot('examples', name));
  await once(
    {
      name: 'jupyterlite-site',
      title: 'JupyterLite with the demo notebooks',
      inputs: [requirements, wheel, ...sources, 'scripts/jupyterlite-site.ts'],
      facts: [site],
      present: () => existsSync(path.join(site, 'index.html')),
    },
    async () => {
      await rm(work, { recursive: true, force: true });
      const content = path.join(work, 'content');
      await mkdir(content, { recursive: true });
      // `%pip install tracklens` of the Pyodide kernel finds the wheel of this checkout.
      await cp(wheel, path.join(work, 'pypi', path.basename(wheel)));
      for (const source of sources) await cp(source, path.join(content, path.basename(source)), { recursive: true });
      // The extensions of the user who builds the site are no part of it.
      const env = {
        ...environment.env,
        JUPYTER_DATA_DIR: path.join(work, 'data'),
        JUPYTER_CONFIG_DIR: path.join(work, 'config'),
      };
      const options = ['--contents', content, '--output-dir', site, '--no-sourcemaps', '--no-unused-shared-packages'];
      await run(environment.command('jupyter-lite'), ['build', ...options], { cwd: work, env });
    },
  );
  return site;
}
