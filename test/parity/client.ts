import {
  API,
  APIExperiment,
  isRestApiException,
  Model,
  QuerySyntaxError,
  takeSnapshot,
  undiciTransport,
} from '@tracklens/core';
import { withOperations } from '../../packages/core/src/client/operation-methods.ts';
import { type DisplayOperations, displayOperations } from '../../packages/core/src/experiment/display-operations.ts';
import { browserHost } from '../../packages/core/src/node/browser-host.ts';
import { camelCaseName, readSignature, specOperations } from '../contract/spec-operations.ts';
import { modelOperations } from './model-operations.ts';
import { apiKey } from './recorded-service.ts';
import type { Outcome, Performer } from './side.ts';
import type { Operation } from './step.ts';

const signatures = new Map(
  [...specOperations, ...modelOperations].map(({ on, signature }) => {
    const { name, args } = readSignature(signature);
    return [`${on}.${name}`, args];
  }),
);

/** Operations whose optional arguments are positional. */
const withPositionalOptions = new Set(['get', 'use_cache']);

/** Calls the client by the naming rule: required arguments in order, optional ones in one object. */
export async function client(url: string, _folder: string): Promise<Performer> {
  const transport = undiciTransport({ url, apiKey });
  const kept = new Map<string, unknown>();
  const opened: string[] = [];
  const closing = [transport];
  // Records the addresses of the pages instead of opening them.
  const shown = displayOperations({
    host: (connection) => browserHost(connection.transport, async (address) => opened.push(address) > 0),
    snapshotOf: (connection, target, options) => takeSnapshot(new API(connection), target, options),
  });
  const Displaying = withOperations<typeof APIExperiment, DisplayOperations>(APIExperiment, shown);
  for (const name of ['display', 'displayProject'] as const) {
    Object.defineProperty(APIExperiment.prototype, name, { value: Displaying.prototype[name] });
  }

  const execute = async ({ class: of, operation, on, assign }: Operation, given: object, rest: readonly unknown[]) => {
    const args = clientValue(given) as Record<string, unknown>;
    if (operation === 'API') {
      const { api_key: key, ...options } = args as { api_key?: string };
      const own = key === undefined ? transport : undiciTransport({ url, apiKey: key });
      if (key !== undefined) closing.push(own);
      const given = { transport: own, url, workspace: 'lab', projectName: 'panel', warn: () => {} };
      return new API({ ...given, ...withCamelCaseNames(options) });
    }
    if (operation === 'APIExperiment') {
      const { api, previous_experiment, ...place } = args as { api: { $kept: string }; previous_experiment?: string };
      const through = { api: kept.get(api.$kept) as API };
      return previous_experiment === undefined
        ? // The SDK's `APIExperiment` starts no run.
          await APIExperiment.create({ ...through, ...withCamelCaseNames(place), start: false })
        : new APIExperiment({ ...through, previousExperiment: previous_experiment });
    }
    const target = kept.get(on) as Record<string, unknown>;
    const name = camelCaseName(operation);
    if (assign !== null) {
      target[name] = assign;
      return null;
    }
    const member = target[name];
    if (typeof member !== 'function') return member;
    const signature = signatures.get(`${of}.${operation}`) ?? [];
    const alone = withPositionalOptions.has(operation) ? signature.map((argument) => argument.name) : [];
    const required = signature.filter(({ kind }) => kind === 'required').map((argument) => argument.name);
    const places = [...required, ...alone].filter((place) => place in args);
    const options = withCamelCaseNames(
      Object.fromEntries(Object.entries(args).filter(([place]) => !places.includes(place))),
    );
    const positional = places.map((place) => args[place]);
    const more = Object.keys(options).length > 0 ? [options] : [];
    return await member.call(target, ...positional, ...rest.map(clientValue), ...more);
  };

  return {
    async perform(operation, args, rest): Promise<Outcome> {
      try {
        const result = await execute(operation, args, rest);
        const value = await collected(result);
        if (operation.keep !== undefined) kept.set(operation.keep, value);
        if (operation.operation.startsWith('display')) return { answer: opened.pop() };
        return { answer: operation.operation === 'API' ? null : await jsonOf(value) };
      } catch (error) {
        const isTyped = isRestApiException(error) || error instanceof QuerySyntaxError || isFileError(error);
        const status = isRestApiException(error) ? error.status : null;
        return { error: isTyped ? (status ?? 'refused') : 'untyped', message: String(error) };
      }
    },
    async close() {
      for (const one of closing) await one.close();
    },
  };
}

const isFileError = (error: unknown) => typeof (error as { syscall?: unknown } | null)?.syscall === 'string';

const withCamelCaseNames = (args: object) =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [camelCaseName(name), value]));

/** Returns a value of the table in the form that the client accepts. */
function clientValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clientValue);
  if (value === null || typeof value !== 'object') return value;
  if ('$number' in value) return Number(String(value.$number).replace('inf', 'Infinity'));
  if ('$bytes' in value) return new Uint8Array(Buffer.from(value.$bytes as string, 'base64'));
  if ('$query' in value) return value.$query;
  if ('$kept' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clientValue(one)]));
}

/** Collects an iteration in a list. */
async function collected(value: unknown): Promise<unknown> {
  if (value === null || typeof value !== 'object' || !(Symbol.asyncIterator in value)) return value;
  const all: unknown[] = [];
  for await (const one of value as AsyncIterable<unknown>) all.push(one);
  return all;
}

/** Returns a result of the client as JSON. */
async function jsonOf(value: unknown): Promise<unknown> {
  if (value instanceof APIExperiment) return { experiment: value.key };
  if (value instanceof Model) return { model: value.name };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return await Promise.all(value.map(jsonOf));
  if (value === undefined || value === null || typeof value !== 'object') return value ?? null;
  const body = (value as { body?: { bytes?: () => Promise<Uint8Array> } }).body;
  if (typeof body?.bytes === 'function') return await jsonOf(await body.bytes());
  const fields = Object.entries(value).map(async ([name, one]) => [name, await jsonOf(one)] as const);
  return Object.fromEntries(await Promise.all(fields));
}
