import { API } from '@tracklens/core/browser';
import { bridgeTransport } from '@tracklens/core/client';
import { type Host, readViewPayload, readViewState } from '@tracklens/core/display';
import { type MountedView, mountView, type OfflineReason, viewRetry } from '@tracklens/ui';
import { emitter } from '@tracklens/ui/emitter';
import { panelManagement } from '../panels/panel-management.ts';
import { readToPage, type ToHost, type ToPage } from '../panels/panel-messages.ts';
import { storageBridge } from '../panels/storage-bridge.ts';
import { addStyle } from '../renderer/output-style.ts';
import { pageSaves } from '../saving/page-saves.ts';
import { translation } from '../translation.ts';
import { bodyTheme } from './body-theme.ts';
import './main.css';

/** API that the editor provides to webview pages. */
interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): EditorApi;

addStyle(document.body);

const editor = acquireVsCodeApi();
const post = (message: ToHost) => editor.postMessage(message);
const bridgeMessages = emitter<unknown>();

const api = new API({
  transport: bridgeTransport({
    post: (message) => post({ type: 'bridge', message }),
    listen: bridgeMessages.subscribe,
  }),
  retry: viewRetry,
});

const saves = pageSaves((message) => post({ type: 'saving', message }));

const stored = storageBridge(post);

const management = panelManagement(post);

const host: Host = {
  management,
  open: (target, { newPanel, activate }) => post({ type: 'open', target, newPanel, activate }),
  openExternal: (url) => post({ type: 'openExternal', url }),
  report: ({ message, remedy }) => post({ type: 'report', message, ...(remedy === undefined ? {} : { remedy }) }),
  save: (fileName, bytes) => saves.save(fileName, bytes),
  storage: stored.storage,
  theme: bodyTheme(document.body),
};

let view: MountedView | null = null;

type Missing = Extract<ToPage, { type: 'connectionChanged' }>['missing'];

function offlineReasonOf(missing: Missing): OfflineReason | null {
  if (missing === null) return null;
  const { message, remedy, action: title } = missing;
  const run = () => post({ type: 'restoreConnection' });
  return { message, remedy, action: title === null ? undefined : { title, run } };
}

/**
 * Mounts the view of a target from scratch, because after a connection change earlier data belongs to another
 * service.
 */
function show(message: Extract<ToPage, { type: 'show' }>): void {
  const { target, connection, storageKey, state, missing, pollMillis, strings, language } = message;
  view?.dispose();
  editor.setState({ target, connection, state });
  view = mountView(document.getElementById('view')!, {
    target,
    state,
    api,
    offlineReason: offlineReasonOf(missing),
    host: { ...host, connection: storageKey, locale: language },
    layout: 'panel',
    pollMillis,
    strings: translation(strings, language),
    onStateChange(next) {
      editor.setState({ target, connection, state: next });
      post({ type: 'stateChanged', state: next });
    },
  });
}

/** Mounts the saved view of a file, which sends no requests, as the user arranged it before the page was reloaded. */
function showRecording({ payload, strings, language }: Extract<ToPage, { type: 'showRecording' }>): void {
  const read = readViewPayload(payload);
  if (!read.ok) return;
  const saved = editor.getState();
  const { management: _, storage: __, ...others } = host;
  const { target } = read.payload;
  view?.dispose();
  const mounted = mountView(document.getElementById('view')!, {
    payload: read.payload,
    state: saved === undefined ? undefined : readViewState(saved),
    api: null,
    offlineReason: {
      message: 'This file shows a saved view.',
      remedy: 'Open the live view to read it from the service.',
      action: {
        title: 'Open Live View',
        run: () => post({ type: 'open', target, newPanel: false, activate: true, state: mounted.getState() }),
      },
    },
    host: { ...others, readOnly: true, locale: language },
    layout: 'panel',
    strings: translation(strings, language),
    onStateChange: (state) => editor.setState(state),
  });
  view = mounted;
}

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readToPage(data);
  if (message?.type === 'show') show(message);
  else if (message?.type === 'showRecording') showRecording(message);
  else if (message?.type === 'saving') saves.receive(message.message);
  else if (message?.type === 'stored') stored.receive(message);
  else if (message?.type === 'managed' || message?.type === 'experimentsChanged') management.receive(message);
  else if (message?.type === 'connectionChanged') view?.update({ offlineReason: offlineReasonOf(message.missing) });
  else if (message?.type === 'bridge') bridgeMessages.emit(message.message);
});
post({ type: 'ready' });
