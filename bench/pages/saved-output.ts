import { readViewPayload } from '@tracklens/core/display';
import { mountView } from '@tracklens/ui';
import { quietHost, stage } from './stage.ts';

/*
 * A page that shows a saved output, as JupyterLab does when its data arrives. `showOutput()` returns the milliseconds
 * from the data to the first painted chart.
 */

const text = await (await fetch('/payload.json')).text();
const element = stage();

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

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

Object.assign(window, { showOutput });
document.title = 'ready';
