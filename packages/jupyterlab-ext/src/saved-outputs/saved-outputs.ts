import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { SavedOutput } from './saved-output.ts';

type Model = IRenderMime.IMimeModel;

/** Saved forms of the live outputs, by their models: all views of an output share one. */
export class SavedOutputs {
  readonly #outputs = new WeakMap<Model, SavedOutput>();
  readonly #notebooks = new Set<NotebookPanel>();
  readonly #pollMillis: () => number;

  constructor(pollMillis: () => number) {
    this.#pollMillis = pollMillis;
    NotebookActions.executed.connect((_sender, { notebook }) => {
      for (const output of this.#outputsOf(notebook.model)) void output.executed();
    });
  }

  /** Follows a notebook: its outputs are written before it is saved. */
  add(panel: NotebookPanel): void {
    this.#notebooks.add(panel);
    panel.disposed.connect(() => this.#notebooks.delete(panel));
    panel.context.saveState.connect((_context, state) => {
      if (state !== 'started' || !isWritable(panel)) return;
      for (const output of this.#outputsOf(panel.model)) output.write();
    });
  }

  /** Returns the saved form of an output. */
  of(model: Model): SavedOutput {
    const known = this.#outputs.get(model);
    if (known !== undefined) return known;
    const output = new SavedOutput(model, {
      pollMillis: this.#pollMillis,
      write: () => {
        if (this.#canWrite(model)) output.write();
      },
    });
    this.#outputs.set(model, output);
    return output;
  }

  /** Whether a notebook contains the output and can be changed. An output may have been cleared or replaced. */
  #canWrite(model: Model): boolean {
    return [...this.#notebooks].some((panel) => isWritable(panel) && modelsOf(panel.model).includes(model));
  }

  #outputsOf(notebook: NotebookPanel['model']): SavedOutput[] {
    return modelsOf(notebook).flatMap((model) => this.#outputs.get(model) ?? []);
  }
}

function isWritable({ context, model }: NotebookPanel): boolean {
  return model !== null && !model.readOnly && context.contentsModel?.writable !== false;
}

/** List of outputs that a code cell has. */
interface OutputList {
  readonly length: number;
  get(index: number): Model;
}

/** Returns the models of all outputs of a notebook. */
function modelsOf(notebook: NotebookPanel['model']): Model[] {
  return [...(notebook?.cells ?? [])].flatMap((cell) => {
    const { outputs } = cell as { readonly outputs?: OutputList };
    return outputs === undefined ? [] : Array.from({ length: outputs.length }, (_, index) => outputs.get(index));
  });
}
