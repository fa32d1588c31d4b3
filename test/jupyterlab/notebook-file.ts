import { readFile, writeFile } from 'node:fs/promises';

/** Cell output as stored in a notebook. */
export type SavedOutput = { readonly data?: Record<string, unknown>; readonly [name: string]: unknown };

const kernels = {
  python: {
    kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' },
    language_info: { name: 'python', version: '3.11.0', mimetype: 'text/x-python', file_extension: '.py' },
  },
  typescript: {
    kernelspec: { name: 'deno', display_name: 'TypeScript (Deno)', language: 'typescript' },
    language_info: { name: 'typescript', version: '5.0.0', mimetype: 'text/x.typescript', file_extension: '.ts' },
  },
};

/** Writes a notebook of code cells. The metadata is complete, so that opening the notebook does not change it. */
export async function writeNotebook(
  file: string,
  cells: readonly (string | { readonly source: string; readonly outputs: readonly SavedOutput[] })[],
  language: keyof typeof kernels = 'python',
): Promise<void> {
  const written = cells.map((cell, index) => {
    const { source, outputs } = typeof cell === 'string' ? { source: cell, outputs: [] } : cell;
    return {
      id: `cell-${index}`,
      cell_type: 'code',
      execution_count: outputs.length > 0 ? index + 1 : null,
      // A failing cell does not stop the others.
      metadata: { tags: ['raises-exception'] },
      source,
      outputs,
    };
  });
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata: kernels[language], cells: written };
  await writeFile(file, JSON.stringify(notebook, null, 1));
}

/** Reads the outputs of each cell of a saved notebook. */
export async function savedOutputs(file: string): Promise<SavedOutput[][]> {
  const notebook = JSON.parse(await readFile(file, 'utf8')) as { cells: { outputs?: SavedOutput[] }[] };
  return notebook.cells.map((cell) => cell.outputs ?? []);
}

/** Returns an output that displays a MIME bundle. */
export function displayOutput(data: Record<string, unknown>): SavedOutput {
  return { output_type: 'display_data', metadata: {}, data };
}
