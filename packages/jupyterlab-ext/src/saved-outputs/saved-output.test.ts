import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { type ViewPayload, type ViewState, viewMimeType } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import { SavedOutput } from './saved-output.ts';

/** Output of a notebook with a view that the user arranges. */
function arrangedOutput(saved: ViewState | undefined) {
  const target = { kind: 'experiment', experimentKey: 'a' } as const;
  const payload: ViewPayload = { target, ...(saved && { state: saved }) };
  const written: object[] = [];
  const model = {
    data: { [viewMimeType]: payload, 'text/plain': 'a' } as object,
    setData({ data }: { readonly data: object }) {
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
  let state: ViewState = saved ?? { version: 1 };
  const view = { getState: () => state, takeSnapshot: async () => null } as unknown as MountedView;
  output.attach({ view, payload });
  const arrange = (next: ViewState) => {
    state = next;
    output.changed();
  };
  return { output, target, written, arrange, close: () => output.detach(view) };
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

for (const saved of [undefined, { version: 1, tab: 'charts' }] as const) {
  test(`an output whose view is as ${saved ? 'it was saved' : 'at first'} is not written`, (t) => {
    const { output, written, close } = arrangedOutput(saved);
    t.after(close);
    output.write();
    assert.deepEqual(written, []);
  });
}
