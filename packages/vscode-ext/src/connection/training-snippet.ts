import { environmentStatements } from '@tracklens/core/contract';

/**
 * Returns Python lines that log a script to a service. The key is read from the key file of a local service; else the
 * script asks for it. The lines contain no key.
 */
export function trainingSnippet(url: string, apiKeyFile: string | null): string {
  return `${apiKeyFile === null ? promptStatements(url) : environmentStatements(url, apiKeyFile)}
from comet_ml import Experiment

experiment = Experiment(project_name="my-project")
experiment.log_parameter("learning_rate", 0.01)
for step in range(10):
    experiment.log_metric("loss", 0.9**step, step=step)
experiment.end()
`;
}

function promptStatements(url: string): string {
  return `import getpass, os
os.environ["COMET_URL_OVERRIDE"] = ${JSON.stringify(`${url}/clientlib/`)}
os.environ["COMET_API_KEY"] = os.environ.get("COMET_API_KEY") or getpass.getpass("API key: ")
`;
}
