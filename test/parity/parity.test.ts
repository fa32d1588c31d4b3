import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { readSignature, specOperations } from '../contract/spec-operations.ts';
import { client } from './client.ts';
import { differencesOf, readDifferences } from './comparison.ts';
import { differences } from './differences.ts';
import { modelOperations } from './model-operations.ts';
import { apiKey, otherKey } from './recorded-service.ts';
import { sdk } from './sdk.ts';
import { type Result, startSide } from './side.ts';
import { nameOf, type Operation, operationOf } from './step.ts';
import { leftOut } from './steps/beyond.ts';
import { areas } from './steps/index.ts';

/** Files that both sides upload. */
const files = {
  'a.txt': 'a file\n',
  'sound.wav': 'sound',
  'data.json': '{"a": [1, 2]}',
  'pixels.png': 'pixels',
  'clip.mp4': 'clip',
  'kept.csv': 'a,b\n',
  'train.py': 'print("train")\n',
  'change.diff': '--- a\n+++ b\n',
  'ü & ☃.txt': 'odd\n',
};

const operations = Object.values(areas)
  .flat()
  .filter((step) => step.kind === 'operation');

/** Operations of the interface, such as `API.get_projects`, with the names of their arguments. */
const interfaceOperations = [...specOperations, ...modelOperations].map(({ on, signature }) => {
  const { name, args } = readSignature(signature);
  return { name: `${on}.${name}`, args };
});

const takenAs = (step: Operation) => `${step.class}.${step.operation}`;

test('every operation of the interface is carried out, with each of its arguments', () => {
  const missing = interfaceOperations.flatMap(({ name, args }) => {
    const taken = operations.filter((step) => takenAs(step) === name);
    if (taken.length === 0) return [name];
    const unused = args.filter(
      (argument) => argument.kind !== 'rest' && !taken.some((step) => argument.name in step.args),
    );
    return unused.map((argument) => `${name}: ${argument.name}`);
  });
  assert.deepEqual(missing, []);
});

/** Expected warnings of the SDK: deprecations, and arguments that steps get wrong on purpose. */
const ofTheCaller =
  /deprecated|field is ignored|must have non empty value|failed to read file '.*(absent)?'|filename must end with/i;

/** Operations whose result was written before. */
const reading = /^(get|gen|query|search|download|find|to_json|model_registry|tags$|status$|url$|name$|key$|id$)/;

test('for every operation that reads, the expected result is known', () => {
  const known = new Set(operations.filter((step) => step.reads !== undefined).map(takenAs));
  const unknown = operations.filter((step) => reading.test(step.operation) && !known.has(takenAs(step)));
  assert.deepEqual([...new Set(unknown.map(takenAs))], []);
});

test('step names are unique', () => {
  const names = operations.map(nameOf);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

/** Rows of the table that were found, each as its index, an entry of `of` and a line of `found`. */
const met = new Set<string>();

/** Returns the rows that cover a difference of a step. */
function rowsFor(step: Operation, line: string): number[] {
  return differences.flatMap(({ of, found }, index) => {
    const entries = of.filter((entry) => entry === operationOf(step) || entry === nameOf(step));
    if (entries.length === 0 || !found.includes(line)) return [];
    for (const entry of entries) met.add(`${index} of ${entry}`);
    met.add(`${index} found ${line}`);
    return [index];
  });
}

const hasKey = (text: string) => text.includes(apiKey) || text.includes(otherKey);

/** Returns the differences between what a side read and what was written. */
function misread(step: Operation, who: 'the SDK' | 'the client', { outcome }: Result): string[] {
  const written = who === 'the client' && step.readsHere !== undefined ? step.readsHere : step.reads;
  if (written === undefined) return [];
  const found = outcome.error === undefined ? readDifferences(outcome.answer, written) : [outcome.message ?? 'failed'];
  return found.map((line) => `${nameOf(step)}, by ${who}: ${line}`);
}

test('the real SDK and the client do the same, except for the listed differences', async (t) => {
  const folder = await temporaryFolder(t);
  const shared = join(folder, 'files');
  await mkdir(shared);
  for (const [name, content] of Object.entries(files)) await writeFile(join(shared, name), content);
  const theirs = await startSide(join(folder, 'sdk'), shared, sdk);
  cleanup(t).defer(() => theirs.close());
  const ours = await startSide(join(folder, 'client'), shared, client);
  cleanup(t).defer(() => ours.close());

  for (const [area, steps] of Object.entries(areas)) {
    await t.test(area, async (t) => {
      const unlisted: string[] = [];
      const misreadLines: string[] = [];
      const leaks: string[] = [];
      for (const step of steps) {
        const bySdk = await theirs.take(step);
        const byClient = step.kind === 'operation' && step.onlySdk ? null : await ours.take(step);
        if (step.kind === 'fixture' || bySdk === null) continue;
        const name = nameOf(step);
        misreadLines.push(...misread(step, 'the SDK', bySdk));
        if (byClient === null) continue;
        misreadLines.push(...misread(step, 'the client', byClient));
        for (const line of differencesOf(bySdk, byClient)) {
          const rows = rowsFor(step, line);
          if (rows.length !== 1) unlisted.push(`${name} | ${line}${rows.length > 1 ? ' (in more than one row)' : ''}`);
        }
        for (const { authorization, ...sent } of byClient.requests) {
          const key = step.on === 'stranger' ? otherKey : apiKey;
          if (authorization !== key || hasKey(JSON.stringify(sent))) leaks.push(`${name}: ${sent.line}`);
        }
        if (hasKey(JSON.stringify(byClient.outcome))) leaks.push(`${name}: its answer or error`);
      }
      await t.test('no unlisted difference', () => assert.deepEqual(unlisted, []));
      await t.test('what was written is read back', () => assert.deepEqual(misreadLines, []));
      await t.test('the key is sent in its header only', () => assert.deepEqual(leaks, []));
    });
  }
  await t.test('every member of the SDK is covered, or excluded for a reason', async () => {
    const names = await theirs.performer.names();
    const known = new Set([...operations.map(takenAs), ...Object.keys(leftOut)]);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
    assert.deepEqual(
      Object.keys(leftOut).filter((name) => !names.includes(name)),
      [],
    );
  });
  await t.test('the SDK logs only the expected warnings', async () => {
    const warnings = await theirs.performer.warnings();
    assert.deepEqual(
      warnings.filter((warning) => !ofTheCaller.test(warning)),
      [],
    );
  });
  await t.test('every listed difference occurs', () => {
    const all = differences.flatMap(({ of, found }, index) => [
      ...of.map((entry) => `${index} of ${entry}`),
      ...found.map((line) => `${index} found ${line}`),
    ]);
    assert.deepEqual(
      all.filter((one) => !met.has(one)),
      [],
    );
  });
});
