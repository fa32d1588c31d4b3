import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { viewMimeType } from '@tracklens/core/display';
import { outputsOf } from './cell-outputs.ts';
import { SavedOutput } from './saved-output.ts';
import { isWritingPage, type SharedPages, stateFollowing } from './writing-page.ts';

type Model = IRenderMime.IMimeModel;

/** Saved forms of the live outputs, by their models: all views of an output share one. */
export class SavedOutputs {
  readonly #outputs = new WeakMap<Model, SavedOutput>();
  readonly #notebooks = new Set<NotebookPanel>();
  /** Cells that ran in this session. */
  readonly #executedCells = new WeakSet<CellModel>();
  readonly #pollMillis: () => number;

  constructor(pollMillis: () => number) {
    this.#pollMillis = pollMillis;
    NotebookActions.executionScheduled.connect((_sender, { cell }) => this.#executedCells.add(cell.model));
    NotebookActions.executed.connect((_sender, { notebook }) => {
      for (const output of this.#outputsOf(notebook.model)) void output.executed();
    });
  }

  /** Follows a notebook: its outputs are written before it is saved. */
  add(panel: NotebookPanel): void {
    this.#notebooks.add(panel);
    panel.disposed.connect(() => this.#notebooks.delete(panel));
    panel.context.saveState.connect((_context, state) => {
      if (state !== 'started') return;
      for (const model of modelsOf(panel.model)) if (isWritable(panel, model)) this.#outputs.get(model)?.write();
    });
  }

  /** Returns the saved form of an output. */
  of(model: Model): SavedOutput {
    const known = this.#outputs.get(model);
    if (known !== undefined) return known;
    const output = new SavedOutput(model, {
      pollMillis: this.#pollMillis,
      isOfSession: () =>
        this.#notebooksOf(model).some((panel) => {
          const cell = cellsOf(panel.model).find((one) => outputsOf(one).some((output) => output === model));
          return cell !== undefined && this.#executedCells.has(cell);
        }),
      write: () => {
        if (this.#notebooksOf(model).some((panel) => isWritable(panel, model))) output.write();
      },
      follow: () => {
        for (const panel of this.#notebooksOf(model)) stateFollowing(pagesOf(panel), outputName(model));
      },
    });
    this.#outputs.set(model, output);
    return output;
  }

  /** Returns the notebooks that contain an output. It may have been cleared or replaced. */
  #notebooksOf(model: Model): NotebookPanel[] {
    return [...this.#notebooks].filter((panel) => modelsOf(panel.model).includes(model));
  }

  #outputsOf(notebook: NotebookPanel['model']): SavedOutput[] {
    return modelsOf(notebook).flatMap((model) => this.#outputs.get(model) ?? []);
  }
}

function isWritable(panel: NotebookPanel, output: Model): boolean {
  const { context, model } = panel;
  if (model === null || model.readOnly || context.contentsModel?.writable === false) return false;
  return isWritingPage(pagesOf(panel), outputName(output));
}

/** Returns the pages that share a notebook; undefined for a notebook of this page alone. */
function pagesOf({ model }: NotebookPanel): SharedPages | undefined {
  return model?.collaborative ? (model.sharedModel as { readonly awareness?: SharedPages }).awareness : undefined;
}

/** Returns a name of an output that is the same in all pages: what it shows. */
function outputName({ data }: Model): string {
  return JSON.stringify((data[viewMimeType] as { readonly target?: unknown } | undefined)?.target ?? null);
}

type CellModel = Parameters<Parameters<typeof NotebookActions.executionScheduled.connect>[0]>[1]['cell']['model'];

function cellsOf(notebook: NotebookPanel['model']): CellModel[] {
  return [...(notebook?.cells ?? [])];
}

/** Returns the models of all outputs of a notebook. */
function modelsOf(notebook: NotebookPanel['model']): Model[] {
  return cellsOf(notebook).flatMap(outputsOf);
}
