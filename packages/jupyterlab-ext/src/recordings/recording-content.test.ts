import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { OpenOptions } from '@tracklens/core/display';
import type { ViewOptions } from '@tracklens/ui';
import { momentText, setLocale } from '@tracklens/ui/trees';
import { commandIds } from '../command-ids.ts';
import type { ConnectionList } from '../connections/connection-list.ts';
import type { Views } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { RecordingContent } from './recording-content.ts';

/** Element of the page, as far as the content uses it. */
class PageElement {
  readonly attributes = new Map<string, string>();
  children: readonly PageElement[] = [];
  textContent = '';
  className = '';
  click = () => {};
  append(...added: readonly PageElement[]): void {
    this.children = [...this.children, ...added];
  }
  replaceChildren(...children: readonly PageElement[]): void {
    this.children = children;
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  addEventListener(_: 'click', listener: () => void): void {
    this.click = listener;
  }
}

/** Content of a file that is changed, the views that it mounts and the targets that its actions open. */
function changedFile(t: TestContext) {
  Object.assign(globalThis, { document: { createElement: () => new PageElement(), getElementById: () => null } });
  t.after(() => {
    Reflect.deleteProperty(globalThis, 'document');
    setLocale('en-US');
  });
  let content = '';
  const opened: unknown[] = [];
  const shown: ViewOptions[] = [];
  const summaries: (() => Promise<object>)[] = [];
  const started = Promise.withResolvers<Pick<ConnectionList, 'active' | 'started'> & { connections: object[] }>();
  const tracklens = {
    translate: (sentence: string, ...values: readonly string[]) => sentence.replace('%1', values[0] ?? ''),
    clients: { current: { id: 'team', configured: true, url: 'https://team.example', source: 'x' } },
    host: {
      // As JupyterLab names it.
      locale: 'zh_CN',
      open: (target: unknown, { connection, state }: OpenOptions) => opened.push([target, connection, state]),
    },
    commands: {
      execute: async (id: string, { target, connection }: { target: unknown; connection?: string }) =>
        opened.push([id, target, ...(connection === undefined ? [] : [connection])]),
    },
    connections: {
      list: async () => ({ configured: null, connections: [{ id: 'runs', url: 'https://runs.example' }] }),
      recordingSummary: () => summaries.shift()?.() ?? Promise.resolve(summary),
      openRecording: () => started.promise,
    },
  } as unknown as Tracklens;
  const views = {
    countText: String,
    sizeText: String,
    momentText,
    setLocale,
    mountView(_: unknown, options: ViewOptions) {
      shown.push(options);
      return { getState: () => ({ version: 1 }), dispose: () => shown.splice(shown.indexOf(options), 1) };
    },
  } as unknown as Views;
  const context = { path: 'best.tracklens', model: { toString: () => content } } as unknown as DocumentRegistry.Context;
  const node = new PageElement();
  const file = new RecordingContent(node as unknown as HTMLElement, context, tracklens, views);
  const change = (bytes: string) => {
    content = btoa(bytes);
    file.draw();
  };
  return { change, node, shown, opened, started, summaries };
}

const project = { workspace: 'demo', projectName: 'digits' };
const summary = { ...project, experimentCount: 14, recordedAtMillis: null, textBytes: 1 };
const savedView = (projectName: string, url: string) =>
  JSON.stringify({
    url,
    target: { kind: 'project', workspace: 'demo', projectName },
    snapshot: { takenAtMillis: 0, experiments: [], chart: {} },
  });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

for (const [service, connection] of [
  ['team', 'team'],
  ['runs', 'runs'],
] as const) {
  test(`a changed file shows its new view, whose live view opens in the connection ${connection}`, async (t) => {
    const { change, shown, opened } = changedFile(t);
    const page = `https://${service}.example/demo/digits`;
    change(savedView('digits', page));
    change(savedView('letters', page));
    assert.equal(shown.length, 1);
    shown[0]?.offlineReason?.action?.run();
    await settled();
    const target = { kind: 'project', workspace: 'demo', projectName: 'letters' };
    assert.deepEqual(opened, [[target, connection, { version: 1 }]]);
  });
}

test('the page of a recording says that its service starts, until the project opens in its connection', async (t) => {
  const { change, node, opened, started } = changedFile(t);
  change('\x8b\x0f');
  await settled();
  const [buttons, status] = node.children.slice(-2);
  buttons?.children[0]?.click();
  assert.equal(status?.textContent, 'Starting…');
  started.resolve({ active: 'runs', started: 'sweep', connections: [{ id: 'runs' }, { id: 'sweep', name: 'best' }] });
  await settled();
  assert.match(String(status?.textContent), /^The recording is the connection “best”\./);
  assert.deepEqual(opened, [[commandIds.open, { kind: 'project', ...project }, 'sweep']]);
});

test('the page of a recording says why its service has not started', async (t) => {
  const { change, node, started } = changedFile(t);
  change('\x8b\x0f');
  await settled();
  const [buttons, status] = node.children.slice(-2);
  buttons?.children[0]?.click();
  started.reject(new Error('No free port.'));
  await settled();
  assert.equal(status?.textContent, 'No free port.');
});

test('a recording that could not be read is read again by its button', async (t) => {
  const { change, node, summaries } = changedFile(t);
  summaries.push(() => Promise.reject(new Error('The Jupyter server does not respond.')));
  change('\x8b\x0f');
  await settled();
  const [, problem, retry] = node.children;
  assert.equal(problem?.textContent, 'The Jupyter server does not respond.');
  retry?.click();
  await settled();
  assert.equal(node.children[1]?.textContent, 'Recording of experiments');
});

test('a recording that a server extension of another version has read is reported', async (t) => {
  const { change, node, summaries } = changedFile(t);
  summaries.push(async () => ({ ...project, experiments: 14 }));
  change('\x8b\x0f');
  await settled();
  assert.match(String(node.children[1]?.textContent), /^The response of the Tracklens server extension is of another/);
});

test('a recording has its date in the language of JupyterLab', async (t) => {
  const { change, node, summaries } = changedFile(t);
  summaries.push(async () => ({ ...summary, recordedAtMillis: Date.UTC(2026, 10, 28, 12) }));
  change('\x8b\x0f');
  await settled();
  const [, , list] = node.children;
  const [label, date] = list!.children.slice(4, 6).map(({ textContent }) => textContent);
  assert.equal(label, 'Recorded');
  assert.match(date!, /^2026年11月28日/);
});
