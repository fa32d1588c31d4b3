import { Chart, type ChartExports, type ChartProps, HoverBus } from '@tracklens/ui/charts';
import { createElement, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { generatedChart } from './generated-chart.ts';
import type { PageContent } from './page-content.ts';

/**
 * Shows the content that the URL hash selects. Tests control this page only by its URL: code that a debugger runs in a
 * page is exempt from the page's policy, and would prove nothing.
 */
const hover = new HoverBus();
const root = createRoot(document.getElementById('root')!);
const known = new Map<string, ReturnType<typeof generatedChart>>();

const exports: ChartExports = {
  fileName: (variant) => variant,
  save(_fileName, bytes) {
    document.body.dataset.saved = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  },
  copy() {},
  readAll: null,
  report(error) {
    throw error;
  },
};

function content(): ReactElement | null {
  const hash = decodeURIComponent(location.hash.slice(1));
  if (hash === '') return null;
  const { charts, shape, canSave } = JSON.parse(hash) as PageContent;
  const name = JSON.stringify(shape);
  const generated = known.get(name) ?? generatedChart(shape);
  known.set(name, generated);
  const base = { title: 'train/loss', metrics: ['loss'], theme: 'light', hover } as const;
  const one = ({ metrics, ...props }: Partial<ChartProps>, key: number) => {
    const metricName = metrics?.[0];
    const named = metricName === undefined ? generated : renamed(generated, metricName);
    return createElement(Chart, {
      key,
      ...base,
      ...(metricName ? { metrics: [metricName], title: metricName } : {}),
      ...named,
      ...(canSave ? { exports } : {}),
      ...props,
    });
  };
  return createElement('main', null, charts.map(one));
}

/** Returns the same points under another metric name; no experiment has `absent`. */
function renamed(generated: ReturnType<typeof generatedChart>, metricName: string) {
  if (metricName === 'absent') return generated;
  const entries = Object.entries(generated.chart).map(([key, entry]) => {
    return [key, { ...entry, metrics: entry.metrics.map((metric) => ({ ...metric, metricName })) }] as const;
  });
  return { ...generated, chart: Object.fromEntries(entries) };
}

function evalBlocked(): boolean {
  try {
    return new Function('return false')();
  } catch {
    return true;
  }
}

document.body.dataset.evalBlocked = String(evalBlocked());
document.body.dataset.violations = '';
// The attempt above is itself reported, a moment later.
setTimeout(() => {
  document.addEventListener('securitypolicyviolation', (event) => {
    document.body.dataset.violations += `${event.violatedDirective} ${event.sourceFile}:${event.lineNumber}; `;
  });
  addEventListener('hashchange', () => root.render(content()));
  root.render(content());
}, 50);
