import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { ViewOptions } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import type { Views } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { RecordingContent } from './recording-content.ts';

/** Content of a file that is changed, the views that it mounts and the targets that its actions open. */
function changedFile(t: TestContext) {
  const element = () => ({ replaceChildren() {}, className: '' });
  Object.assign(globalThis, { document: { createElement: element, getElementById: () => null } });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  let content = '';
  const opened: unknown[] = [];
  const shown: ViewOptions[] = [];
  const tracklens = {
    translate: (sentence: string) => sentence,
    host: {},
    commands: { execute: async (id: string, { target }: { target: unknown }) => opened.push([id, target]) },
  } as unknown as Tracklens;
  const views = {
    mountView(_: unknown, options: ViewOptions) {
      shown.push(options);
      return { getState: () => ({ version: 1 }), dispose: () => shown.splice(shown.indexOf(options), 1) };
    },
  } as unknown as Views;
  const context = { path: 'best.tracklens', model: { toString: () => content } } as unknown as DocumentRegistry.Context;
  const file = new RecordingContent(element() as unknown as HTMLElement, context, tracklens, views);
  const change = (projectName: string) => {
    const target = { kind: 'project', workspace: 'demo', projectName };
    content = btoa(JSON.stringify({ target, snapshot: { takenAtMillis: 0, experiments: [], chart: {} } }));
    file.draw();
  };
  return { change, shown, opened };
}

test('a changed file shows its new view, whose live view opens', (t) => {
  const { change, shown, opened } = changedFile(t);
  change('digits');
  change('letters');
  assert.equal(shown.length, 1);
  shown[0]?.savedOnly?.action?.run();
  const target = { kind: 'project', workspace: 'demo', projectName: 'letters' };
  assert.deepEqual(opened, [[commandIds.open, target]]);
});
