import { userInfo } from 'node:os';
import type { RecordedRequest } from './recording-proxy.ts';

/** Returns a function that replaces strings in the path and in text bodies, in plain, JSON and URL-encoded form. */
export function scrub(replacements: Record<string, string>): (request: RecordedRequest) => RecordedRequest {
  const pairs = Object.entries(replacements)
    .filter(([from]) => from.length > 0)
    .flatMap(([from, to]) => [[from, to] as const, [encodeURIComponent(from), encodeURIComponent(to)] as const]);
  const replace = (text: string) => pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return (request) => ({
    ...request,
    path: replace(request.path),
    ...(request.text === undefined ? {} : { text: replace(request.text) }),
    ...(request.answer === undefined ? {} : { answer: replace(request.answer) }),
  });
}

/** Replaces the SDK's details about the machine and its user with neutral values. */
export function withoutPersonalData(request: RecordedRequest): RecordedRequest {
  if (request.text === undefined || !request.contentType?.startsWith('application/json')) return request;
  const neutral: Record<string, string> = {
    user: 'demo',
    ip: '127.0.0.1',
    hostname: 'demo-machine',
    apiKey: 'recorded',
    api_key: 'recorded',
  };
  const text = withoutOtherPackages(request.text)
    .replace(/"(user|ip|hostname|apiKey|api_key)":\s*"[^"]*"/g, (_, name: string) => `"${name}":"${neutral[name]}"`)
    .replaceAll(`"${userInfo().username} - `, '"demo - ');
  return { ...request, text };
}

/** Reduces the list of installed system packages to those that matter to an experiment. */
function withoutOtherPackages(text: string): string {
  if (!text.includes('"osPackages"')) return text;
  const body = JSON.parse(text) as { osPackages?: string[] };
  const packages = body.osPackages?.filter((name) => /^(base-files|bash|libc6|openssl|python3)=/.test(name)) ?? [];
  return JSON.stringify({ ...body, osPackages: packages });
}
