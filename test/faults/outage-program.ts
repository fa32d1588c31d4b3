// Logs points while the test stops its service. Started by spool.test.ts. The parent's messages steer it: a number logs
// so many points, `end` ends the experiment, `exit` the process, `return` leaves it nothing to do, `throw` throws an
// error. With `run` as last argument it is a run of the experiment.
import { API, APIExperiment, isRestApiException } from '@tracklens/core';

const [url, apiKey, previousExperiment, spool, kind] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string?,
];
const api = new API({ url, apiKey, spool, retry: { attempts: 1 }, warn: () => {} });
const experiment =
  kind === 'run'
    ? await APIExperiment.resume(previousExperiment, { api })
    : new APIExperiment({ api, previousExperiment });
let step = 0;

async function end(): Promise<void> {
  try {
    await experiment.end({ timeoutMillis: 500 });
    process.send!('stored');
  } catch (error) {
    if (!isRestApiException(error)) throw error;
    process.send!(error.message);
  }
  process.disconnect();
}

process.on('message', (message) => {
  if (message === 'end') return void end();
  if (message === 'exit') process.exit(0);
  if (message === 'throw') {
    setImmediate(() => {
      throw new TypeError('diverged');
    });
    return;
  }
  if (message === 'return') return process.disconnect();
  for (let count = 0; count < Number(message); count++) {
    void experiment.logMetric('loss', step / 3, { step });
    void experiment.logOutput(`line ${step}\n`);
    step++;
  }
  void experiment.logParameter('steps', step);
  void experiment.addTag(`after ${step}`);
  process.send!('logged');
});
