import { runServe } from './service-command.ts';

// npm run serve -- --port P --data DIR [--api-key K] [--demo]: the local service from source, with `tracklens serve`'s own arguments.
runServe();
