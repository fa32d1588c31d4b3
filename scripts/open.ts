import { runTracklens } from './service-command.ts';

// Usage: npm run open -- [PATH] [--data DIR] [--print]. Runs `tracklens open` from source.
runTracklens(['open', ...process.argv.slice(2)]);
