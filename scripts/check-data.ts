import { runCommand } from './service-command.ts';

// npm run check-data -- [--repair] [--data DIR]: `tracklens check` from source; `npm run check` checks the sources of the project.
runCommand('check');
