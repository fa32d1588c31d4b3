import { API, fetchTransport, takeSnapshot } from '@tracklens/core/browser';
import {
  initialViewState,
  isNewerViewState,
  readViewState,
  type ViewState,
  viewMimeType,
} from '@tracklens/core/display';
import { staticForms } from '@tracklens/core/static-charts';
import { chartPng } from './chart-png.ts';
import type { OutputRequest } from './request.ts';

/** Notebook output by MIME type. */
type MimeBundle = Readonly<Record<string, unknown>>;

/** Connections by address and key: a connection keeps its sockets open for the next output. */
const connections = new Map<string, API>();

function connection({ url, apiKey }: OutputRequest): API {
  const name = JSON.stringify([url, apiKey]);
  // `fetch` is part of Node.js and need not be loaded, as undici would be.
  const transport = () => fetchTransport({ baseUrl: url, headers: () => ({ authorization: apiKey }) });
  const known = connections.get(name) ?? new API({ url, transport: transport(), cache: false });
  connections.set(name, known);
  return known;
}

function stateOf({ state, target }: OutputRequest): ViewState {
  const arranged = isNewerViewState(state) ? initialViewState : readViewState(state);
  const tab = target.kind === 'experiment' ? target.tab : undefined;
  return tab === undefined ? arranged : { ...arranged, tab };
}

// Lazy import: few outputs contain images, and their decoder is large.
const reduceImage = async (bytes: Uint8Array) => (await import('./thumbnail.ts')).reducedImage(bytes);

/** Takes the snapshot of a target and returns the output with all its forms. */
export async function viewOutput(request: OutputRequest): Promise<MimeBundle> {
  const { target, page: url, forms } = request;
  const state = stateOf(request);
  const snapshot = await takeSnapshot(connection(request), target, { state, reduceImage });
  const images = forms !== 'without-images';
  const payload = { target, state, snapshot, url, ...(images ? {} : { images }) };
  const { html, text, svg } = staticForms(payload, { images });
  const png = svg === null ? null : chartPng(svg);
  return {
    ...(forms === 'static' ? {} : { [viewMimeType]: payload }),
    'text/html': html,
    ...(png === null ? {} : { 'image/png': Buffer.from(png).toString('base64') }),
    'text/plain': text,
  };
}
