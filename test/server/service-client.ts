import { readFile } from 'node:fs/promises';

/** HTTP calls of a service, without the client of `@tracklens/core`. */
export interface ServiceClient {
  readonly url: string;
  /** Returns the JSON response; throws on any status but 200. */
  get<T = Record<string, unknown>>(path: string): Promise<T>;
  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>;
  /** Sends a file as a multipart body. */
  upload(path: string, content: string): Promise<void>;
  /** Returns the bytes of a response. */
  bytes(path: string): Promise<Uint8Array>;
  /** Returns the text of a response. */
  text(path: string): Promise<string>;
}

/** Returns the HTTP calls of a running service, with the key of its data folder. */
export async function serviceClient(service: { url: string; apiKeyFile: string }): Promise<ServiceClient> {
  const authorization = (await readFile(service.apiKeyFile, 'utf8')).trim();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(service.url + path, { ...init, headers: { authorization, ...init.headers } });
    if (answer.status !== 200)
      throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    url: service.url,
    get: async <T>(path: string) => (await (await send(path)).json()) as T,
    post: async <T>(path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      return (await (await send(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as T;
    },
    upload: async (path, content) => {
      const form = new FormData();
      form.set('file', new Blob([content]), 'file');
      await (await send(path, { method: 'POST', body: form })).text();
    },
    bytes: async (path) => new Uint8Array(await (await send(path)).arrayBuffer()),
    text: async (path) => await (await send(path)).text(),
  };
}
