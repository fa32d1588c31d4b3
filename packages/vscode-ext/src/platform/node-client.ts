// What the platform in Node.js loads of the client: a dynamic import of the whole client would bundle all of it.
export { browserAddress, readConfiguration } from '@tracklens/core/node';
export { loadHttpClient, undiciTransport } from '@tracklens/core/undici';
