import { run } from './command.ts';
import { inRoot } from './folders.ts';
import { build, chromium, pythonEnvironment } from './setup.ts';

// Usage: npm run bench [-- arguments of bench/run.ts]. Compares Tracklens with a peer, on demand; results are in
// bench/README.md.
await chromium();
const environment = await pythonEnvironment();
await build();
await run(process.execPath, ['--conditions=@tracklens/source', inRoot('bench', 'run.ts'), ...process.argv.slice(2)], {
  env: environment.env,
  inherit: true,
});
