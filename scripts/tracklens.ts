import { runTracklens } from './service-command.ts';

// Usage: npm run tracklens -- COMMAND [arguments]. Runs a command of `tracklens` from source.
runTracklens(process.argv.slice(2));
