import { createInterface } from 'node:readline';
import { failureOf, readRequest } from './request.ts';

/*
 * Program that the Python package runs: it makes the outputs of `display`, compiles queries and reads recordings. It
 * reads one JSON request on each line of standard input and writes one JSON response on each line of standard output,
 * in the same order. It ends with its parent, when standard input closes, and after the idle time of its argument in
 * seconds. The API key is part of a request, so that no list of processes shows it.
 */

/** Replaces unpaired surrogates, which a notebook cannot store. */
const wellFormed = (json: string) =>
  json.includes('\\ud') ? json.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '\ufffd') : json;

/** Modules of the usual request. They are loaded while the first request is on its way. */
const output = import('./view-output.ts');

async function resultOf(given: unknown): Promise<unknown> {
  const request = readRequest(given);
  if (request.kind === 'query') return (await import('./compiled-query.ts')).compiledQuery(request);
  if (request.kind === 'recording')
    return await (await import('./recorded-experiments.ts')).recordedExperiments(request);
  return await (await output).viewOutput(request);
}

/** Makes a sample output when no request comes soon: its code then runs faster for the first request. */
const warmUp = setTimeout(async () => {
  const { sampleOutput } = await import('./sample-output.ts');
  await sampleOutput();
}, 200);

/** Ends this process, which the parent starts again for its next request. */
const idleMillis = Number(process.argv[2] ?? 600) * 1000;
const endWhenIdle = () => setTimeout(() => process.exit(), idleMillis).unref();
let idle = endWhenIdle();

for await (const line of createInterface({ input: process.stdin })) {
  clearTimeout(warmUp);
  clearTimeout(idle);
  let response: object;
  try {
    response = { result: await resultOf(JSON.parse(line)) };
  } catch (error) {
    response = { error: failureOf(error) };
  }
  process.stdout.write(`${wellFormed(JSON.stringify(response))}\n`);
  idle = endWhenIdle();
}
