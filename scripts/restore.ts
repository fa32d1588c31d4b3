import { runCommand } from './service-command.ts';

// Usage: npm run restore -- FILE [--data DIR]. Runs `tracklens restore` from source.
runCommand('restore');
