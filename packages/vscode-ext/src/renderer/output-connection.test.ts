import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { RendererContext } from 'vscode-notebook-renderer';
import { outputConnections } from './output-connection.ts';

/** Returns the connection of an output, and a function that reports its state as the extension host does. */
function connectionOfOutput() {
  const listeners: ((message: unknown) => void)[] = [];
  const context = {
    postMessage() {},
    onDidReceiveMessage: (listener: (message: unknown) => void) => listeners.push(listener),
  };
  const connection = outputConnections(context as unknown as RendererContext<unknown>)(undefined);
  const report = (live: boolean) => {
    for (const listener of listeners) listener({ type: 'connection', live });
  };
  return { connection, report, changed: () => new Promise<void>((resolve) => connection.subscribe(resolve)) };
}

test('an output whose reader could not be loaded loads it with the next report of a connection', async (t) => {
  let fails = true;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (fails && specifier === './live-reader.ts') throw new Error('No network.');
      // The components of the views are for browsers.
      return next(specifier === '@tracklens/ui' ? '@tracklens/ui/trees' : specifier, context);
    },
  });
  t.after(() => hooks.deregister());
  const { connection, report, changed } = connectionOfOutput();
  report(true);
  // A rejection that nothing handles fails the test.
  await new Promise(setImmediate);
  assert.equal(connection.api, null);
  fails = false;
  const loaded = changed();
  report(true);
  await loaded;
  assert.notEqual(connection.api, null);
});
