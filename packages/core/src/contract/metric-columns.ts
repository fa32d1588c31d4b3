import * as v from 'valibot';

/*
 * Binary form of points: a sequence of frames. A frame is
 *
 *     uint32 size of the header | uint32 number of points | header | one column after the other
 *
 * All numbers are little-endian. The header is JSON, padded with spaces so that the columns begin at a multiple of 8
 * bytes. A column has 8 bytes for each point: a double, with all bit patterns of the stored one. A frame whose header
 * is empty ends the sequence; without it, the response is incomplete.
 */

/** Media type of points as binary columns. A service without them responds with JSON. */
export const columnsType = 'application/x-tracklens-columns';

/** `Accept` header of a request for binary columns. */
export const columnsAccept = `${columnsType}, application/json;q=0.9`;

/** Capability of a service that has `metrics.window` and binary columns. */
export const rangedReads = 'metric-windows';

/** Names of the columns of points. NaN in steps and epochs means none. */
export const pointColumns = ['values', 'steps', 'epochs', 'timestamps'] as const;

/** Name of a column of points. */
export type PointColumn = (typeof pointColumns)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Header of a frame. */
export const FrameHeader = v.object({
  /** Key of the experiment. */
  experimentKey: v.string(),
  /** Name of the metric. */
  metricName: v.string(),
  /** Number of logged points of the metric, or of those in the window. */
  total: count,
  /** Number of points of the metric in all frames. */
  points: count,
  /** Columns of the frame, in order. A column that is not listed has no values. */
  columns: v.array(v.picklist(pointColumns)),
});

/** Header of a frame. */
export type FrameHeader = v.InferOutput<typeof FrameHeader>;
