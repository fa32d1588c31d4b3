import { API, fetchTransport, takeSnapshot } from '@tracklens/core/browser';
import { isLoopback, type Transport } from '@tracklens/core/client';
import {
  initialViewState,
  isNewerViewState,
  readViewState,
  type ViewState,
  viewMimeType,
} from '@tracklens/core/display';
import { loopbackTransport } from '@tracklens/core/loopback';
import { staticForms } from '@tracklens/core/static-charts';
import { chartPng } from './chart-png.ts';
import type { OutputRequest } from './request.ts';

/** Notebook output by MIME type. */
type MimeBundle = Readonly<Record<string, unknown>>;

/** Connections by address and key: a connection keeps its sockets open for the next output. */
const connections = new Map<string, API>();

function connection(request: OutputRequest): API {
  const { url, apiKey } = request;
  const name = JSON.stringify([url, apiKey]);
  const known = connections.get(name) ?? newConnection(request);
  connections.set(name, known);
  return known;
}

/** Creates a connection that sends the small reads of an output together: each request takes a millisecond. */
function newConnection(request: OutputRequest): API {
  const transport = transportOf(request);
  return new API({ url: request.url, transport, cache: false }, { readBatching: { concurrency: 1 } });
}

/** Returns the transport to a service: one that is ready at once for the local service, otherwise that of Node.js. */
function transportOf({ url, apiKey }: OutputRequest): Transport {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && isLoopback(hostname)) return loopbackTransport({ url, apiKey });
  return fetchTransport({ baseUrl: url, headers: () => ({ authorization: apiKey }) });
}

/** What an output shows, and its forms. */
type OutputContent = Pick<OutputRequest, 'target' | 'page' | 'state' | 'forms'>;

function stateOf({ state, target }: OutputContent): ViewState {
  const arranged = isNewerViewState(state) ? initialViewState : readViewState(state);
  const tab = target.kind === 'experiment' ? target.tab : undefined;
  return tab === undefined ? arranged : { ...arranged, tab };
}

/** Time in milliseconds for the SVG images of one output. */
const svgMillis = 6000;

/** Returns the output that a request asks for. */
export async function viewOutput(request: OutputRequest): Promise<MimeBundle> {
  return await outputOf(connection(request), request);
}

/** Takes the snapshot of a target and returns the output with all its forms. */
export async function outputOf(api: API, content: OutputContent): Promise<MimeBundle> {
  const { target, page: url, forms } = content;
  const state = stateOf(content);
  const time = { millis: svgMillis };
  // Lazy import: few outputs contain images, and their decoder is large.
  const reduceImage = async (bytes: Uint8Array) => (await import('./thumbnail.ts')).reducedImage(bytes, time);
  const snapshot = await takeSnapshot(api, target, { state, reduceImage });
  const images = forms !== 'without-images';
  const payload = { target, state, snapshot, url, ...(images ? {} : { images }) };
  const { html, text, svg } = staticForms(payload, { images });
  const png = svg === null ? null : await chartPng(svg);
  return {
    ...(forms === 'static' ? {} : { [viewMimeType]: payload }),
    'text/html': html,
    ...(png === null ? {} : { 'image/png': png }),
    'text/plain': text,
  };
}
