import { runCommand } from './service-command.ts';

// npm run backup -- FILE [--data DIR]: `tracklens backup` from source.
runCommand('backup');
