import { runCommand } from './service-command.ts';

// Usage: npm run backup -- FILE [--data DIR]. Runs `tracklens backup` from source.
runCommand('backup');
