import type * as v from 'valibot';

type Field = string | number | boolean | null | undefined | readonly string[];

/**
 * Query fields as they travel: absent ones left out, booleans as `True` and `False` (the wire is spoken by a Python client),
 * lists as repeated names.
 */
export function encodeQuery(fields: Readonly<Record<string, Field>>): [string, string][] {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const item of value as readonly string[]) pairs.push([name, item.toWellFormed()]);
    else if (typeof value === 'boolean') pairs.push([name, value ? 'True' : 'False']);
    // Half a character has no UTF-8: it travels as the sign that a service keeps in its place.
    else pairs.push([name, String(value).toWellFormed()]);
  }
  return pairs;
}

/** The schema inside `optional`, `nullish` and the like. */
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
      return text.trim() === '' ? undefined : Number(text);
    case 'array':
      return texts;
    default:
      return text;
  }
}

/** Query fields of a request by the types their schema says; unknown names are dropped, checking is left to the schema. */
export function decodeQuery(entries: v.ObjectEntries, query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(entries)) {
    const texts = query.getAll(name);
    if (texts.length > 0) fields[name] = decodeField(schema as v.GenericSchema, texts);
  }
  return fields;
}

/** A path with its `{name}` segments filled in and percent-encoded. */
export function fillPath(path: string, fields: Readonly<Record<string, string>>): string {
  if (!path.includes('{')) return path;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((fields[name] ?? '').toWellFormed()));
}

/** Whether a text can be one segment of a path: what reads an address takes dots for a step within it. */
export function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** Whether a request's path is one of a row's paths; gives the decoded `{name}` segments. */
export function matchPath(
  row: { readonly path: string; readonly alsoAt?: readonly string[] },
  path: string,
): Record<string, string> | null {
  for (const candidate of [row.path, ...(row.alsoAt ?? [])]) {
    const wanted = candidate.split('/');
    const given = path.split('/');
    if (wanted.length !== given.length) continue;
    const fields: Record<string, string> = {};
    const fits = wanted.every((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      const text = given[index]!;
      if (name === undefined) return segment === text;
      try {
        fields[name] = decodeURIComponent(text);
      } catch {
        return false;
      }
      return isSegment(fields[name]);
    });
    if (fits) return fields;
  }
  return null;
}
