// A second service on the database and folder of a test, in a worker thread: deletes the experiments named in
// messages.
import { parentPort, workerData } from 'node:worker_threads';
import { openStore, type StoreOptions } from '../store/open-store.ts';
import { removeExperiments } from '../store/removal/experiment-removal.ts';

const store = await openStore(workerData as StoreOptions);
parentPort!.on('message', async (experimentKey: string) => {
  await removeExperiments(store, [experimentKey]);
  parentPort!.postMessage(experimentKey);
});
parentPort!.postMessage('ready');
