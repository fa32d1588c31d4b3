/** Maximum length of a part in UTF-8: file systems allow 255 bytes for three parts, a variant, a date and an ending. */
const partBytes = 70;

/** Returns a part of a file name. Characters that file systems reject or hide become `_`. */
function part(text: string): string {
  const allowed = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not allowed in a file name.
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069\s]+/g, '_')
    .replace(/^[._]+|[._]+$/g, '');
  // Encodes the characters that fit, and none in part.
  const { read } = new TextEncoder().encodeInto(allowed, new Uint8Array(partBytes));
  return allowed.slice(0, read);
}

/** Returns `project_experiment_metric_variant_date` without an extension. Empty parts are left out. */
export function exportName(parts: readonly string[], nowMillis: number): string {
  const date = new Date(nowMillis);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return [...parts.map(part), day].filter(Boolean).join('_');
}
