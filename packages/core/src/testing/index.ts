/** Transports for tests of programs that use the client. */
export { type InProcessOptions, inProcessTransport } from '../client/in-process-transport.ts';
export type { Transport, WireRequest, WireResponse } from '../client/transport.ts';
export { type FakeResponseInit, type FakeTransport, fakeTransport, untilAborted } from './fake-transport.ts';
export { type RecordedExchange, type RecordingTransport, recordingTransport, replayTransport } from './recording.ts';
