import type { Recorded } from './recorded-service.ts';
import { zippedFiles } from './zipped-files.ts';

/** Request without the parts that differ between runs: keys, ids, times, ports, boundaries, the order of fields. */
export interface PlainRequest {
  /** Method and path. */
  readonly line: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly type: string | null;
  readonly body: unknown;
  readonly authorization: string | null;
}

/** Placeholders for the values that belong to one side. */
export interface SidePlaceholders {
  readonly root: string;
  /** Placeholders by name. */
  readonly ids: ReadonlyMap<string, string>;
  readonly folders: Readonly<Record<string, string>>;
}

const longAgo = 24 * 3600 * 1000;
/** Fields with a time of the machine. */
const machineClock = /^localTimestamp$/;
/** Fields with a duration. */
const lengthOfTime = /^durations?(Millis)?$|^duration_millis$/;

/** Returns a text without the values that belong to one side. */
function plainText(text: string, { root, ids, folders }: SidePlaceholders): string {
  let plain = text;
  for (const [folder, name] of Object.entries(folders)) plain = plain.replaceAll(folder, name);
  plain = plain.replaceAll(root, '<root>');
  for (const [name, value] of ids) if (value !== '') plain = plain.replaceAll(value, `<${name}>`);
  return plain
    .replace(/\b[0-9a-f]{32}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<an id>')
    .replace(/(?<=\/sign-in\/)[\w-]+$/, '<once>');
}

function plainNumber(value: number, field: string): unknown {
  if (lengthOfTime.test(field)) return '<a while>';
  for (const [unit, name] of [
    [1, '<now in ms>'],
    [1000, '<now in µs>'],
  ] as const) {
    if (Math.abs(value / unit - Date.now()) < longAgo) return name;
  }
  return machineClock.test(field) ? '<ms of another clock>' : value;
}

function plain(value: unknown, placeholders: SidePlaceholders, field = ''): unknown {
  if (typeof value === 'string') return plainText(value, placeholders);
  if (typeof value === 'number') return plainNumber(value, field);
  if (Array.isArray(value)) return value.map((one) => plain(one, placeholders, field));
  if (value === null || typeof value !== 'object') return value ?? null;
  if ('bytes' in value) return readable(Buffer.from(value.bytes as string, 'base64'));
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    fields.map(([name, inner]) => [plainText(name, placeholders), plain(inner, placeholders, name)]),
  );
}

/** Returns the result of an operation in the form that both sides share. */
export function plainResult(answer: unknown, placeholders: SidePlaceholders): unknown {
  return plain(answer, placeholders);
}

/** Returns bytes as text, and archives as the files in them. */
function readable(bytes: Uint8Array): unknown {
  return zippedFiles(bytes) ?? Buffer.from(bytes).toString();
}

/** Returns a request in the form that both sides share. */
export async function plainRequest(request: Recorded, placeholders: SidePlaceholders): Promise<PlainRequest> {
  const names = [...new Set(request.query.keys())].sort();
  const type = request.headers.get('content-type');
  return {
    line: `${request.method} ${plainText(request.path, placeholders)}`,
    query: Object.fromEntries(
      names.map((name) => {
        const values = request.query.getAll(name).map((value) => plainText(value, placeholders));
        return [name, values.length === 1 ? values[0] : values.sort()];
      }),
    ),
    type: type === null ? null : type.replace(/; *boundary=.*/, ''),
    body: plain(await bodyOf(request, type), placeholders),
    authorization: request.headers.get('authorization'),
  };
}

async function bodyOf({ body }: Recorded, type: string | null): Promise<unknown> {
  if (body.length === 0) return null;
  if (type?.startsWith('multipart/')) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    const parts = await Promise.all(
      [...form].map(async ([name, part]) => {
        if (typeof part === 'string') return [name, { content: jsonOr(part) }] as const;
        const bytes = new Uint8Array(await part.arrayBuffer());
        return [name, { filename: part.name, content: jsonOr(readable(bytes)) }] as const;
      }),
    );
    return Object.fromEntries(parts);
  }
  const text = new TextDecoder().decode(body);
  // Values that JSON does not have are marked, because a JSON parser rejects them.
  return JSON.parse(text.replace(/(?<=[[:,]\s*)(NaN|-?Infinity)(?=\s*[,\]}])/g, '"<bare $1>"')) as unknown;
}

function jsonOr(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
