import type { HostStorage } from '@tracklens/core/display';

/** The browser's storage, which may be disabled: reads then return `null` and writes throw. */
export const browserStorage: HostStorage = {
  async read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  async write(name, text) {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  },
};
