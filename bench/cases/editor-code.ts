import type { Page } from 'playwright-core';
import { actUntil, choice, row, shortTimeout, showSideBar } from '../../test/vscode/editor.ts';
import { startEditorServer } from '../../test/vscode/editor-server.ts';
import { startSeededService } from '../../test/vscode/seeded-service.ts';
import { openWindow } from '../../test/vscode/workbench.ts';
import { closeFile, findFile } from '../editor-files.ts';
import { installPeers } from '../editor-peers.ts';
import type { Outcome } from '../goal.ts';
import { threadCpuMillisOf } from '../process-cost.ts';
import { type Sample, type Side, sideBySide, spread } from '../side-by-side.ts';
import { trainingFile } from './code-features.ts';

const rounds = 9;
const warmUps = 2;

/** Title of the lenses of the peer. */
const fixedTitle = 'Fixed lens';

/** Extension with as many lenses as ours, in its own files, whose titles are fixed. */
const peer = {
  name: 'lenses',
  displayName: 'Lenses of the peer',
  contributes: {},
  main: `
    const { CodeLens, languages } = require('vscode');
    const provideCodeLenses = (document) =>
      Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line))
        .filter(({ text }) => /APIModel\\(/.test(text))
        .map(({ range }) => new CodeLens(range, { title: '${fixedTitle}', command: 'bench.none' }));
    const files = { language: 'python', pattern: '**/peer-*.py' };
    exports.activate = () => languages.registerCodeLensProvider(files, { provideCodeLenses });
  `,
};

/** Opens a file and returns the time from the click on its name to a lens, and the CPU time of the extension host. */
async function opened(page: Page, host: number, name: string, title: string): Promise<Sample> {
  await findFile(page, name);
  const cpuBefore = threadCpuMillisOf([host]);
  const start = performance.now();
  await choice(page, name).click(shortTimeout);
  await page.locator('.codelens-decoration a', { hasText: title }).first().waitFor();
  const wallMillis = performance.now() - start;
  const cpuMillis = threadCpuMillisOf([host]) - cpuBefore;
  await closeFile(page, name);
  return { wallMillis, cpuMillis };
}

/** A Python file of 5,000 lines in VS Code from the click on its name to its code lenses, against fixed ones. */
export async function editorCode(): Promise<Outcome[]> {
  await using stack = new AsyncDisposableStack();
  const service = await startSeededService();
  stack.defer(() => service.close());
  const server = await startEditorServer(stack, { env: service.env });
  await installPeers(server, [peer]);
  const ours = trainingFile(service.keys[0]!);
  // Nothing of the same length that is about experiments, so that only the peer has lenses.
  const others = ours.replaceAll('comet', 'other').replaceAll(/APIExperiment|experiment/g, (word) => {
    return word === 'experiment' ? 'instrument' : 'APIModel';
  });
  // The editor keeps the lenses of a file, so each round opens another one.
  const names = (side: string) => Array.from({ length: rounds + warmUps }, (_, index) => `${side}-${index}.py`);
  const files = Object.fromEntries([
    ...names('ours').map((name) => [name, ours]),
    ...names('peer').map((name) => [name, others]),
  ]);
  const { page, extensionHosts } = await openWindow(stack, server, { files });
  // Lenses are shown for connected services.
  await showSideBar(page);
  await actUntil(page, row(page, 'Experiments', 'team'), () => showSideBar(page));
  const [host] = await extensionHosts();
  const cpu: Record<string, number[]> = { ours: [], peer: [] };
  const side = (key: string, name: string, title: string): Side => {
    const left = names(key);
    return {
      name,
      async run() {
        const sample = await opened(page, host!, left.shift()!, title);
        cpu[key]!.push(sample.cpuMillis!);
        return sample;
      },
    };
  };
  const comparison = await sideBySide(
    side('ours', 'lenses of experiments', 'calm-lake'),
    side('peer', 'fixed lenses', fixedTitle),
    { rounds, warmUps },
  );
  const added = cpu.ours!.map((millis, index) => millis - cpu.peer![index]!).slice(warmUps);
  const work = 'a Python file of 5,000 lines in VS Code, from the click on its name to its code lenses';
  return [
    // The fixed lenses need no request.
    { work, comparison, atLeast: 0.5 },
    {
      work: 'the same: what the extension host computes more than for fixed lenses',
      quantity: 'CPU',
      unit: 'ms',
      values: spread(added),
      limit: 50,
    },
  ];
}
