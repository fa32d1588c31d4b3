import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { pythonEnvironment } from '../../scripts/setup.ts';
import {
  activeTab,
  actUntil,
  actUntilGone,
  answer,
  choose,
  chooseFromMenu,
  expand,
  frameWith,
  notificationWith,
  openRow,
  pane,
  pressButton,
  quickInputAsking,
  quickInputWith,
  retry,
  row,
  runCommand,
  shortTimeout,
  showSideBar,
} from '../vscode/editor.ts';
import { startWorkbench, type WorkbenchOptions } from '../vscode/workbench.ts';
import type { Screen } from './screen.ts';

/** Part of a window in pixels. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Image of a step: the size of the window, and what is done in it. `show` returns the part that the step is about. */
interface Step {
  readonly width: number;
  readonly height: number;
  readonly options?: () => Promise<WorkbenchOptions>;
  show(page: Page): Promise<Area>;
}

/** Height of the title bar, and width of the activity bar. */
const bars = { top: 36, left: 49 };

/** Takes the image of a step in a dark editor, the default. It is small: the walkthrough draws it 413 pixels wide. */
function stepScreen({ width, height, options, show }: Step): Screen {
  return async (file) => {
    await using stack = new AsyncDisposableStack();
    const { page } = await startWorkbench(stack, await options?.());
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await page.screenshot({ path: file, clip: await show(page) });
  };
}

/** Starts the demo data and shows its experiments. */
export async function showDemo(page: Page): Promise<void> {
  await showSideBar(page);
  await actUntil(page, row(page, 'Experiments', 'demo'), () =>
    pane(page, 'Experiments').getByRole('button', { name: 'Try with Demo Data' }).click(shortTimeout),
  );
  await expand(page, 'Experiments', 'demo');
  await expand(page, 'Experiments', 'digits');
}

const learningRates = ['lr=0.03 width=64 batch=32', 'lr=0.1 width=64 batch=32'] as const;

async function showTree(page: Page): Promise<Area> {
  await showDemo(page);
  const { width, height } = await areaOf(pane(page, 'Experiments'));
  return { x: bars.left, y: bars.top, width, height: Math.min(height, 370) };
}

/** Closes the side bar, and returns the area of the panel that contains an element. */
async function panelArea(page: Page, selector: string): Promise<Area> {
  const sideBar = page.locator('.part.sidebar');
  await actUntilGone(page, sideBar, () => runCommand(page, 'View: Toggle Primary Side Bar Visibility'));
  await (await frameWith(page, selector)).locator(selector).first().waitFor();
  await page.mouse.move(0, 0);
  return await areaOf(page.locator('.part.editor .editor-container').first());
}

async function areaOf(element: Locator): Promise<Area> {
  return (await element.boundingBox())!;
}

async function showExperiment(page: Page): Promise<Area> {
  await showDemo(page);
  await openRow(page, 'Experiments', learningRates[0]);
  return await panelArea(page, '[data-series]');
}

async function showComparison(page: Page): Promise<Area> {
  await showDemo(page);
  const [first, second] = learningRates.map((name) => row(page, 'Experiments', name));
  await retry(page, 'select two experiments', async () => {
    await first!.click(shortTimeout);
    await second!.click({ modifiers: ['Control'], ...shortTimeout });
  });
  await chooseFromMenu(page, second!, 'Compare Experiments', activeTab(page, 'digits'));
  const area = await panelArea(page, '.tl-compare td');
  const comparison = (await frameWith(page, '.tl-compare')).locator('.tl-compare');
  await comparison.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  return { ...area, height: Math.min(area.height, 340) };
}

async function showMistake(page: Page): Promise<Area> {
  await showDemo(page);
  const question = quickInputAsking(page, 'Run Query (2/2)');
  await chooseFromMenu(page, row(page, 'Experiments', 'digits'), 'Run Query', question);
  await (await quickInputWith(page, 'digits')).fill('(Metric("val_accuracy") > 0.97) and Tag("mlp")');
  await question.getByText('write &').waitFor();
  return await areaOf(question);
}

async function showSignIn(page: Page): Promise<Area> {
  await runCommand(page, 'Tracklens: Sign In');
  await answer(page, 'Address of the service', 'https://tracking.example');
  await (await quickInputWith(page, 'API key for')).fill('0123456789012345');
  return await areaOf(quickInputAsking(page, 'API key for'));
}

const trainingScript = `
import time
from comet_ml import Experiment

experiment = Experiment(workspace="local", project_name="my-project")
experiment.set_name("first-run")
for step in range(1000):
    experiment.log_metric("loss", 1 / (step + 1), step=step)
    time.sleep(0.2)
`;

/** Returns the options of an editor whose terminals have a short prompt and the Python with the SDK. */
async function trainingOptions(): Promise<WorkbenchOptions> {
  const { python } = await pythonEnvironment();
  const env = {
    PATH: `${path.dirname(python)}:${process.env.PATH}`,
    PS1: '$ ',
    // Only errors, without the summary at the end.
    COMET_LOGGING_CONSOLE: 'error',
  };
  const settings = {
    'terminal.integrated.env.linux': env,
    'terminal.integrated.profiles.linux': { sh: { path: '/bin/sh' } },
    'terminal.integrated.defaultProfile.linux': 'sh',
  };
  return { settings, files: { 'train.py': trainingScript } };
}

async function showTraining(page: Page): Promise<Area> {
  await showSideBar(page);
  const place = page.locator('.quick-input-list .monaco-list-row', { hasText: 'For all my work' });
  await actUntil(page, place, () =>
    pane(page, 'Experiments').getByRole('button', { name: 'Start Local Service' }).click(shortTimeout),
  );
  await choose(page, 'For all my work');
  const question = await notificationWith(page, 'Scripts in new terminals log to the local service');
  await pressButton(page, question, 'Yes');
  await runCommand(page, 'Terminal: Create New Terminal');
  const terminal = page.locator('.terminal-wrapper.active .xterm');
  await retry(page, 'type in the terminal', async () => {
    await terminal.click(shortTimeout);
    await page.locator('.terminal-wrapper.active .xterm.focus').waitFor(shortTimeout);
  });
  await terminal.getByText('$', { exact: true }).waitFor();
  await page.keyboard.insertText('python train.py');
  await page.keyboard.press('Enter');
  await expand(page, 'Experiments', 'local');
  await expand(page, 'Experiments', 'my-project');
  await row(page, 'Experiments', 'first-run').waitFor();
  const { width, height } = page.viewportSize()!;
  return { x: 0, y: bars.top, width, height: height - bars.top };
}

const steps: Readonly<Record<string, Step>> = {
  demo: { width: 860, height: 760, show: showTree },
  browse: { width: 560, height: 520, show: showExperiment },
  compare: { width: 700, height: 760, show: showComparison },
  query: { width: 560, height: 480, show: showMistake },
  local: { width: 640, height: 480, options: trainingOptions, show: showTraining },
  connect: { width: 560, height: 480, show: showSignIn },
};

/** Images of the steps of the walkthrough, by their path. */
export const walkthroughScreens: Readonly<Record<string, Screen>> = Object.fromEntries(
  Object.entries(steps).map(([id, step]) => [`packages/vscode-ext/walkthrough/${id}.webp`, stepScreen(step)]),
);
