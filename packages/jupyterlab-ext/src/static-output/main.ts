import { createInterface } from 'node:readline';
import { outputOf } from './output.ts';
import { failureOf } from './request.ts';

/*
 * Program that makes the outputs of `display` in Python. It reads one JSON request on each line of standard input and
 * writes one JSON response on each line of standard output, in the same order. It ends with its parent, when standard
 * input closes. The API key is part of a request, so that no list of processes shows it.
 */
/** Replaces unpaired surrogates, which a notebook cannot store. */
const wellFormed = (json: string) => json.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '\ufffd');

for await (const line of createInterface({ input: process.stdin })) {
  let response: object;
  try {
    response = { bundle: await outputOf(JSON.parse(line)) };
  } catch (error) {
    response = { error: failureOf(error) };
  }
  process.stdout.write(`${wellFormed(JSON.stringify(response))}\n`);
}
