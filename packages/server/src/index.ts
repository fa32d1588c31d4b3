/** The local service, to be started in a separate process or called without a socket. */
export { type App, type AppOptions, createApp } from './app.ts';
export type { Session } from './handler.ts';
export { defaultWorkspaceName, type Service, type ServiceOptions, startService } from './server.ts';
export { openStore, type Store, type StoreOptions } from './store/store.ts';
