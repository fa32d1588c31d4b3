/** Names of the colors of connections. Each host has its own values for them. */
export const connectionColors = ['blue', 'green', 'orange', 'purple', 'red', 'yellow'] as const;

/** Name of the color of a connection. */
export type ConnectionColor = (typeof connectionColors)[number];

/** Maximum length of the name of a connection. */
export const connectionNameLimit = 60;

/** Returns the name of a color; blue for anything else. */
export function connectionColor(value: unknown): ConnectionColor {
  return connectionColors.find((color) => color === value) ?? 'blue';
}

/** Returns the proposed name of a connection to an address: its host; an empty text for an incomplete address. */
export function connectionNameFor(address: string): string {
  const text = address.trim();
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  return text === '' ? '' : (url?.host.slice(0, connectionNameLimit) ?? '');
}
