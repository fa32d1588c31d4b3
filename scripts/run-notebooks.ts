import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './command.ts';
import { inCache, inRoot } from './folders.ts';
import { denoKernel } from './jupyter-server.ts';
import { step } from './progress.ts';
import { buildForJupyter, installedWheel, startLocalService } from './setup.ts';

// Usage: node scripts/run.mjs run-notebooks. Runs the notebooks of examples against the recorded sweep and saves them
// with their outputs, so that their charts are visible in every notebook viewer.

/** Fields of a notebook file that are changed. */
interface Notebook {
  cells: { metadata: Record<string, unknown> }[];
}

const notebooks = ['demo.ipynb', 'demo-typescript.ipynb'];

await buildForJupyter();
const { python, env } = await installedWheel();
const data = inCache('run-notebooks', 'data');
await denoKernel(data);
const serviceData = inCache('run-notebooks', 'service');
await rm(serviceData, { recursive: true, force: true });
const service = await startLocalService(serviceData, { demo: true });
try {
  for (const notebook of notebooks) {
    const file = inRoot('examples', notebook);
    await step(notebook, () =>
      run(python, ['-m', 'nbconvert', '--to', 'notebook', '--execute', '--inplace', file], {
        cwd: path.dirname(file),
        env: {
          ...env,
          ...service.env,
          SERVICE_WORKSPACE: 'demo',
          SERVICE_PROJECT_NAME: 'digits',
          JUPYTER_DATA_DIR: data,
          IPYTHONDIR: inCache('run-notebooks', 'ipython'),
        },
      }),
    );
    await tidy(file, service.env.SERVICE_API_KEY!);
  }
} finally {
  await service.stop();
}

/** Removes what changes with every run, and asserts that no output contains the key. */
async function tidy(file: string, apiKey: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (text.includes(apiKey)) throw new Error(`${file} contains the API key: not saved as an example.`);
  const notebook = JSON.parse(text) as Notebook;
  for (const cell of notebook.cells) delete cell.metadata.execution;
  await writeFile(file, `${withDataOnOneLine(notebook)}\n`);
}

/**
 * Serializes the notebook with indentation, except for JSON inside outputs, which would add thousands of lines of
 * numbers.
 */
function withDataOnOneLine(notebook: Notebook): string {
  const values: string[] = [];
  const text = JSON.stringify(
    notebook,
    (name, value: unknown) => {
      if (!name.endsWith('+json')) return value;
      values.push(JSON.stringify(value));
      return `value ${values.length - 1}`;
    },
    1,
  );
  return text.replace(/"value (\d+)"/g, (_, index: string) => values[Number(index)]!);
}
