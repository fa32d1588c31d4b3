// Starts a run and ends as its argument says. Started by run-lifecycle.test.ts.
import { API, APIExperiment } from '@tracklens/core';

const [url, apiKey, ending] = process.argv.slice(2) as [string, string, string];
const options = { api: new API({ url, apiKey }), workspace: 'lab', projectName: 'runs' };

/** Reports the key of the experiment to the test. */
function started({ key }: APIExperiment): void {
  process.send!(key);
  process.disconnect();
}

async function useAndThrow(): Promise<void> {
  await using run = await APIExperiment.create(options);
  started(run);
  await run.logMetric('loss', 1);
  throw new Error('diverged');
}

if (ending === 'throws in a block') await useAndThrow();
const run = await APIExperiment.create(options);
started(run);
void run.logMetric('loss', 1, { step: 0 });
switch (ending) {
  case 'returns':
    break;
  case 'ends':
    await run.end();
    break;
  case 'throws':
    setTimeout(() => {
      throw new TypeError('diverged');
    }, 100);
    break;
  case 'rejects':
    void Promise.reject(new Error('diverged'));
    break;
  case 'handles the error':
    process.on('uncaughtException', () => {});
    setTimeout(() => {
      throw new Error('ignored');
    }, 50);
    break;
  case 'exits':
    await run.logMetric('loss', 2, { step: 1 });
    process.exit(0);
    break;
  case 'fails':
    process.exit(7);
    break;
  case 'sets the state':
    await run.setState('crashed');
    await run.end();
    break;
  case 'handles the signal':
    process.on('SIGTERM', () => void run.end().then(() => process.exit(0)));
    setInterval(() => {}, 1000);
    break;
  default:
    setInterval(() => {}, 1000);
}
