import { environmentCommands } from '@tracklens/core/contract';
import type { ReactElement } from 'react';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { usePage } from './page-context.ts';

const script = `import comet_ml

experiment = comet_ml.Experiment(project_name="first")
for step in range(100):
    experiment.log_metric("loss", 1 / (1 + step), step=step)
experiment.end()
`;

/** Instructions for logging a first run to this service: its address, its key file and a script. */
export function FirstRun(): ReactElement {
  const t = useTranslate();
  const { settings, serving } = usePage();
  const { shell, apiKeyFile } = settings;
  return (
    <ol className="tl-page-steps">
      {serving.isBehindJupyter ? (
        <li>
          <p>{t('Open a new notebook or terminal in JupyterLab: it finds this service without a key.')}</p>
        </li>
      ) : (
        <li>
          <p>
            {shell === 'powershell'
              ? t('In the PowerShell where you train, set the address and the key of this service:')
              : t('In the terminal where you train, set the address and the key of this service:')}
          </p>
          <Snippet text={environmentCommands(shell, location.origin, apiKeyFile)} />
        </li>
      )}
      <li>
        <p>{t('Log with the comet_ml package (pip install comet_ml), for example from first.py:')}</p>
        <Snippet text={script} />
      </li>
      <li>
        <p>{t('Run it with python first.py. The experiment appears here automatically.')}</p>
      </li>
    </ol>
  );
}

function Snippet({ text }: { readonly text: string }): ReactElement {
  const t = useTranslate();
  const { host } = usePage();
  return (
    <div className="tl-page-snippet">
      <CodeBlock text={text} />
      <CopyButton text={text} label={t('Copy')} onFailure={host.report} />
    </div>
  );
}
