import type { Target } from '@tracklens/core/display';

/** Link in a line of a terminal: to an experiment, or to a service. */
export interface TerminalReference {
  readonly startIndex: number;
  readonly length: number;
  /** Target and its connection; null for the address of a service. */
  readonly place: { readonly target: Target; readonly connection: string } | null;
  /** Whether the service is one of the connections. */
  readonly isConnected: boolean;
}

/** What is known about addresses without a request. */
interface Addresses {
  targetOf(url: string): TerminalReference['place'];
  roots(): readonly { readonly root: string }[];
}

/** Returns the links of a line: experiments of the connections, and the service that `tracklens serve` has started. */
export function terminalReferences(line: string, addresses: Addresses): TerminalReference[] {
  return [...line.matchAll(/https?:\/\/[^\s"'`<>()[\]{}|\\^]+/g)].flatMap((match): TerminalReference[] => {
    const { index: startIndex } = match;
    const url = match[0].replace(/[.,;:!?]+$/, '');
    const place = addresses.targetOf(url);
    const at = { startIndex, length: url.length };
    if (place?.target.kind === 'experiment') return [{ ...at, place, isConnected: true }];
    if (!/^tracklens service: $/.test(line.slice(0, startIndex)) || !URL.canParse(url)) return [];
    const { origin } = new URL(url);
    return [{ ...at, place: null, isConnected: addresses.roots().some(({ root }) => root === origin) }];
  });
}
