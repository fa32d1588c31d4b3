import { spawn } from 'node:child_process';
import { forwardEndSignals } from './end-signals.ts';
import { inRoot } from './folders.ts';

// Usage: npm run gallery -- [--port P]. Shows every tab and chart with the test fixtures, light and dark, in a
// browser.
const program = inRoot('test', 'gallery', 'main.ts');
const gallery = spawn(process.execPath, ['--conditions=@tracklens/source', program, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
forwardEndSignals(gallery);
gallery.on('exit', (code) => process.exit(code ?? 0));
