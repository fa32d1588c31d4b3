import { useEffect, useState } from 'react';

/** The bytes as an address that holds them. */
function dataAddress(bytes: Uint8Array, type: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${type};base64,${btoa(text)}`;
}

/** The bytes as something a browser keeps. */
function blobOf(bytes: Uint8Array, type: string): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
}

/**
 * An address for bytes while they are shown; revoked afterwards. SVG never gets a blob address: opened in a tab of its own it would
 * run its scripts as a page of ours, while a browser refuses to open a data address there. `plain` asks for a data address too,
 * for a host whose content policy has no blobs.
 */
export function useAddress(bytes: Uint8Array | null | undefined, type: string | null, plain = false): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes || type === null) {
      setAddress(null);
      return;
    }
    if (plain || type === 'image/svg+xml') {
      setAddress(dataAddress(bytes, type));
      return;
    }
    const url = URL.createObjectURL(blobOf(bytes, type));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [bytes, type, plain]);
  return address;
}
