import { type ChartData, chartModel } from '@tracklens/core/charts';
import { chartSettings, chartTheme } from '@tracklens/core/display';
import uPlot from 'uplot';
import { mountChart } from '../../packages/ui/src/charts/chart-view.ts';
import { lossCurve } from '../seed.ts';
import { painted } from './stage.ts';

/*
 * A page that draws the same 50 series with our chart and with uPlot, from the same lists of numbers. Its query is the
 * number of points of a series (`?points=10000`), its address the work: `#prepare-none-1`, `#draw-ours-2`,
 * `#pan-ours-3`. The result is in `document.title`. The last chart stays on the page, so that its memory can be
 * measured.
 */

const experiments = 50;
const points = Number(new URLSearchParams(location.search).get('points'));
const size = { width: 800, height: 300 };
const settings = chartSettings(undefined, 'loss');
const theme = chartTheme('light');

/** Charts of one kind. */
interface Kind {
  draw(element: HTMLElement, steps: readonly number[]): void;
  /** Shows the steps between two fractions of all. */
  show(from: number, to: number): void;
  /** Redraws what the movement has shown coarsely. */
  settle(): void;
  remove(): void;
}

const values = Array.from({ length: experiments }, (_, at) => Array.from(lossCurve(at, 0, points)));

/** Our chart, moved by its gestures as by a user. */
function ours(): Kind {
  let view: ReturnType<typeof mountChart> | null = null;
  let plot: HTMLElement | null = null;
  let last = 0;
  const pointer = (type: string, x: number) =>
    plot!.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        clientX: plot!.getBoundingClientRect().left + x,
        clientY: 100,
        altKey: true,
        button: 0,
        bubbles: true,
      }),
    );
  return {
    draw(element, steps) {
      plot = element;
      // Synthetic pointers cannot be captured.
      plot.setPointerCapture = () => {};
      const chart: ChartData = {};
      for (const [at, list] of values.entries()) {
        chart[`run${at}`] = { metrics: [{ metricName: 'loss', values: list, steps: steps as number[] }] };
      }
      const labels = Object.keys(chart).map((key) => ({ key, label: key }));
      const model = chartModel({
        metrics: ['loss'],
        chart,
        experiments: labels,
        settings,
        dark: false,
        sampledTo: null,
      });
      view = mountChart(element, { model, settings, theme }, { height: size.height });
    },
    show(from, to) {
      if (last === 0) {
        view!.update({ settings: { zoom: { x: [from * points, to * points] } } });
        pointer('pointerdown', 700);
        last = 700;
      } else {
        last -= 3;
        pointer('pointermove', last);
      }
    },
    settle() {
      pointer('pointerup', last);
      last = 0;
    },
    remove() {
      view?.dispose();
    },
  };
}

function uplot(): Kind {
  let plot: uPlot | null = null;
  return {
    draw(element, steps) {
      const series = values.map((_, at) => ({ stroke: `hsl(${at * 7} 60% 45%)`, width: 1 }));
      const options = { ...size, legend: { show: false }, scales: { x: { time: false } }, series: [{}, ...series] };
      plot = new uPlot(options, [steps as number[], ...values], element);
    },
    show(from, to) {
      plot!.setScale('x', { min: from * points, max: to * points });
    },
    settle() {},
    remove() {
      plot?.destroy();
    },
  };
}

const kinds: Readonly<Record<string, () => Kind>> = { ours, uplot };
let shown: Kind | null = null;

let steps: readonly number[] = [];

const nextFrame = () => new Promise<number>(requestAnimationFrame);

/** Removes the chart and makes new lists of steps, so that nothing that is known of the last ones helps. */
async function prepare(): Promise<object> {
  shown?.remove();
  shown = null;
  const element = document.createElement('div');
  element.style.width = `${size.width}px`;
  document.body.replaceChildren(element);
  steps = Array.from({ length: points }, (_, step) => step);
  await painted();
  return {};
}

/** Draws a chart into the prepared page. */
async function draw(kind: string): Promise<object> {
  const element = document.body.firstElementChild as HTMLElement;
  const start = performance.now();
  shown = kinds[kind]!();
  shown.draw(element, steps);
  await painted();
  return { millis: performance.now() - start, ink: inkOf(element) };
}

/** Moves the drawn chart one step a frame and lets it settle. */
async function pan(): Promise<object> {
  for (let at = 0; at < 60; at++) {
    shown!.show(0.4 + at / 1000, 0.6 + at / 1000);
    await nextFrame();
  }
  shown!.settle();
  // The full drawing follows the coarse one.
  await new Promise((done) => setTimeout(done, 1500));
  return {};
}

/** Returns how many pixels are not empty, which checks that something was drawn. */
function inkOf(element: HTMLElement): number {
  const canvas = element.querySelector('canvas')!;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let ink = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at]! > 40) ink++;
  return ink;
}

addEventListener('hashchange', async () => {
  const { hash } = location;
  const [what, kind] = hash.slice(1).split('-') as [string, string];
  try {
    const result = await (what === 'pan' ? pan() : what === 'draw' ? draw(kind) : prepare());
    document.title = JSON.stringify({ hash, ...result });
  } catch (error) {
    document.title = JSON.stringify({ hash, error: String(error) });
  }
});
document.title = 'ready';
