import type { Moments } from './moments.ts'

/** One call that sets a value. */
export interface Write<Value> {
  readonly value: Value
  readonly begun: number
  /** Null while the call goes on. */
  ended: number | null
  /** Null until nothing is on the wire that was decided before the call ended. */
  settled: number | null
  outcome: 'open' | 'answered' | 'refused' | 'crashed'
}

type Outcome = { readonly kind: 'answered' | 'refused' | 'crashed' }

/** A value that is set by calls whose answer may be lost, as those who made the calls know it. */
export class Register<Value> {
  readonly #moments: Moments
  readonly #writes: Write<Value>[]

  constructor(moments: Moments, first: Value) {
    this.#moments = moments
    this.#writes = [{ value: first, begun: 0, ended: 0, settled: 0, outcome: 'answered' }]
  }

  /** Makes a call that sets the value. */
  async set<Ended extends Outcome>(value: Value, call: () => Promise<Ended>): Promise<Ended> {
    const write = this.begin(value)
    const ended = await call()
    this.end(write, ended.kind)
    return ended
  }

  begin(value: Value): Write<Value> {
    const begun = this.#moments.next()
    const write: Write<Value> = { value, begun, ended: null, settled: null, outcome: 'open' }
    this.#writes.push(write)
    return write
  }

  end(write: Write<Value>, outcome: Outcome['kind']): void {
    write.outcome = outcome
    write.ended = this.#moments.next()
  }

  /** Called when nothing is on the wire any more, and no call goes on. */
  settle(): void {
    for (const write of this.#writes) {
      if (write.ended === null) this.end(write, 'answered')
      write.settled ??= write.ended
    }
  }

  /** Returns the values that it may have now. */
  possible(): readonly Value[] {
    return among(this.#writes, () => true)
  }

  /** Returns all values that it may ever have had. */
  ever(): readonly Value[] {
    return this.#writes.flatMap(({ outcome, value }) => (outcome === 'refused' ? [] : [value]))
  }

  /** When the last call ended that has set it. */
  get since(): number {
    return Math.max(...this.#writes.map(({ outcome, ended }) => (outcome === 'refused' ? 0 : (ended ?? 0))))
  }

  /** Returns the values by which a message may have been sent at a moment. */
  possibleAt(moment: number): readonly Value[] {
    const begun = this.#writes.filter((write) => write.begun < moment)
    return among(begun, ({ settled }) => settled !== null && settled < moment)
  }
}

/** A write is possible unless a later one, which was answered, began after its end. */
function among<Value>(
  writes: readonly Write<Value>[],
  counts: (write: Write<Value>) => boolean,
): readonly Value[] {
  const certain = writes.filter((write) => write.outcome === 'answered' && counts(write))
  return writes
    .filter(({ outcome }) => outcome !== 'refused')
    .filter(({ ended }) => ended === null || !certain.some(({ begun }) => begun > ended))
    .map(({ value }) => value)
}
