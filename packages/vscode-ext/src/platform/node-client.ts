// What the platform in Node.js loads of the client: a dynamic import of the whole client would bundle all of it.
export { browserAddress, readConfiguration, undiciTransport } from '@tracklens/core/node';
