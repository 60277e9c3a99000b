/** A span in which nothing may leave for something. */
export interface Silence {
  readonly of: 'spinner' | 'job' | 'cancelled job'
  readonly id: string
  readonly why: string
  /** Null until the operation that asked for it has ended: what is on the wire meanwhile may still leave. */
  from: Date | null
  /** Null while it lasts. */
  until: Date | null
}

/** Spans in which the service has said that it sends nothing. */
export class Silences {
  readonly all: Silence[] = []

  begin(of: Silence['of'], id: string, why: string): void {
    if (this.#open(of, id) === undefined) this.all.push({ of, id, why, from: null, until: null })
  }

  /** Ends a span before it is asked to end: what follows may leave at any time of the request. */
  mayEnd(of: Silence['of'], id: string, at: Date): void {
    const open = this.#open(of, id)
    if (open !== undefined) open.until = at
  }

  /** Called when nothing is on the wire any more. */
  settle(at: Date): void {
    for (const silence of this.all) silence.from ??= at
  }

  #open(of: Silence['of'], id: string): Silence | undefined {
    return this.all.find((one) => one.of === of && one.id === id && one.until === null)
  }
}
