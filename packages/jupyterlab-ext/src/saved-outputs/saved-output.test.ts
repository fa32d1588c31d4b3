import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { type Snapshot, type ViewPayload, type ViewState, viewMimeType } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import { SavedOutput } from './saved-output.ts';

interface OutputData {
  readonly [viewMimeType]: ViewPayload;
}

/** Output of a notebook with a view that the user arranges, and further views of it. */
function arrangedOutput(saved: ViewState | undefined) {
  const target = { kind: 'experiment', experimentKey: 'a' } as const;
  const payload: ViewPayload = { target, ...(saved && { state: saved }) };
  const written: OutputData[] = [];
  const model = {
    data: { [viewMimeType]: payload, 'text/plain': 'a' } as OutputData,
    setData({ data }: { readonly data: OutputData }) {
      model.data = data;
      written.push(data);
    },
  };
  const output = new SavedOutput(model as unknown as IRenderMime.IMimeModel, {
    write: () => output.write(),
    isOfSession: () => false,
    follow: () => {},
    pollMillis: () => 5000,
  });
  const addView = () => {
    let state: ViewState = saved ?? { version: 1 };
    const view = { getState: () => state, takeSnapshot: async () => null } as unknown as MountedView;
    const connect = () => output.attach({ view, payload: model.data[viewMimeType] });
    connect();
    const arrange = (next: ViewState) => {
      state = next;
      output.arranged(view);
    };
    return { connect, arrange, close: () => output.detach(view) };
  };
  return { output, target, written, addView, ...addView() };
}

test('an output that is written right after a change has the new arrangement', (t) => {
  const { output, target, written, arrange, close } = arrangedOutput({ version: 1, tab: 'charts' });
  t.after(close);
  arrange({ version: 1, tab: 'metrics' });
  output.write();
  const metrics = { [viewMimeType]: { target, state: { version: 1, tab: 'metrics' } }, 'text/plain': 'a' };
  assert.deepEqual(written, [metrics]);
  output.write();
  assert.deepEqual(written, [metrics]);
  arrange({ version: 1, tab: 'charts' });
  output.write();
  assert.deepEqual(written[1], { ...metrics, [viewMimeType]: { target, state: { version: 1, tab: 'charts' } } });
});

test('of several views of an output, it has the arrangement of the one that was arranged last', (t) => {
  const { output, written, addView, ...first } = arrangedOutput({ version: 1, tab: 'charts' });
  t.after(first.close);
  const tabs = () => written.map((data) => data[viewMimeType].state?.tab);
  first.arrange({ version: 1, tab: 'parameters' });
  const second = addView();
  t.after(second.close);
  output.write();
  assert.deepEqual(tabs(), ['parameters']);
  second.connect();
  output.changed();
  output.write();
  assert.deepEqual(tabs(), ['parameters'], 'a new connection or new data do not change the arrangement');
  second.arrange({ version: 1, tab: 'metrics' });
  second.arrange({ version: 1, tab: 'charts' });
  output.write();
  assert.deepEqual(tabs(), ['parameters', 'charts']);
});

for (const saved of [undefined, { version: 1, tab: 'charts' }] as const) {
  test(`an output whose view is as ${saved ? 'it was saved' : 'at first'} is not written`, (t) => {
    const { output, written, close } = arrangedOutput(saved);
    t.after(close);
    output.write();
    assert.deepEqual(written, []);
  });
}

test('a height that the user chooses while a copy is made stays', async () => {
  const target = { kind: 'experiment', experimentKey: 'a', tab: 'parameters' } as const;
  const snapshotAt = (takenAtMillis: number, running: boolean): Snapshot => {
    const metadata = { experimentKey: 'a', workspaceName: 'w', projectName: 'p', running };
    return { takenAtMillis, experiments: [{ metadata, tags: [], metrics: [], parameters: [] }], chart: {} };
  };
  const payload: ViewPayload = { target, snapshot: snapshotAt(1, true) };
  const model = {
    data: { [viewMimeType]: payload } as OutputData,
    setData: ({ data }: { readonly data: OutputData }) => {
      model.data = data;
    },
  };
  const output = new SavedOutput(model as unknown as IRenderMime.IMimeModel, {
    write: () => output.write(),
    isOfSession: () => false,
    follow: () => {},
    pollMillis: () => 5000,
  });
  let hasSnapshot = false;
  const view = {
    takeSnapshot: async () => {
      hasSnapshot = true;
      return snapshotAt(2, false);
    },
    getState: () => {
      // The state is read for the copy, whose HTML and text are made next.
      if (hasSnapshot) queueMicrotask(() => output.resize(300));
      hasSnapshot = false;
      return { version: 1 };
    },
  } as unknown as MountedView;
  output.attach({ view, payload });
  await output.executed();
  const { height, snapshot } = model.data[viewMimeType];
  assert.deepEqual({ height, takenAtMillis: snapshot?.takenAtMillis }, { height: 300, takenAtMillis: 2 });
});
