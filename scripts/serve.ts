import { runServe } from './service-command.ts';

// Usage: npm run serve -- --port P --data DIR [--api-key K] [--demo]. Runs the local service from source, with the
// arguments of `tracklens serve`.
runServe();
