import { run } from './command.ts';
import { inRoot } from './folders.ts';
import { build, chromium, pythonEnvironment } from './setup.ts';

// npm run bench [-- arguments of bench/run.ts]: ours and a peer side by side, on demand; results in bench/README.md.
await chromium();
const environment = await pythonEnvironment();
await build();
await run(process.execPath, ['--conditions=@tracklens/source', inRoot('bench', 'run.ts'), ...process.argv.slice(2)], {
  env: environment.env,
  inherit: true,
});
