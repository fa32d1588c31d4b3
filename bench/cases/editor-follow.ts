import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { actUntil, choose, expand, row, runCommand, showSideBar } from '../../test/vscode/editor.ts';
import { startEditorServer } from '../../test/vscode/editor-server.ts';
import { openWindow } from '../../test/vscode/workbench.ts';
import type { Outcome } from '../goal.ts';
import { spread } from '../side-by-side.ts';

const rounds = 9;

/** Poll interval of the local service, in milliseconds: the rounds begin at different times of it. */
const pollMillis = 3_000;

/** From the response of the local service to a script that starts an experiment, to its row in the tree of VS Code. */
export async function editorFollow(): Promise<Outcome[]> {
  await using stack = new AsyncDisposableStack();
  const server = await startEditorServer(stack);
  const { page } = await openWindow(stack, server);
  await showSideBar(page);
  const forAll = page.locator('.quick-input-list .monaco-list-row', { hasText: 'For all my work' });
  await actUntil(page, forAll, () => runCommand(page, 'Tracklens: Start Local Service'));
  await choose(page, 'For all my work');
  await row(page, 'Experiments', 'local').waitFor();
  stack.defer(async () => {
    await runCommand(page, 'Tracklens: Stop Local Service');
    await row(page, 'Experiments', 'local').waitFor({ state: 'detached' });
  });
  const folder = path.join(path.dirname(server.userData), 'home', '.tracklens');
  const { url } = JSON.parse(await readFile(path.join(folder, 'service.json'), 'utf8')) as { url: string };
  const authorization = (await readFile(path.join(folder, 'api-key'), 'utf8')).trim();
  const create = async (experimentName: string) => {
    const response = await fetch(`${url}/api/rest/v2/write/experiment/create`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ workspaceName: 'local', projectName: 'vision', experimentName }),
    });
    if (!response.ok) throw new Error(`editor-follow: ${response.status} ${await response.text()}`);
  };
  await create('first');
  await expand(page, 'Experiments', 'local');
  await expand(page, 'Experiments', 'vision');
  await row(page, 'Experiments', 'first').waitFor();
  const millis: number[] = [];
  for (let index = 0; index < rounds; index++) {
    await page.waitForTimeout((index * pollMillis) / rounds);
    await create(`run-${index}`);
    const start = performance.now();
    await row(page, 'Experiments', `run-${index}`).waitFor();
    millis.push(performance.now() - start);
  }
  return [
    {
      work: 'an experiment that a script starts, from the response of the local service to its row in VS Code',
      quantity: 'time',
      unit: 'ms',
      values: spread(millis),
      limit: 5_000,
    },
  ];
}
