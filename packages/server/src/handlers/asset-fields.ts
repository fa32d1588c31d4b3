import { badRequest } from '../errors/service-error.ts';
import { isDeeplyNested, maxNesting } from '../http/nesting.ts';

/** Returns the last segment of a path, whose separators are slashes or backslashes; empty for an empty path. */
export function fileNameOfPath(path: string): string {
  return path.split(/[/\\]/).findLast(Boolean) ?? '';
}

/** Returns the last segment of the path of a URL, without its query and fragment; empty if it has none. */
export function fileNameOfUrl(url: string): string {
  return fileNameOfPath(url.split(/[?#]/, 1)[0]!);
}

/** Returns the metadata as validated JSON text; null if it is empty. */
export function metadataText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    throw badRequest('The metadata of an asset must be JSON');
  }
  if (isDeeplyNested(read)) {
    throw badRequest(`The metadata of an asset is nested more than ${maxNesting} levels deep`);
  }
  return value;
}
