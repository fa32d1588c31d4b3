/** Transports for tests of programs that use the client. */
export { type FakeResponseInit, type FakeTransport, fakeTransport, untilAborted } from './fake-transport.ts';
