import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import { inRoot } from '../../scripts/folders.ts';
import { seriesCounts } from './drawn-charts.ts';
import type { JupyterSession } from './jupyter-session.ts';
import { savedOutputs, writeNotebook } from './notebook-file.ts';
import { type SeededService, secretKey } from './seeded-service.ts';
import { sharedLab } from './shared-lab.ts';

describe('a TypeScript cell on the Deno kernel', () => {
  const stack = suiteCleanup();
  let service: SeededService;
  let session: JupyterSession;

  before(async () => {
    ({ service, session } = await sharedLab(stack));
    await symlink(inRoot('node_modules'), path.join(session.notebookFolder, 'node_modules'));
    // As in a user's project: the package is a dependency, installed next to the notebook.
    const project = { private: true, type: 'module', dependencies: { '@tracklens/core': '*' } };
    await writeFile(path.join(session.notebookFolder, 'package.json'), JSON.stringify(project));
    await writeNotebook(
      path.join(session.notebookFolder, 'display.ipynb'),
      [
        [
          "import { API } from '@tracklens/core';",
          `const experiment = await new API().getExperimentByKey('${service.keys[1]}');`,
          "await experiment.display({ tab: 'charts' });",
        ].join('\n'),
      ],
      'typescript',
    );
    await session.open('display.ipynb');
  });

  test('experiment.display draws the same view as a Python cell', async () => {
    await session.runAll();
    assert.deepEqual(await seriesCounts(session.output(0)), [1, 1]);
    await session.screenshot('lab-deno');
  });

  test('its output is the same bundle', async () => {
    await session.save();
    const [outputs] = await savedOutputs(path.join(session.notebookFolder, 'display.ipynb'));
    const data = outputs?.find((output) => output.data)?.data ?? {};
    assert.deepEqual(Object.keys(data).sort(), ['application/vnd.tracklens.view.v1+json', 'text/html', 'text/plain']);
    assert.match([data['text/html']].flat().join(''), /src="data:image\/svg\+xml;base64,/);
    assert.equal((await session.everything()).includes(secretKey), false);
  });
});
