/** Growing sequence of bytes. */
export class ByteWriter {
  #bytes: Uint8Array;
  #size = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    this.reserve(1)[0] = value;
  }

  /** Appends a non-negative integer of at most 53 bits, 7 bits a byte. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Appends an integer of either sign whose double is at most 53 bits. */
  zigzag(value: number): void {
    this.varint(zigzag(value));
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length).set(bytes);
  }

  /** Appends `count` zero bytes and returns them, to be filled before the next call. */
  reserve(count: number): Uint8Array {
    const end = this.#size + count;
    if (end > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(this.#bytes.length * 2, end));
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    const reserved = this.#bytes.subarray(this.#size, end);
    this.#size = end;
    return reserved;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }
}

/** Maps integers to non-negative ones, those near 0 first: 0, -1, 1, -2, 2, ... */
export function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

/** Inverse of `zigzag`. */
export function fromZigzag(value: number): number {
  if (value < 2 ** 32) return (value >>> 1) ^ -(value & 1);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** Reads what a `ByteWriter` has written. Every method throws if the bytes end early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) throw new Error('A metric chunk is truncated');
    return this.#bytes[this.#at++]!;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  zigzag(): number {
    return fromZigzag(this.varint());
  }

  /** Returns the next bytes, without a copy. */
  take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new Error('A metric chunk is truncated');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}
