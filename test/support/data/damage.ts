/** `Damage` damages files for tests as editors, networks and attackers do. Equal seeds give equal damage. */
export class Damage {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a pseudo-random whole number from 0 to `limit` - 1, which depends on the test's seed. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit)
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0]
  }

  /** Returns a copy of a test's file with one to three faults. `other` provides the parts that are spliced in. */
  of(file: Buffer, other: Buffer): Buffer {
    let bytes: Buffer = Buffer.from(file)
    for (let left = 1 + this.below(3); left > 0; left--) bytes = this.#once(bytes, other)
    return bytes
  }

  #once(bytes: Buffer, other: Buffer): Buffer {
    const at = this.below(bytes.length)
    switch (this.below(7)) {
      case 0:
        return flipped(bytes, at, 1 << this.below(8))
      case 1:
        return bytes.subarray(0, at)
      case 2:
        return spliced(bytes, at, other.subarray(this.below(other.length)))
      case 3:
        return spliced(bytes, at, Buffer.alloc(this.below(4_000), this.below(256)))
      case 4:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + this.below(200))])
      case 5:
        return overwritten(bytes, at, this.below(60), () => this.below(256))
      default:
        return this.#lying(bytes)
    }
  }

  /** Changes a header of a test's ZIP archive, so that it names a wrong length, offset or compression method. */
  #lying(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes)
    const places: number[] = []
    for (const mark of ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06'])
      for (let at = copy.indexOf(mark, 0, 'latin1'); at !== -1; at = copy.indexOf(mark, at + 1, 'latin1'))
        places.push(at)
    const start = places[this.below(places.length)] ?? this.below(copy.length)
    const at = Math.max(0, Math.min(copy.length - 4, start + 4 + this.below(42)))
    if (copy.length < 4) return copy
    copy.writeUInt32LE(this.pick([0, 1, 10, 0xffff, 0xffff_ffff, this.below(100_000)]), at)
    return copy
  }
}

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ bit
  return copy
}

function spliced(bytes: Buffer, at: number, part: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)])
}

function overwritten(bytes: Buffer, at: number, length: number, byte: () => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let place = at; place < Math.min(copy.length, at + length); place++) copy[place] = byte()
  return copy
}
