import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { buildNodeProgram } from '../../packages/jupyterlab-ext/build.ts';
import { inRoot } from '../../scripts/folders.ts';
import { type LocalService, pythonEnvironment, startLocalService } from '../../scripts/setup.ts';

/*
 * The Python package as a library: its data, the arguments of `display` and its types, with the real SDK, data frame
 * libraries and service.
 */

const packageFolder = inRoot('packages', 'jupyterlab-ext');

/** Script of a user, as strict as mypy can be about it. */
const script = `
from datetime import datetime

import tracklens
from tracklens import ExperimentList, Metric, Tab, Tag

tab: Tab = "charts"
found: ExperimentList = tracklens.query("demo", "digits", (Metric("val_loss") < 0.5) & ~Tag("too-fast"))
for experiment in found:
    started: datetime | None = experiment.start_time
    rate = experiment.parameters["learning_rate"]
    print(experiment.name, experiment.state == "finished", started, rate, experiment.summaries["val_loss"].min + 1.0)
    for point in experiment.metrics(["val_loss"]):
        print(point.step, point.value * 2)
frame = found.to_pandas(form="wide", summary="min")
points = found.metrics("val_loss", full=False).to_polars("wide")
with tracklens.connect("http://127.0.0.1:8080", "key") as connection:
    names: list[str] = connection.workspaces()
view = tracklens.display(found[0], tab=tab, height=300)
tracklens.display(list(found[:3]), metrics=["val_loss"])
try:
    tracklens.experiment("demo/digits/none")
except tracklens.NotFound as error:
    print(error.remedy)
`;

const mistakes = `
import tracklens

tracklens.display("key", tab="chats")
tracklens.experiments("demo", "digits").to_pandas(form="tall")
tracklens.experiment(5)
tracklens.experiments("demo", "digits")[0].stat
`;

describe('the Python package as a library', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let folder: string;
  let service: LocalService;

  before(async () => {
    folder = await temporaryFolder(stack);
    await buildNodeProgram();
    service = await startLocalService(path.join(folder, 'data'), { demo: true });
    stack.defer(() => service.stop());
  });

  async function python(args: readonly string[]) {
    const { python: program, env } = await pythonEnvironment();
    const own = { PYTHONPATH: packageFolder, PYTHONDONTWRITEBYTECODE: '1', COMET_ERROR_TRACKING_ENABLE: 'false' };
    return await promisify(execFile)(program, args, {
      cwd: folder,
      env: { ...env, ...service.env, ...own, HOME: folder, IPYTHONDIR: path.join(folder, 'ipython') },
    }).catch((error: { stdout: string; stderr: string }) => error);
  }

  test('data, queries, references and display with a real service', async () => {
    const tests = path.join(packageFolder, 'python-tests', 'service');
    const { stderr } = await python(['-m', 'unittest', 'discover', '-s', tests]);
    assert.match(stderr, /Ran \d\d tests in .*\n\nOK/, stderr);
  });

  test('mypy accepts the package and the script of a user, and finds mistakes in one', async () => {
    await writeFile(path.join(folder, 'script.py'), script);
    await writeFile(path.join(folder, 'mistakes.py'), mistakes);
    const mypy = ['-m', 'mypy', '--strict', '--ignore-missing-imports', '--python-version', '3.10', '--no-pretty'];
    const right = await python([...mypy, path.join(packageFolder, 'tracklens'), 'script.py']);
    assert.match(right.stdout, /^Success: no issues found in \d+ source files/, right.stdout);
    const wrong = await python([...mypy, 'mistakes.py']);
    const lines = [...wrong.stdout.matchAll(/^mistakes\.py:(\d+): error/gm)].map(([, line]) => Number(line));
    assert.deepEqual([...new Set(lines)], [4, 5, 6, 7], wrong.stdout);
  });
});
