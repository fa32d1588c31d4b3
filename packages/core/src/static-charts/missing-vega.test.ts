import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** Runs a module in a process in which vega and vega-lite are not installed. Returns what it prints, as JSON. */
async function withoutVega(program: string): Promise<unknown> {
  const hook = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (/^vega/.test(name)) throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
        return next(name, context);
      },
    });`;
  const url = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
  const args = ['--conditions=@tracklens/source', '--import', url(hook), '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  return JSON.parse(stdout);
}

test('without vega, a static chart fails with what to install', async () => {
  const message = await withoutVega(`
    import { chartTheme, emptyLineChart, lineChart } from '@tracklens/core/display';
    import { staticChart } from '@tracklens/core/static-charts';
    const failure = await staticChart(lineChart(emptyLineChart, chartTheme('light'))).catch((error) => error);
    console.log(JSON.stringify(failure.message));`);
  assert.equal(message, 'Install vega and vega-lite to draw static charts: npm install vega vega-lite');
});

test('without vega, static HTML has its tables and no images', async () => {
  const snapshot = {
    takenAtMillis: 0,
    experiments: [
      {
        metadata: { experimentKey: 'key1', experimentName: 'otter', workspaceName: 'w', projectName: 'p' },
        tags: [],
        metrics: [{ name: 'loss', valueCurrent: '0.25' }],
        parameters: [],
      },
    ],
    chart: { key1: { metrics: [{ metricName: 'loss', values: [3, 2, 1], steps: [1, 2, 3] }] } },
  };
  const target = { kind: 'project', workspace: 'w', projectName: 'p' };
  const program = `
    import { staticForms } from '@tracklens/core/static-charts';
    console.log(JSON.stringify(await staticForms(${JSON.stringify({ target, snapshot })})));`;
  const { html, text } = (await withoutVega(program)) as { html: string; text: string };
  assert.match(html, /otter.*0\.25/s);
  assert.doesNotMatch(html, /<img/);
  assert.match(text, /otter/);
});
