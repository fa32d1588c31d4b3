import { type Target, targetOfPage } from '@tracklens/core/display';

/** Link in a line of a terminal: to an experiment, or to a service. */
export interface TerminalReference {
  readonly startIndex: number;
  readonly length: number;
  readonly url: string;
  /** Target and its connection; null for the address of a service, and for an experiment of an unknown service. */
  readonly place: { readonly target: Target; readonly connection: string } | null;
  readonly isExperiment: boolean;
  /** Whether the service is one of the connections. */
  readonly isConnected: boolean;
}

/** Start of the lines in which comet_ml prints the address of an experiment: when it starts, and in its summary. */
const startOfAddress = /(?:Experiment is live on comet\.com|\burl {2,}:) +$/;

/** What is known about addresses without a request. */
interface Addresses {
  targetOf(url: string): TerminalReference['place'];
  roots(): readonly { readonly root: string }[];
}

/**
 * Returns the links of a line: experiments of the connections, experiments of unknown services in the lines of
 * comet_ml, and the service that `tracklens serve` has started.
 */
export function terminalReferences(line: string, addresses: Addresses): TerminalReference[] {
  return [...line.matchAll(/https?:\/\/[^\s"'`<>()[\]{}|\\^]+/g)].flatMap((match): TerminalReference[] => {
    const { index: startIndex } = match;
    const url = match[0].replace(/[.,;:!?]+$/, '');
    const at = { startIndex, length: url.length, url };
    const place = addresses.targetOf(url);
    if (place?.target.kind === 'experiment') return [{ ...at, place, isExperiment: true, isConnected: true }];
    const before = line.slice(0, startIndex);
    const origin = URL.parse(url)?.origin;
    if (origin === undefined) return [];
    const isConnected = addresses.roots().some(({ root }) => root === origin);
    if (/^tracklens service: $/.test(before)) return [{ ...at, place: null, isExperiment: false, isConnected }];
    const isExperiment = targetOfPage(origin, url)?.kind === 'experiment';
    return startOfAddress.test(before) && isExperiment ? [{ ...at, place: null, isExperiment, isConnected }] : [];
  });
}
