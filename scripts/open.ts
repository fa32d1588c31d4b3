import { runCommand } from './service-command.ts';

// npm run open -- [PATH] [--data DIR] [--print]: the page of the running service in the browser, with `tracklens open`'s own arguments.
runCommand('open');
