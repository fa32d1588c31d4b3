import type { AbruptEnd, ProcessHooks, UnfinishedLogging } from '../client/process-hooks.ts';
import type { WireRequest } from '../client/transport.ts';
import { type ServiceAccess, sendBlocking } from './blocking-requests.ts';

/** Signals that end a process by default. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Maximum time in milliseconds for which the end of the process is delayed. */
const blockingMillis = 2_000;

/** Logging that is not complete, with access to its service. */
const unfinished = new Map<UnfinishedLogging, ServiceAccess>();

let isListening = false;
/** Error that ends the process. */
let uncaught: string | null = null;

/**
 * Returns the hooks of connections to a service. They listen to the end of the process while some logging is not
 * complete, and never change how it ends.
 */
export function processEnd(access: ServiceAccess): ProcessHooks {
  return {
    add(logging) {
      unfinished.set(logging, access);
      listen();
    },
    remove(logging) {
      if (unfinished.delete(logging) && unfinished.size === 0) stopListening();
    },
  };
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  process.on('beforeExit', atRegularEnd);
  process.on('exit', atExit);
  process.on('uncaughtExceptionMonitor', atError);
  process.on('newListener', atNewListener);
  process.on('removeListener', atRemovedListener);
  for (const signal of signals) listenToSignal(signal);
}

function stopListening(): void {
  isListening = false;
  process.off('newListener', atNewListener);
  process.off('removeListener', atRemovedListener);
  process.off('beforeExit', atRegularEnd);
  process.off('exit', atExit);
  process.off('uncaughtExceptionMonitor', atError);
  for (const signal of signals) process.off(signal, atSignal);
}

const isOurs = (name: string | symbol) => (signals as readonly (string | symbol)[]).includes(name);

/** Listens to a signal that the program does not handle. A program that handles it decides itself how it ends. */
function listenToSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 0) process.on(signal, atSignal);
}

/** Leaves a signal to the program. */
function atNewListener(name: string | symbol, listener: (...args: never[]) => void): void {
  // The new listener is added after this event. Without any listener, Node would stop to receive the signal.
  if (isOurs(name) && listener !== atSignal) process.nextTick(() => process.off(name, atSignal));
}

function atRemovedListener(name: string | symbol, listener: (...args: never[]) => void): void {
  if (isOurs(name) && listener !== atSignal) listenToSignal(name as NodeJS.Signals);
}

function atRegularEnd(): void {
  // Requests keep the process running until they are complete.
  for (const logging of [...unfinished.keys()]) void logging.finish();
}

function atError(error: unknown): void {
  // A program that handles the error continues.
  if (process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback()) return;
  uncaught = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function atExit(code: number): void {
  abandonAll({ crashed: code !== 0, error: uncaught ?? (code === 0 ? null : `exit status ${code}`) });
}

function atSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  abandonAll({ crashed: true, error: signal });
  stopListening();
  // Without a listener, the signal ends the process as if there had been none.
  process.kill(process.pid, signal);
}

function abandonAll(end: AbruptEnd): void {
  const requests = new Map<ServiceAccess, WireRequest[]>();
  for (const [logging, access] of [...unfinished]) {
    requests.set(access, [...(requests.get(access) ?? []), ...logging.abandon(end)]);
  }
  const deadline = performance.now() + blockingMillis;
  for (const [access, own] of requests) {
    const leftMillis = deadline - performance.now();
    if (own.length > 0 && leftMillis > 0) sendBlocking(access, own, leftMillis);
  }
}
