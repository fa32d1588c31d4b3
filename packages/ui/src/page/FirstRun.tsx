import type { ReactElement } from 'react';
import { CodeBlock } from '../parts/CodeBlock.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { usePage } from './page-context.ts';

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

const script = `import comet_ml

experiment = comet_ml.Experiment(project_name="first")
for step in range(100):
    experiment.log_metric("loss", 1 / (1 + step), step=step)
experiment.end()
`;

/** How a first run is logged to this service: its address, and the file of its key. */
export function FirstRun(): ReactElement {
  const { t, settings } = usePage();
  const keyFile = settings.apiKeyFile;
  const environment = [
    `export COMET_URL_OVERRIDE=${location.origin}/clientlib/`,
    `export COMET_API_KEY="$(cat ${keyFile === null ? 'FILE_OF_THE_KEY' : quoted(keyFile)})"`,
    '',
  ].join('\n');
  return (
    <ol className="tl-page-steps">
      <li>
        <p>{t('In the terminal where you train, say where this service is:')}</p>
        <Snippet text={environment} />
      </li>
      <li>
        <p>{t('Log with the comet_ml package (pip install comet_ml), for example from first.py:')}</p>
        <Snippet text={script} />
      </li>
      <li>
        <p>{t('Run it with python first.py. The experiment appears here by itself.')}</p>
      </li>
    </ol>
  );
}

function Snippet({ text }: { readonly text: string }): ReactElement {
  const { t, host } = usePage();
  return (
    <div className="tl-page-snippet">
      <CodeBlock text={text} />
      <CopyButton text={text} label={t('Copy')} t={t} onFailure={host.report} />
    </div>
  );
}
