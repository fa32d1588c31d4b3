import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildForJupyter, jupyterLiteSite } from './setup.ts';

// Usage: npm run site [-- --output DIR]. Builds a static JupyterLite with the extension and the demo notebooks, and
// prints how to serve it. DIR must be empty or new.
const { values } = parseArgs({ options: { output: { type: 'string' } } });
const output = values.output === undefined ? undefined : path.resolve(values.output);
const present = output === undefined ? [] : await readdir(output).catch(() => []);
if (present.length > 0) {
  console.error(`${output} is not empty. Name a new folder.`);
  process.exit(2);
}
await buildForJupyter();
const built = await jupyterLiteSite();
const site = output ?? built;
if (output !== undefined) await cp(built, output, { recursive: true });
console.log(`The site is in ${site}. Copy it to any static web server, or look at it here:`);
console.log(`  python3 -m http.server 8000 --bind 127.0.0.1 --directory ${site}`);
console.log('  http://127.0.0.1:8000/lab/index.html?path=demo.ipynb');
