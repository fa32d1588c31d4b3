import { runTracklens } from './service-command.ts';

// Usage: npm run serve -- [--port P] [--data DIR] [--demo]. Runs `tracklens serve` from source.
runTracklens(['serve', ...process.argv.slice(2)]);
