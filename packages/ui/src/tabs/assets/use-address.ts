import { toBase64 } from '@tracklens/core/display';
import { useMemo, useSyncExternalStore } from 'react';

/** Creates a blob URL that exists while a component subscribes to it. */
function blobAddress(bytes: Uint8Array, type: string) {
  let url: string | null = null;
  return {
    subscribe(listener: () => void) {
      url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
      listener();
      return () => {
        if (url !== null) URL.revokeObjectURL(url);
        url = null;
      };
    },
    current: () => url,
  };
}

/**
 * Returns a URL for bytes; blob URLs are revoked on unmount. SVG always gets a data URL: opened in a new tab, an SVG
 * with a blob URL would run its scripts in our origin, while browsers block data URLs there. `plain` requests a data
 * URL for other types too, for a host whose content security policy forbids blob URLs.
 */
export function useAddress(bytes: Uint8Array | null | undefined, type: string | null, plain = false): string | null {
  const address = useMemo(() => {
    if (!bytes || type === null) return noAddress;
    if (!plain && type !== 'image/svg+xml') return blobAddress(bytes, type);
    const data = `data:${type};base64,${toBase64(bytes)}`;
    return { ...noAddress, current: () => data };
  }, [bytes, type, plain]);
  return useSyncExternalStore(address.subscribe, address.current);
}

const noAddress = { subscribe: () => () => {}, current: (): string | null => null };
