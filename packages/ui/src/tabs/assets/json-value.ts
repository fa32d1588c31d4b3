import { textOf } from './media-type.ts';

/** Parses a file as JSON; null when it is not valid. Bare `NaN` and infinities, which Python writes, become null. */
export function jsonOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  return text === null ? null : jsonOfText(text);
}

/** Parses a text as JSON, like `jsonOf`. */
export function jsonOfText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(
        text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g, (part) => (part[0] === '"' ? part : 'null')),
      );
    } catch {
      return null;
    }
  }
}
