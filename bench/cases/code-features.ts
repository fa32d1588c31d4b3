import { readCode } from '../../packages/vscode-ext/src/code/read-code.ts';
import type { Outcome } from '../goal.ts';
import { sideBySide } from '../side-by-side.ts';

const lines = 5_000;

/** Part of a training script, repeated until the file has its lines. */
const part = (experimentKey: string) => [
  'import comet_ml',
  `# Continues team/vision/${experimentKey}`,
  'def train(model: Model, batches: list[Batch], rate: float = 0.1) -> float:',
  '    """Train a model on batches and return the loss of the last one."""',
  '    experiment = comet_ml.start(workspace="team", project_name="vision")',
  '    for step, (inputs, labels) in enumerate(batches, start=1):',
  "        print(f'step {step}', {'loss': loss, 'rate': rate}, end='')",
  '        experiment.log_metric("loss", float(loss), step=step)',
  `    base = comet_ml.APIExperiment(previous_experiment="${experimentKey}")`,
  '    return loss  # of the last step',
];
const partLines = part('').length;

/** Returns a training script of 5,000 lines. */
export function trainingFile(experimentKey: string): string {
  return Array.from({ length: lines / partLines }, () => part(experimentKey))
    .flat()
    .join('\n');
}

const text = trainingFile('0123456789abcdef'.repeat(2));

/** What features without a parser would find: each key and address, also in code, and each call. */
const plainScan = /[A-Za-z0-9]{32,50}|https?:\/\/\S+|(?:Experiment|start|get_model|log_metric)\s*\([^)]*\)/g;

function timed(run: () => number) {
  return async () => {
    const start = performance.now();
    const found = run();
    const wallMillis = performance.now() - start;
    if (found < lines / partLines) throw new Error(`Found only ${found} references`);
    return { wallMillis };
  };
}

/** Time to read a Python file of 5,000 lines for the features in code, against a plain regular expression. */
export async function codeFeatures(): Promise<Outcome[]> {
  const comparison = await sideBySide(
    { name: 'strings, comments, calls and references', run: timed(() => readCode(text, 'python').references.length) },
    { name: 'one regular expression', run: timed(() => text.match(plainScan)?.length ?? 0) },
    { rounds: 15, warmUps: 3 },
  );
  const work = 'a Python file of 5,000 lines is read for links, hovers and code lenses';
  return [
    { work, comparison, atLeast: 1 / 10 },
    { work, quantity: 'time', unit: 'ms', values: comparison.oursMillis, limit: 50 },
  ];
}
