import { runCommand } from './service-command.ts';

// Usage: npm run check-data -- [--repair] [--data DIR]. Runs `tracklens check` from source. (`npm run check` checks
// the sources of the project.)
runCommand('check');
