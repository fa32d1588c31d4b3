import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { tabs } from '@tracklens/core';
import { temporaryFolder } from '@tracklens/core/test-support';
import { buildNodeProgram } from '../../packages/jupyterlab-ext/build.ts';
import { inRoot } from '../../scripts/folders.ts';
import { pinnedEnvironment } from '../../scripts/pinned-environment.ts';
import { pythonEnvironment } from '../../scripts/setup.ts';
import { displayOutput, writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey, seededService } from './seeded-service.ts';

/** Packages that read or export notebooks. */
const requirements = path.join(import.meta.dirname, 'exports.txt');

const execute = promisify(execFile);

/* What the readers of a saved notebook show that have no Tracklens, as the number of their figures. */

/** Displays each tab of a run, its project and two runs, which have charts of two metrics, and prints the outputs. */
const program = `
import json, sys
import tracklens, tracklens.calls as calls
bundles = []
calls.in_kernel = lambda: True
calls._publish = lambda bundle, clear, wait: bundles.append(bundle)
one, other, *tabs = sys.argv[1:]
for tab in tabs:
    tracklens.display(one, tab=tab)
tracklens.display_project("local", "vision")
tracklens.display([one, other])
json.dump(bundles, sys.stdout)`;

/**
 * Figures of the notebook: two charts in HTML and one image in LaTeX for each output with charts (panels, charts,
 * project, runs).
 */
const outputsWithCharts = 4;
const expected = { html: 2 * outputsWithCharts, latex: outputsWithCharts };

const stack = new AsyncDisposableStack();
let service: SeededService;
let folder: string;
let env: NodeJS.ProcessEnv;

before(async () => {
  await buildNodeProgram();
  service = await seededService();
  stack.defer(() => service.remove());
  folder = await temporaryFolder(stack);
  const environment = await pythonEnvironment();
  const packages = { PYTHONPATH: inRoot('packages', 'jupyterlab-ext'), TRACKLENS_NODE: process.execPath };
  env = { ...environment.env, ...service.env, ...packages, PYTHONDONTWRITEBYTECODE: '1', HOME: folder };
  const shown = ['-c', program, service.keys[1]!, service.keys[2]!, ...tabs];
  const { stdout } = await execute(environment.python, shown, { env, maxBuffer: 50_000_000 });
  const bundles = JSON.parse(stdout) as Record<string, unknown>[];
  assert.equal(bundles.length, tabs.length + 2);
  const cells = bundles.map((bundle, index) => ({ source: `${index}`, outputs: [displayOutput(bundle)] }));
  await mkdir(path.join(folder, 'book'));
  await writeNotebook(path.join(folder, 'book', 'runs.ipynb'), cells);
});
after(() => stack.disposeAsync());

const chartImages = (html: string) => html.match(/<img [^>]*alt=\\?["']Chart of /g)?.length ?? 0;
/** Returns the images that a LaTeX source includes. */
const included = (latex: string) => [...latex.matchAll(/\{([\w/]+)\}?\.png\}/g)].map(([, name]) => `${name}.png`);

async function nbconvert(format: string): Promise<void> {
  const { python } = await pythonEnvironment();
  await execute(python, ['-m', 'nbconvert', '--to', format, '--log-level=ERROR', 'runs.ipynb'], {
    cwd: path.join(folder, 'book'),
    env,
  });
}

test('nbconvert shows the charts in HTML', async () => {
  await nbconvert('html');
  const html = await readFile(path.join(folder, 'book', 'runs.html'), 'utf8');
  assert.equal(chartImages(html), expected.html);
  assert.equal(html.includes(secretKey), false);
});

test('nbconvert shows the charts in LaTeX, as files that it includes', async () => {
  await nbconvert('latex');
  const latex = await readFile(path.join(folder, 'book', 'runs.tex'), 'utf8');
  const files = included(latex);
  assert.equal(files.length, expected.latex, files.join(' '));
  for (const file of files) await assertPng(path.join(folder, 'book', file));
});

test('myst-nb shows the charts in HTML and in LaTeX', async () => {
  const { python, env: variables } = await pinnedEnvironment(requirements);
  const book = path.join(folder, 'book');
  const settings = [
    'extensions = ["myst_nb"]',
    'root_doc = "runs"',
    'nb_execution_mode = "off"',
    'suppress_warnings = ["mystnb.unknown_mime_type"]',
  ];
  await writeFile(path.join(book, 'conf.py'), settings.join('\n'));
  const build = `
import sys
from sphinx.cmd.build import build_main
for builder in ("html", "latex"):
    assert build_main(["-q", "-b", builder, "-d", "parsed", "book", f"myst-{builder}"]) == 0`;
  await execute(python, ['-c', build], { cwd: folder, env: variables });
  assert.equal(chartImages(await readFile(path.join(folder, 'myst-html', 'runs.html'), 'utf8')), expected.html);
  const to = path.join(folder, 'myst-latex');
  const source = (await readdir(to)).find((name) => name.endsWith('.tex'))!;
  const files = included(await readFile(path.join(to, source), 'utf8'));
  assert.equal(files.length, expected.latex, files.join(' '));
  for (const name of files) await assertPng(path.join(to, name));
});

test('marimo shows the charts of a view that is the value of a cell', async () => {
  const { python } = await pinnedEnvironment(requirements);
  const cells = [
    `tracklens.display("${service.keys[1]}", tab="charts")`,
    'tracklens.display_project("local", "vision")',
  ];
  const source = [
    'import marimo',
    'app = marimo.App()',
    ...['import tracklens\n    return (tracklens,)', ...cells].flatMap((cell, index) => [
      '@app.cell',
      `def _(${index > 0 ? 'tracklens' : ''}):\n    ${cell}`,
    ]),
  ];
  await writeFile(path.join(folder, 'app.py'), `${source.join('\n')}\n`);
  await execute(python, ['-m', 'marimo', 'export', 'html', 'app.py', '-o', 'app.html'], { cwd: folder, env });
  const html = await readFile(path.join(folder, 'app.html'), 'utf8');
  assert.equal(html.match(/Chart of (?:loss|accuracy) over step/g)?.length, 2 * cells.length);
  assert.equal(html.includes(secretKey), false);
});

/** Asserts that a file is an image of a chart. */
async function assertPng(file: string): Promise<void> {
  const bytes = await readFile(file);
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(bytes.readUInt32BE(16) > 300, `${file} is wide enough for a chart`);
}
