import { parseWireJson } from '../contract/wire-json.ts';

/** Returns the value of a JSON file; null for anything else. `NaN` and infinities of Python become strings. */
export function fileJson(text: string | null): unknown {
  try {
    return parseWireJson(text ?? 'null');
  } catch {
    return null;
  }
}
