import { runCommand } from './service-command.ts';

// npm run restore -- FILE [--data DIR]: `tracklens restore` from source.
runCommand('restore');
