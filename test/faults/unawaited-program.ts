// Logs points without awaiting them and ends as its argument says. Started by unawaited-logging.test.ts.
import { API, APIExperiment } from '@tracklens/core';

const [url, apiKey, previousExperiment, points, ending] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const experiment = new APIExperiment({ api: new API({ url, apiKey }), previousExperiment });
for (let step = 0; step < Number(points); step++) void experiment.logMetric('loss', step / 3, { step });
if (ending === 'exits') {
  await experiment.end();
  process.exit(0);
}
