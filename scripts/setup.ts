/**
 * Steps of the set-up. Each step runs only when one of its inputs has changed, so repeated calls take milliseconds.
 * Tests and scripts import what they need from here:
 *
 *   const { python, jupyter, bin, env } = await pythonEnvironment();   // with the tracklens wheel: installedWheel()
 *   const browser = await playwright.chromium.launch(await chromium());
 *   const { node, entry } = await workbench();                         // code-server: spawn(node, [entry, …])
 *   const service = await startLocalService(dataFolder);               // .url .env .stop()
 *   const server = await startJupyter({ notebookFolder, env: service.env });
 *   const folder = await jupyterLiteSite();                            // static files, after build()
 *
 * All outputs are in .cache and packages/<each>/dist; deleting those is always safe.
 */
export { systemPackages } from './apt-packages.ts';
export { build, buildForJupyter } from './build.ts';
export { type ChromiumLaunch, chromium, headlessShell } from './chromium.ts';
export { installedWheel, wheelFile } from './installed-wheel.ts';
export { type JavaScriptRuntimes, javaScriptRuntimes } from './javascript-runtimes.ts';
export { type JupyterOptions, type JupyterServer, startJupyter } from './jupyter-server.ts';
export { jupyterLiteSite } from './jupyterlite-site.ts';
export { type LocalService, startLocalService } from './local-service.ts';
export { type PythonEnvironment, pythonEnvironment } from './python-environment.ts';
export { type Workbench, workbench } from './workbench-setup.ts';
