import type * as v from 'valibot';

type Field = string | number | boolean | null | undefined | readonly string[];

/**
 * Encodes query fields. Absent fields are omitted, booleans become `True` and `False` (as the Python SDK sends them),
 * lists become repeated names.
 */
export function encodeQuery(fields: Readonly<Record<string, Field>>): [string, string][] {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const item of value as readonly string[]) pairs.push([name, item.toWellFormed()]);
    else if (typeof value === 'boolean') pairs.push([name, value ? 'True' : 'False']);
    // A lone surrogate has no UTF-8 encoding. It is sent as U+FFFD, which a service would store instead.
    else pairs.push([name, String(value).toWellFormed()]);
  }
  return pairs;
}

/** Returns the schema inside `optional`, `nullish` and similar wrappers. */
function bare(schema: v.GenericSchema): v.GenericSchema {
  let inner = schema as v.GenericSchema & { wrapped?: v.GenericSchema };
  while (inner.wrapped) inner = inner.wrapped;
  return inner;
}

function decodeField(schema: v.GenericSchema, texts: readonly string[]): unknown {
  const text = texts[0]!;
  switch (bare(schema).type) {
    case 'boolean':
      return /^(?:true|1)$/i.test(text) ? true : /^(?:false|0|)$/i.test(text) ? false : text;
    case 'number':
      // The schema rejects a text that is no number, and quotes it.
      return text.trim() === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text);
    case 'array':
      return texts;
    default:
      return text;
  }
}

/**
 * Decodes query fields to the types of their schemas. Unknown names are dropped. Validation is left to the schema.
 */
export function decodeQuery(entries: v.ObjectEntries, query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    const texts = query.getAll(name);
    if (texts.length > 0) fields[name] = decodeField(schema as v.GenericSchema, texts);
  }
  return fields;
}

/** Fills in the `{name}` segments of a path, percent-encoded. */
export function fillPath(path: string, fields: Readonly<Record<string, string>>): string {
  if (!path.includes('{')) return path;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((fields[name] ?? '').toWellFormed()));
}

/** Returns whether a text can be one segment of a path. URL parsers would resolve `.` and `..`. */
export function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** Returns the decoded `{name}` segments if a path matches one of the paths of an endpoint, or null. */
export function matchPath(
  endpoint: { readonly path: string; readonly alsoAt?: readonly string[] },
  path: string,
): Record<string, string> | null {
  for (const candidate of [endpoint.path, ...(endpoint.alsoAt ?? [])]) {
    const wanted = candidate.split('/');
    const segments = path.split('/');
    if (wanted.length !== segments.length) continue;
    const fields: Record<string, string> = {};
    const matches = wanted.every((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      const text = segments[index]!;
      if (name === undefined) return segment === text;
      try {
        fields[name] = decodeURIComponent(text);
      } catch {
        return false;
      }
      return isSegment(fields[name]);
    });
    if (matches) return fields;
  }
  return null;
}
