import type { Moments } from './moments.ts'

/**
 * A simulated call that sets a value in the service, with the numbers of the run's events at which it began and
 * ended.
 */
export interface Write<Value> {
  readonly value: Value
  readonly begun: number
  /** The number of the event at which the call ended; null while the call is running. */
  ended: number | null
  /**
   * The number of the event after which the service sends no more messages that it decided on before the call
   * ended; null until then.
   */
  settled: number | null
  outcome: 'open' | 'answered' | 'refused' | 'crashed'
}

type Outcome = { readonly kind: 'answered' | 'refused' | 'crashed' }

/**
 * A value that simulated calls set in the service, such as whether a job is paused. The answer to a call may be
 * lost, so several values may be possible.
 */
export class Register<Value> {
  readonly #moments: Moments
  readonly #writes: Write<Value>[]

  constructor(moments: Moments, first: Value) {
    this.#moments = moments
    this.#writes = [{ value: first, begun: 0, ended: 0, settled: 0, outcome: 'answered' }]
  }

  /** Makes a call of the service that sets the value, and records whether it was answered, refused or crashed. */
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

  /** Records that no call is running and no message is being sent now, so all calls that have ended count. */
  settle(): void {
    const now = this.#moments.next()
    for (const write of this.#writes) {
      if (write.ended === null) this.end(write, 'answered')
      write.settled ??= now
    }
  }

  /** Returns the values that the service may hold now; several if the answer to a call was lost. */
  possible(): readonly Value[] {
    return among(this.#writes, () => true)
  }

  /** Returns all values that the service may have held at any time of the simulation run. */
  ever(): readonly Value[] {
    return this.#writes.flatMap(({ outcome, value }) => (outcome === 'refused' ? [] : [value]))
  }

  /** The number of the event at which the last call ended that may have set the value. */
  get since(): number {
    return Math.max(...this.#writes.map(({ outcome, ended }) => (outcome === 'refused' ? 0 : (ended ?? 0))))
  }

  /** Returns the values that the service may have held at a numbered event, such as when it sent a message. */
  possibleAt(moment: number): readonly Value[] {
    return this.#amongBegunBefore(moment, ({ ended }) => ended)
  }

  /**
   * Returns the values that the service may have read when it decided to send the message of a numbered event.
   * The service decides a few gates before it sends, so a call that ends in between does not change the
   * decision.
   */
  possibleWhenDecided(moment: number): readonly Value[] {
    return this.#amongBegunBefore(moment, ({ settled }) => settled)
  }

  /** Returns the values that the service may have held at some time between two numbered events. */
  possibleBetween(from: number, to: number): readonly Value[] {
    const begun = this.#writes.filter((write) => write.begun < to)
    return among(begun, ({ ended }) => ended !== null && ended < from)
  }

  /** Returns whether a call may have set the value between two numbered events. */
  mayHaveChanged(from: number, to: number): boolean {
    return this.#writes.some(
      ({ begun, ended, outcome }) => outcome !== 'refused' && begun < to && (ended === null || ended > from),
    )
  }

  #amongBegunBefore(moment: number, since: (write: Write<Value>) => number | null): readonly Value[] {
    const begun = this.#writes.filter((write) => write.begun < moment)
    return among(begun, (write) => (since(write) ?? moment) < moment)
  }
}

/**
 * Returns the values that the service may hold after these calls. A call no longer counts once a later call
 * began after its end and was answered.
 */
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
