import { chartModel } from '@tracklens/core/charts';
import { chartSettings, chartTheme } from '@tracklens/core/display';
import { mountChart } from '../../packages/ui/src/charts/chart-view.ts';
import { lossCurve } from '../seed.ts';

/*
 * A page that drags a zoomed chart of 50 x 10,000 points sideways, one movement a frame, and counts frames. It starts
 * by its address (`#1`, `#2`, …), works under the strict policy and writes its result to `document.title`.
 */

const experiments = 50;
const points = 10_000;
const frames = 90;
const settings = chartSettings(undefined, 'loss');

const nextFrame = () => new Promise<number>(requestAnimationFrame);

function model() {
  const chart: Parameters<typeof chartModel>[0]['chart'] = {};
  const steps = Array.from({ length: points }, (_, step) => step);
  for (let at = 0; at < experiments; at++) {
    chart[`run${at}`] = { metrics: [{ metricName: 'loss', values: Array.from(lossCurve(at, 0, points)), steps }] };
  }
  return chartModel({
    chart,
    metrics: ['loss'],
    experiments: Object.keys(chart).map((key) => ({ key, label: key })),
    settings,
    dark: false,
    sampledTo: null,
  });
}

/** Calls back once a frame; returns the duration of each frame. */
async function timedFrames(work: (frame: number) => void): Promise<number[]> {
  const spent: number[] = [];
  let before = await nextFrame();
  for (let frame = 0; frame < frames; frame++) {
    work(frame);
    const now = await nextFrame();
    spent.push(now - before);
    before = now;
  }
  return spent;
}

const chart = model();
const element = document.createElement('div');
element.style.width = '800px';
document.body.replaceChildren(element);
let drawn = 0;
const view = mountChart(
  element,
  { model: chart, settings, theme: chartTheme('light') },
  { height: 300, onDrawn: () => drawn++ },
);

async function rest(): Promise<void> {
  for (let quiet = 0, seen = drawn; quiet < 40; quiet++) {
    await nextFrame();
    if (seen !== drawn) quiet = 0;
    seen = drawn;
  }
}

/** Returns a few columns of pixels of the moved image. */
function pixelColumns(): string {
  const canvas = [...element.querySelectorAll('canvas')].find((each) => each.style.visibility !== 'hidden')!;
  const pixels = canvas.getContext('2d')!.getImageData(canvas.width >> 1, 0, 2, canvas.height).data;
  return pixels.join();
}

async function work(): Promise<void> {
  view.update({ settings: { zoom: { x: [4000, 6000] } } });
  await rest();
  const box = element.getBoundingClientRect();
  const pointer = (type: string, x: number, alt: boolean) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        clientX: box.left + x,
        clientY: box.top + 120,
        altKey: alt,
        button: 0,
        bubbles: true,
      }),
    );
  // Synthetic pointers cannot be captured.
  element.setPointerCapture = () => {};
  const idle = await timedFrames(() => {});
  pointer('pointerdown', 500, true);
  const dragging = await timedFrames((frame) => pointer('pointermove', 500 - frame * 3, true));
  const before = drawn;
  const released = performance.now();
  pointer('pointerup', 230, true);
  // The frame after the one in which it was drawn: then it has been painted.
  do await nextFrame();
  while (drawn === before);
  const settledMillis = (await nextFrame()) - released;
  await rest();
  // Not timed, since reading pixels takes time: checks that every movement is drawn in its own frame.
  pointer('pointerdown', 300, true);
  let redrawn = 0;
  let last = '';
  for (let frame = 0; frame < 20; frame++) {
    pointer('pointermove', 300 - (frame + 1) * 5, true);
    const now = pixelColumns();
    if (now !== last) redrawn++;
    last = now;
    await nextFrame();
  }
  pointer('pointerup', 200, true);
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  const frame = middle(idle);
  document.title = JSON.stringify({
    hash: location.hash,
    frameMillis: frame,
    draggingMillis: middle(dragging),
    missed: dragging.filter((millis) => millis > 1.5 * frame).length,
    frames,
    redrawn,
    moved: 20,
    // In frames of an idle page: one long frame is not one frame.
    settled: Math.ceil(settledMillis / frame),
    lines: view.stats().series,
  });
}

addEventListener('hashchange', () =>
  work().catch((error) => (document.title = JSON.stringify({ error: String(error) }))),
);
document.title = 'ready';
