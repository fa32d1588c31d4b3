import { runCommand } from './service-command.ts';

// Usage: npm run open -- [PATH] [--data DIR] [--print]. Opens the page of the running service in the browser, with
// the arguments of `tracklens open`.
runCommand('open');
