import { pathToFileURL } from 'node:url';
import { inRoot } from './folders.ts';

// Usage: node scripts/run.mjs python-files. Writes the committed files that the Python package reads instead of
// repeating the sources, as the build of the wheel does. A test compares them with the sources.

const build = pathToFileURL(inRoot('packages', 'jupyterlab-ext', 'build.ts')).href;
const { writePythonFiles } = (await import(build)) as { writePythonFiles(): Promise<void> };
await writePythonFiles();
