import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContractClient, contractClient } from './fixture.ts';
import { type PlainRequest, plainRequest, plainResult } from './plain.ts';
import { type RecordedService, recordedService } from './recorded-service.ts';
import type { Given, Operation, Step } from './step.ts';

/** Result or error of an operation. */
export interface Outcome {
  readonly answer?: unknown;
  /** Status of the response; `refused` for an error without a status; `untyped` if the client threw another error. */
  readonly error?: number | 'refused' | 'untyped';
  /** Message of the error. */
  readonly message?: string;
}

/** Executes operations: the SDK, or the client. */
export interface Performer {
  perform(operation: Operation, args: Record<string, unknown>, rest: readonly unknown[]): Promise<Outcome>;
  close(): Promise<void>;
}

/** Outcome of an operation on one side, in a form that both sides share. */
export interface Result {
  readonly requests: readonly PlainRequest[];
  readonly outcome: Outcome;
}

/** One side: a new service, its client, and the ids found so far. */
export interface Side<P extends Performer = Performer> {
  readonly performer: P;
  /** Null for data that is written without a comparison. */
  take(step: Step): Promise<Result | null>;
  close(): Promise<void>;
}

/** Starts a side with its own data folder. */
export async function startSide<P extends Performer>(
  folder: string,
  files: string,
  performerAt: (url: string, folder: string) => Promise<P>,
): Promise<Side<P>> {
  await mkdir(folder, { recursive: true });
  const ids = new Map<string, string>();
  const service: RecordedService = await recordedService(folder);
  const client: ContractClient = contractClient(service.url, ids);
  const performer = await performerAt(service.url, folder);
  const placeholders = { root: service.url, ids, folders: { [files]: '<files>', [folder]: '<own>' } };

  /** Replaces placeholders by the values of this side. Values that JSON cannot hold are left to the performer. */
  const own = (given: Given): unknown => {
    if (Array.isArray(given)) return given.map(own);
    if (given === null || typeof given !== 'object') return given;
    if ('$id' in given) return ids.get(given.$id as string);
    if ('$file' in given) return join(files, given.$file as string);
    if ('$out' in given) return join(folder, given.$out as string);
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, own(value)]));
  };
  return {
    performer,
    async take(step) {
      if (step.kind === 'fixture') {
        for (const [name, value] of Object.entries((await step.run(client)) ?? {})) ids.set(name, value);
        service.taken();
        return null;
      }
      const args = own(step.args) as Record<string, unknown>;
      if (step.writes !== undefined) await mkdir(join(folder, step.writes), { recursive: true });
      const outcome = await performer.perform(step, args, step.rest.map(own));
      for (const [name, path] of Object.entries(step.ids ?? {})) ids.set(name, String(at(outcome.answer, path)));
      const requests = await Promise.all(service.taken().map((request) => plainRequest(request, placeholders)));
      if (step.writes !== undefined && outcome.error === undefined) {
        return { requests, outcome: { answer: await filesIn(join(folder, step.writes)) } };
      }
      return { requests, outcome: { ...outcome, answer: plainResult(outcome.answer, placeholders) } };
    },
    async close() {
      await performer.close();
      await client.close();
      await service.close();
    },
  };
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files
    .sort()
    .map(async (file) => [file.slice(folder.length + 1), textOrZip(await readFile(file))] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Archives contain dates, so only their type is compared. */
const textOrZip = (bytes: Buffer) => (bytes.subarray(0, 2).toString() === 'PK' ? '<zip>' : bytes.toString());
