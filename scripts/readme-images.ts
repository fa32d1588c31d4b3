import { run } from './command.ts';
import { inRoot } from './folders.ts';
import { build, installedWheel, systemPackages } from './setup.ts';

// Usage: node scripts/run.mjs readme-images [NAME ...]. Takes the images of the packages' READMEs in the real hosts, on
// the demo data, and writes them to packages/*/images. NAME selects images by a part of their path.
await systemPackages('browser', 'python');
await build();
await installedWheel();
const program = inRoot('test', 'readmes', 'save-screens.ts');
await run(process.execPath, ['--conditions=@tracklens/source', program, ...process.argv.slice(2)], { inherit: true });
