import { readViewPayload } from '@tracklens/core/display';
import { mountView } from '@tracklens/ui';
import { savedImages } from '../../packages/jupyterlab-ext/src/renderer/saved-images.ts';
import { painted, quietHost, stage } from './stage.ts';

/*
 * A page that shows a saved output, as JupyterLab does when its data arrives. `showSaved()` returns the milliseconds
 * from the data to its painted saved charts, `showOutput()` those to the first painted chart of the view.
 */

const text = await (await fetch('/payload.json')).text();
const html = await (await fetch('/output.html')).text();
const element = stage();

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

async function showSaved(): Promise<number> {
  const start = performance.now();
  const saved = savedImages(html);
  if (saved === null) throw new Error('The output has no saved charts.');
  element.append(saved);
  await Promise.all([...saved.querySelectorAll('img')].map((image) => image.decode()));
  await painted();
  const spent = performance.now() - start;
  saved.remove();
  return spent;
}

async function showOutput(): Promise<number> {
  const start = performance.now();
  const read = readViewPayload(JSON.parse(text));
  if (!read.ok) throw new Error(read.problem);
  const view = mountView(element, { payload: read.payload, api: null, host: quietHost, layout: 'cell' });
  while (element.querySelector('.tracklens-plot[data-series]') === null) await frame();
  await painted();
  const spent = performance.now() - start;
  view.dispose();
  return spent;
}

Object.assign(window, { showSaved, showOutput });
document.title = 'ready';
