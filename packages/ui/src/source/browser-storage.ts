import type { HostStorage } from '@tracklens/core/display';

/** Returns a text from the storage of this origin; null where there is none or storage is disabled. */
export function storedText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it for null. Returns false where storage is disabled or full. */
export function storeText(name: string, text: string | null): boolean {
  try {
    writeText(name, text);
    return true;
  } catch {
    return false;
  }
}

function writeText(name: string, text: string | null): void {
  if (text === null) localStorage.removeItem(name);
  else localStorage.setItem(name, text);
}

/** The browser's storage, which may be disabled: reads then return `null` and writes throw. */
export const browserStorage: HostStorage = {
  read: async (name) => storedText(name),
  write: async (name, text) => writeText(name, text),
};
