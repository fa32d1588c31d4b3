import { useEffect, useState } from 'react';

/** Returns a data URL with the bytes. */
function dataAddress(bytes: Uint8Array, type: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return `data:${type};base64,${btoa(text)}`;
}

/** Returns a blob with the bytes. */
function blobOf(bytes: Uint8Array, type: string): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
}

/**
 * Returns a URL for bytes; blob URLs are revoked on unmount. SVG always gets a data URL: opened in a new tab, an SVG
 * with a blob URL would run its scripts in our origin, while browsers block data URLs there. `plain` requests a data
 * URL for other types too, for a host whose content security policy forbids blob URLs.
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
