import * as v from 'valibot';
import { FrameHeader, type PointColumn } from '../contract/index.ts';
import { RestApiException } from './errors.ts';

/*
 * Reads points as binary columns. The format is described in the contract (`metric-columns.ts`). The bytes are copied
 * into the columns while they arrive, so that a response needs little more memory than its columns.
 */

/** Points of one metric as columns of equal length. */
export interface MetricColumns {
  readonly experimentKey: string;
  readonly metricName: string;
  /** Number of logged points, or of those in the window that was read. */
  readonly total: number;
  readonly values: Float64Array;
  /** NaN where none was logged. The same applies to epochs. */
  readonly steps: Float64Array;
  /** Null if no point has an epoch. */
  readonly epochs: Float64Array | null;
  /** Milliseconds since 1970. */
  readonly timestamps: Float64Array;
}

/** Maximum number of points of one metric: a gigabyte per column. */
const maxPoints = 2 ** 27;
/** Maximum size of a frame's header. */
const maxHeaderBytes = 1_000_000;

const malformed = (reason: string) => RestApiException.of({ code: 'malformed', reason });

/** Bytes of a body, read in pieces of a requested size. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #current: Uint8Array = new Uint8Array(0);

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]();
  }

  /** Fills an array with the next bytes. */
  async fill(target: Uint8Array): Promise<void> {
    for (let at = 0; at < target.length; ) {
      if (this.#current.length === 0) {
        const { value, done } = await this.#chunks.next();
        if (done === true) throw malformed('the response with points ends early');
        this.#current = value;
        continue;
      }
      const part = this.#current.subarray(0, target.length - at);
      target.set(part, at);
      at += part.length;
      this.#current = this.#current.subarray(part.length);
    }
  }

  async end(): Promise<void> {
    await this.#chunks.return?.();
  }
}

/** Columns of one metric while its frames arrive. */
class ArrivingColumns {
  readonly header: FrameHeader;
  readonly values: Float64Array;
  readonly steps: Float64Array;
  readonly timestamps: Float64Array;
  #epochs: Float64Array | null = null;
  #count = 0;

  constructor(header: FrameHeader) {
    if (header.points > maxPoints) throw malformed(`a metric has more than ${maxPoints} points`);
    this.header = header;
    this.values = new Float64Array(header.points);
    this.steps = new Float64Array(header.points);
    this.timestamps = new Float64Array(header.points);
  }

  /** Whether a frame continues this metric. */
  isContinuedBy({ experimentKey, metricName }: FrameHeader): boolean {
    return this.header.experimentKey === experimentKey && this.header.metricName === metricName;
  }

  async read(source: ByteSource, columns: readonly PointColumn[], count: number): Promise<void> {
    const from = this.#count;
    const to = from + count;
    if (to > this.header.points) throw malformed('a metric has more points than announced');
    const listed = new Set(columns);
    for (const name of ['values', 'steps', 'timestamps'] as const) {
      if (!listed.has(name)) this[name].fill(Number.NaN, from, to);
    }
    for (const name of columns) await source.fill(bytesOf(this.#column(name).subarray(from, to)));
    if (this.#epochs !== null && !listed.has('epochs')) this.#epochs.fill(Number.NaN, from, to);
    this.#count = to;
  }

  columns(): MetricColumns {
    const { experimentKey, metricName, total, points } = this.header;
    if (this.#count !== points) throw malformed('a metric has fewer points than announced');
    const { values, steps, timestamps } = this;
    return { experimentKey, metricName, total, values, steps, epochs: this.#epochs, timestamps };
  }

  #column(name: PointColumn): Float64Array {
    if (name !== 'epochs') return this[name];
    this.#epochs ??= new Float64Array(this.header.points).fill(Number.NaN);
    return this.#epochs;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) => new Uint8Array(buffer, byteOffset, byteLength);

const decoder = new TextDecoder();

function parsedHeader(bytes: Uint8Array): FrameHeader {
  try {
    return v.parse(FrameHeader, JSON.parse(decoder.decode(bytes)));
  } catch (cause) {
    throw RestApiException.of({
      code: 'malformed',
      reason: 'a header in the response with points is invalid',
      cause,
    });
  }
}

/**
 * Reads the metrics of a response in their order.
 *
 * @throws RestApiException `malformed` if the response is incomplete or not in the format
 */
export async function readColumnFrames(body: AsyncIterable<Uint8Array>): Promise<MetricColumns[]> {
  const source = new ByteSource(body);
  const metrics: ArrivingColumns[] = [];
  const start = new Uint8Array(8);
  const numbers = new DataView(start.buffer);
  try {
    for (;;) {
      await source.fill(start);
      const size = numbers.getUint32(0, true);
      if (size === 0) return metrics.map((metric) => metric.columns());
      if (size > maxHeaderBytes) throw malformed('the response with points is not in the expected format');
      const bytes = new Uint8Array(size);
      await source.fill(bytes);
      const header = parsedHeader(bytes);
      let metric = metrics.at(-1);
      if (metric === undefined || !metric.isContinuedBy(header)) {
        metric = new ArrivingColumns(header);
        metrics.push(metric);
      }
      await metric.read(source, header.columns, numbers.getUint32(4, true));
    }
  } finally {
    await source.end();
  }
}
