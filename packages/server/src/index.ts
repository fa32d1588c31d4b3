/** The local service, to be started in a separate process or called without a socket. */

export type { Session } from './handlers/handler.ts';
export { type App, type AppOptions, createApp, type Peer } from './service/app.ts';
export { defaultWorkspaceName, type Service, type ServiceOptions, startService } from './service/server.ts';
export type { Store } from './store/database/store.ts';
export { openStore, type StoreOptions } from './store/open-store.ts';
