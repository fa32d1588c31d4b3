/**
 * Mistakes of callers at every endpoint: each is accepted, or rejected with 400 and a message that names the mistake.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyEndpoint, endpoints, holdsAnyValue } from '@tracklens/core/contract';
import * as v from 'valibot';
import { type TestService, testService } from '../../packages/server/src/testing/test-service.ts';

const json = { 'content-type': 'application/json' };
const key = 'k'.repeat(32);
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

interface Field {
  readonly name: string;
  readonly schema: v.GenericSchema;
}

const unwrapped = (schema: v.GenericSchema): v.GenericSchema => {
  let inner = schema as v.GenericSchema & { wrapped?: v.GenericSchema };
  while (inner.wrapped) inner = inner.wrapped;
  return inner;
};

const fieldsOf = (entries: v.ObjectEntries): Field[] =>
  Object.entries(entries).map(([name, schema]) => ({ name, schema: schema as v.GenericSchema }));

/** Returns the fields of an endpoint's body; none for a body that is no object. */
function bodyFields(row: AnyEndpoint): Field[] {
  const schema = row.body === undefined ? undefined : unwrapped(row.body);
  return schema !== undefined && 'entries' in schema ? fieldsOf(schema.entries as v.ObjectEntries) : [];
}

const isRequired = ({ schema }: Field) => schema.type !== 'optional' && schema.type !== 'nullish';

/** Returns a valid value of a field. */
function sample({ name, schema }: Field): unknown {
  if (/^(?:experiment(?:Key|Id)|previousExperiment|copiedExperimentKey|newExperimentKey)$/.test(name)) return key;
  const inner = unwrapped(schema) as v.GenericSchema & {
    entries?: v.ObjectEntries;
    item?: v.GenericSchema;
    options?: readonly unknown[];
  };
  if (inner.entries !== undefined) return sampleOf(fieldsOf(inner.entries));
  if (inner.item !== undefined) return [sample({ name: '', schema: inner.item })];
  return ['x', 1, true, {}, ...(inner.options ?? [])].find((candidate) => v.safeParse(schema, candidate).success);
}

const sampleOf = (fields: readonly Field[]) =>
  Object.fromEntries(fields.filter(isRequired).map((field) => [field.name, sample(field)]));

interface Call {
  readonly what: string;
  readonly query?: Record<string, string>;
  readonly body?: string | FormData;
  readonly headers?: Record<string, string>;
  /** Pattern of the error message; absent if the call may also succeed. */
  readonly says?: RegExp;
}

const word = (name: string) => new RegExp(`\\b${name}\\b`);

function* mistakes(row: AnyEndpoint): Generator<Call> {
  const queryFields = fieldsOf(row.query);
  const query = Object.fromEntries(Object.entries(sampleOf(queryFields)).map(([name, value]) => [name, String(value)]));
  const fields = bodyFields(row);
  const body = sampleOf(fields);
  const sent = row.body === undefined ? {} : { body: JSON.stringify(body), headers: json };
  for (const { name, schema } of queryFields) {
    if (isRequired({ name, schema })) {
      const { [name]: _, ...rest } = query;
      yield { ...sent, what: `without ${name} in the query`, query: rest, says: word(name) };
    }
    if (['number', 'boolean', 'picklist'].includes(unwrapped(schema).type)) {
      yield { ...sent, what: `a word as ${name}`, query: { ...query, [name]: 'word' }, says: word(name) };
    }
    for (const text of ['', '1e999', '-1', 'x'.repeat(5000), '\0', '%', '../..']) {
      yield { ...sent, what: `${JSON.stringify(text.slice(0, 9))} as ${name}`, query: { ...query, [name]: text } };
    }
  }
  if (row.method === 'GET') return;
  if (row.parts.length > 0) {
    const text = new FormData();
    for (const part of row.parts) text.set(part, 'text');
    const empty = new FormData();
    empty.set('unknown', 'x');
    yield { what: 'an empty multipart body', query, body: '', says: /body|part/ };
    yield { what: 'a JSON body for a multipart one', query, body: '{}', headers: json, says: /multipart/ };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    yield { what: 'a form for a multipart body', query, body: 'file=hello', headers: form, says: /multipart/ };
    yield { what: 'text for each part', query, body: text };
    yield { what: 'no part that it knows', query, body: empty };
    return;
  }
  if (row.body === undefined) return;
  yield { what: 'JSON cut short', query, body: '{"a":', headers: json, says: /JSON/ };
  yield { what: 'an empty body', query, body: '', headers: json };
  yield { what: 'no JSON type', query, body: '<a/>', headers: { 'content-type': 'text/xml' }, says: /JSON/ };
  for (const [what, text] of Object.entries({ list: '[]', text: '"x"', number: '1', null: 'null', true: 'true' })) {
    yield { what: `a ${what} for the body`, query, body: text, headers: json };
  }
  yield { what: 'a deep body', query, body: nested(100_000), headers: json };
  for (const field of fields) {
    if (isRequired(field)) {
      const { [field.name]: _, ...rest } = body;
      yield {
        what: `without ${field.name}`,
        query,
        body: JSON.stringify(rest),
        headers: json,
        says: word(field.name),
      };
    }
    for (const value of ['word', 12.5, 1e308, -1, true, {}, [], [null], [[]], { a: 1 }, '\0', 'x'.repeat(5000)]) {
      const wrong = !v.safeParse(field.schema, value).success;
      const what = `${JSON.stringify(value).slice(0, 12)} as ${field.name}`;
      const text = JSON.stringify({ ...body, [field.name]: value });
      yield { what, query, body: text, headers: json, ...(wrong ? { says: word(field.name) } : {}) };
    }
    const before = JSON.stringify(body).slice(1, -1);
    for (const levels of [1300, 5000]) {
      const deep = `{${before}${before === '' ? '' : ','}${JSON.stringify(field.name)}:${nested(levels)}}`;
      const refused = holdsAnyValue(field.schema) || !v.safeParse(field.schema, [[[]]]).success;
      const says = refused ? { says: word(field.name) } : {};
      yield { what: `${field.name} ${levels} levels deep`, query, body: deep, headers: json, ...says };
    }
  }
}

async function refusal(service: TestService, row: AnyEndpoint, call: Call): Promise<string | null> {
  const address = `${row.path.replace(/\{\w+\}/g, 'x')}?${new URLSearchParams(call.query)}`;
  const answer = await service.send(row.method, address, call.body, call.headers);
  const text = await answer.text();
  if (answer.status >= 500) return `${answer.status} ${text}`;
  if (answer.status < 400) return call.says === undefined ? null : `${answer.status} instead of 400`;
  const { msg } = JSON.parse(text) as { msg?: string };
  if (!msg) return `${answer.status} without a message`;
  if (call.says === undefined || (answer.status === 400 && call.says.test(msg))) return null;
  return `${answer.status} ${JSON.stringify(msg)} lacks ${call.says}`;
}

test("a caller's mistake is never a server error, and the response names the field", async (t) => {
  const service = await testService(t);
  const experiment = { workspaceName: 'ada', projectName: 'p', experimentKey: key };
  await service.call('POST', '/api/rest/v2/write/experiment/create', experiment);
  const found: string[] = [];
  let calls = 0;
  for (const { area, name, endpoint } of endpoints) {
    for (const call of mistakes(endpoint)) {
      calls++;
      const problem = await refusal(service, endpoint, call);
      if (problem !== null) found.push(`${area}.${name}, ${call.what}: ${problem}`);
    }
  }
  assert.ok(calls > 1000, `only ${calls} calls`);
  assert.deepEqual(found, []);
});
