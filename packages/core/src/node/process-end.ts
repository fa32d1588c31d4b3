import type { AbruptEnd, ProcessHooks, UnfinishedLogging } from '../client/process-hooks.ts';
import type { WireRequest } from '../client/transport.ts';
import { type ServiceAccess, sendBlocking } from './blocking-requests.ts';

/** Signals that end a process by default. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Maximum time in milliseconds for which the end of the process is delayed. */
const blockingMillis = 2_000;

/** Logging that is not complete, with access to its service. */
const unfinished = new Map<UnfinishedLogging, ServiceAccess>();

type Listener = (...args: never[]) => void;

/** Listeners while some logging is not complete; those of signals are added where the program has none. */
const listeners: readonly (readonly [event: string, listener: Listener])[] = [
  ['beforeExit', atRegularEnd],
  ['exit', atExit],
  ['uncaughtExceptionMonitor', atError],
  ['newListener', atNewListener],
  ['removeListener', atRemovedListener],
];

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
  for (const [event, listener] of listeners) process.on(event, listener as () => void);
  for (const signal of signals) listenToSignal(signal);
}

function stopListening(): void {
  isListening = false;
  for (const [event, listener] of listeners) process.off(event, listener as () => void);
  for (const signal of signals) process.off(signal, atSignal);
}

const isOurs = (name: string | symbol) => (signals as readonly (string | symbol)[]).includes(name);

/** Listens to a signal that the program does not handle. A program that handles it decides itself how it ends. */
function listenToSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 0) process.on(signal, atSignal);
}

/** Leaves a signal to the program. */
function atNewListener(name: string | symbol, listener: Listener): void {
  // The new listener is added after this event. Without any listener, Node would stop to receive the signal.
  if (isOurs(name) && listener !== atSignal) process.nextTick(() => process.off(name, atSignal));
}

function atRemovedListener(name: string | symbol, listener: Listener): void {
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
  const reports = new Map<
    ServiceAccess,
    { readonly logging: UnfinishedLogging; readonly requests: readonly WireRequest[] }[]
  >();
  for (const [logging, access] of [...unfinished]) {
    const requests = logging.abandon(end);
    if (requests.length > 0) reports.set(access, [...(reports.get(access) ?? []), { logging, requests }]);
  }
  const deadline = performance.now() + blockingMillis;
  for (const [access, own] of reports) {
    const leftMillis = deadline - performance.now();
    const requests = own.flatMap((report) => report.requests);
    if (leftMillis > 0 && sendBlocking(access, requests, leftMillis)) continue;
    for (const { logging } of own) logging.onUnsent?.(end);
  }
}
