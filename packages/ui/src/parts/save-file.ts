import type { Host } from '@tracklens/core/display';

/** How long the browser may take to read what it downloads. */
const keptMillis = 60_000;

/** Saves bytes as a file: by the host where it has a way of its own, else as a download of the page. */
export async function saveFile(host: Host, fileName: string, bytes: Uint8Array, mediaType: string): Promise<void> {
  if (host.save) return host.save(fileName, bytes);
  // Never a type that a browser would open by itself with what a service named.
  const type = mediaType === 'text/html' || mediaType === 'image/svg+xml' ? 'application/octet-stream' : mediaType;
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.rel = 'noopener';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMillis);
}
