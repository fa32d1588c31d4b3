import { PbfReader } from 'pbf';

// The messages of TensorBoard, as far as they are imported. The numbers of fields and types are those of its protocol
// buffers: event.proto, summary.proto, tensor.proto and plugin_data.proto of the hparams plugin.

/** Numbers or texts of an array, with its shape. */
export interface Tensor {
  readonly shape: number[];
  readonly numbers: number[];
  readonly texts: Uint8Array[];
}

/** Value of a summary: a number, a file, or a tensor that a plugin interprets. */
export interface SummaryValue {
  tag: string;
  /** Name of the plugin; empty for values of the first versions and for all but the first value of a tag. */
  plugin: string;
  /** Data of the plugin. */
  pluginData: Uint8Array | null;
  scalar: number | null;
  image: Uint8Array | null;
  audio: Uint8Array | null;
  tensor: Tensor | null;
  isHistogram: boolean;
}

/** Event: the values that were logged at one step. */
export interface LogEvent {
  /** Time in seconds since 1970. */
  wallTime: number;
  step: number;
  values: SummaryValue[];
}

/** Returns the shortest decimal number that is the same single-precision number: 0.1 for 0.10000000149011612. */
function shortestOfFloat(value: number): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return Number(value.toPrecision(9));
}

/** Data types of tensors. */
const dataTypes = { float: 1, double: 2, int32: 3, uint8: 4, int64: 9 } as const;

function readDimension(tag: number, size: { value: number }, reader: PbfReader): void {
  if (tag === 1) size.value = reader.readVarint(true);
}

function readShape(tag: number, shape: number[], reader: PbfReader): void {
  if (tag === 2) shape.push(reader.readMessage(readDimension, { value: 0 }).value);
}

/** Returns the numbers of the packed bytes of a tensor. */
function packedNumbers(type: number, bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const all = (size: number, read: (offset: number) => number) =>
    Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => read(index * size));
  if (type === dataTypes.float) return all(4, (offset) => shortestOfFloat(view.getFloat32(offset, true)));
  if (type === dataTypes.double) return all(8, (offset) => view.getFloat64(offset, true));
  if (type === dataTypes.int32) return all(4, (offset) => view.getInt32(offset, true));
  if (type === dataTypes.int64) return all(8, (offset) => Number(view.getBigInt64(offset, true)));
  return type === dataTypes.uint8 ? [...bytes] : [];
}

interface ReadTensor extends Tensor {
  type: number;
  content: Uint8Array;
}

function readTensorField(tag: number, tensor: ReadTensor, reader: PbfReader): void {
  // In loops: a call has too few arguments for the numbers of a mesh.
  const add = (numbers: readonly number[]) => {
    for (const number of numbers) tensor.numbers.push(number);
  };
  if (tag === 1) tensor.type = reader.readVarint();
  else if (tag === 2) reader.readMessage(readShape, tensor.shape);
  else if (tag === 4) tensor.content = reader.readBytes();
  else if (tag === 5) add(reader.readPackedFloat().map(shortestOfFloat));
  else if (tag === 6) add(reader.readPackedDouble());
  else if (tag === 7 || tag === 10) add(reader.readPackedVarint([], true));
  else if (tag === 8) tensor.texts.push(reader.readBytes());
}

function readTensor(reader: PbfReader): Tensor {
  const empty: ReadTensor = { type: 0, content: new Uint8Array(), shape: [], numbers: [], texts: [] };
  const { type, content, shape, numbers, texts } = reader.readMessage(readTensorField, empty);
  return { shape, texts, numbers: content.length > 0 ? packedNumbers(type, content) : numbers };
}

function readPluginData(tag: number, value: SummaryValue, reader: PbfReader): void {
  if (tag === 1) value.plugin = reader.readString();
  else if (tag === 2) value.pluginData = reader.readBytes();
}

function readMetadata(tag: number, value: SummaryValue, reader: PbfReader): void {
  if (tag === 1) reader.readMessage(readPluginData, value);
}

/** Reads the encoded bytes of an image (field 4) or of a sound (field 4 too). */
function readEncoded(tag: number, file: { bytes: Uint8Array | null }, reader: PbfReader): void {
  if (tag === 4) file.bytes = reader.readBytes();
}

const encodedBytes = (reader: PbfReader) => reader.readMessage(readEncoded, { bytes: null }).bytes;

function readValue(tag: number, value: SummaryValue, reader: PbfReader): void {
  if (tag === 1) value.tag = reader.readString();
  else if (tag === 2) value.scalar = shortestOfFloat(reader.readFloat());
  else if (tag === 4) value.image = encodedBytes(reader);
  else if (tag === 5) value.isHistogram = true;
  else if (tag === 6) value.audio = encodedBytes(reader);
  else if (tag === 8) value.tensor = readTensor(reader);
  else if (tag === 9) reader.readMessage(readMetadata, value);
}

function readSummary(tag: number, values: SummaryValue[], reader: PbfReader): void {
  if (tag !== 1) return;
  const empty: SummaryValue = {
    tag: '',
    plugin: '',
    pluginData: null,
    scalar: null,
    image: null,
    audio: null,
    tensor: null,
    isHistogram: false,
  };
  values.push(reader.readMessage(readValue, empty));
}

function readEventField(tag: number, event: LogEvent, reader: PbfReader): void {
  if (tag === 1) event.wallTime = reader.readDouble();
  else if (tag === 2) event.step = reader.readVarint(true);
  else if (tag === 5) reader.readMessage(readSummary, event.values);
}

/** Returns the event of a record. */
export function readEvent(record: Uint8Array): LogEvent {
  return new PbfReader(record).readFields(readEventField, { wallTime: 0, step: 0, values: [] });
}

type HyperparameterValue = string | number | boolean;

function readParameterValue(tag: number, entry: { value: HyperparameterValue | null }, reader: PbfReader): void {
  if (tag === 2) entry.value = reader.readDouble();
  else if (tag === 3) entry.value = reader.readString();
  else if (tag === 4) entry.value = reader.readBoolean();
}

function readParameter(
  tag: number,
  entry: { name: string; value: HyperparameterValue | null },
  reader: PbfReader,
): void {
  if (tag === 1) entry.name = reader.readString();
  else if (tag === 2) reader.readMessage(readParameterValue, entry);
}

/** Session of the hparams plugin: how a run was started and how it ended. */
export interface HyperparameterSession {
  parameters: [name: string, value: HyperparameterValue][];
  hasFailed: boolean;
}

const failedStatus = 2;

function readSessionStart(tag: number, session: HyperparameterSession, reader: PbfReader): void {
  if (tag !== 1) return;
  const { name, value } = reader.readMessage(readParameter, { name: '', value: null });
  if (value !== null) session.parameters.push([name, value]);
}

function readSessionEnd(tag: number, session: HyperparameterSession, reader: PbfReader): void {
  if (tag === 1) session.hasFailed = reader.readVarint() === failedStatus;
}

function readPlugin(tag: number, session: HyperparameterSession, reader: PbfReader): void {
  if (tag === 3) reader.readMessage(readSessionStart, session);
  else if (tag === 4) reader.readMessage(readSessionEnd, session);
}

/** Returns the parameters in the data of the hparams plugin. */
export function readHyperparameters(pluginData: Uint8Array): HyperparameterSession {
  return new PbfReader(pluginData).readFields(readPlugin, { parameters: [], hasFailed: false });
}
