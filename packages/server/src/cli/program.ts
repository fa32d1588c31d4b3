/** Program of the command `tracklens`. */

import { runCommand } from './command.ts';
import { exitProcess, ignoreOutputErrors } from './shutdown.ts';

ignoreOutputErrors();
await exitProcess(await runCommand(process.argv.slice(2)));
