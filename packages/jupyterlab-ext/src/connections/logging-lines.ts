import { Clipboard, Dialog, showDialog } from '@jupyterlab/apputils';
import { Widget } from '@lumino/widgets';
import type { Tracklens } from '../tokens.ts';

/** Lines that log a first experiment. */
const lines = `# pip install comet_ml
import comet_ml

experiment = comet_ml.Experiment(project_name="first")
experiment.log_parameters({"lr": 0.01})
for step in range(100):
    experiment.log_metric("loss", 1 / (step + 1), step=step)
experiment.end()`;

/** Lines that log an experiment, with a button that copies them. */
export class LoggingLines extends Widget {
  constructor({ translate }: Tracklens) {
    super();
    this.addClass('jp-TracklensLines');
    const text = document.createElement('p');
    text.textContent = translate(
      'Run these lines in a notebook. New kernels and terminals of this JupyterLab find the active connection; shut down a kernel that is older.',
    );
    const code = document.createElement('pre');
    code.tabIndex = 0;
    code.textContent = lines;
    const copy = document.createElement('button');
    copy.className = 'jp-mod-styled';
    copy.textContent = translate('Copy');
    copy.addEventListener('click', () => {
      Clipboard.copyToSystem(lines);
      copy.textContent = translate('Copied');
    });
    this.node.append(text, code, copy);
  }
}

/** Shows how to log an experiment. */
export async function showLoggingLines(tracklens: Tracklens): Promise<void> {
  await showDialog({
    title: tracklens.translate('How to Log'),
    body: new LoggingLines(tracklens),
    buttons: [Dialog.okButton({ label: tracklens.translate('Close') })],
  });
}
