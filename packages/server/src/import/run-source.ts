/** Point of a metric. A field without a value was not logged. */
export interface RunPoint {
  readonly kind: 'point';
  readonly name: string;
  readonly value: number;
  readonly context?: string | undefined;
  readonly step?: number | undefined;
  readonly epoch?: number | undefined;
  /** Time in milliseconds since 1970. */
  readonly timeMillis?: number | undefined;
}

/** Parameter, or other value of a run. */
export interface RunValue {
  readonly kind: 'parameter' | 'other';
  readonly name: string;
  readonly value: string | number | boolean;
}

/** File of a run. */
export interface RunFile {
  readonly kind: 'file';
  readonly fileName: string;
  readonly type: 'asset' | 'audio' | 'image' | 'text-sample';
  /** Its bytes, or the path of the file that has them. */
  readonly content: Uint8Array | string;
  readonly step?: number | undefined;
}

/** What another tool has logged of a run. */
export type RunItem =
  | RunPoint
  | RunValue
  | RunFile
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'tag'; readonly tag: string }
  /** Time in milliseconds since 1970 at which it was running: the first is its start, the last its end. */
  | { readonly kind: 'time'; readonly timeMillis: number }
  | { readonly kind: 'crash' }
  /** Content that is not imported, such as `histograms`. */
  | { readonly kind: 'leftOut'; readonly what: string };

/** Item of one of the runs of a source. */
export interface SourceItem {
  /** Name of the run within the source; empty if the source is one run. */
  readonly run: string;
  readonly item: RunItem;
}

/** File or folder in which another tool has logged runs. */
export interface RunSource {
  readonly path: string;
  /** Name for experiments and messages. */
  readonly label: string;
  /** Yields what it contains, in the order in which it was logged. */
  items(): AsyncIterable<SourceItem>;
}
