import type { Host } from '@tracklens/core/display';

/** Time that the browser is given to read a download before its URL is revoked. */
const keptMillis = 60_000;

/** Saves bytes as a file: by the host if it supports that, otherwise as a browser download. */
export async function saveFile(host: Host, fileName: string, bytes: Uint8Array, mediaType: string): Promise<void> {
  if (host.save) return host.save(fileName, bytes);
  // Never uses a type that a browser would render, since the content is untrusted.
  const type = mediaType === 'text/html' || mediaType === 'image/svg+xml' ? 'application/octet-stream' : mediaType;
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.rel = 'noopener';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMillis);
}
