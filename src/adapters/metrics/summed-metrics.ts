import { AggregatorRegistry, type Registry } from 'prom-client'

/** What one process has counted, in a form that can be sent to another one. */
export type Reading = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * The metrics of several processes as those of one. What a process had counted when it was last read stays in
 * the sums after its end: a counter that falls would be taken for one that began anew, and all that is left of
 * it for an increase.
 */
export class SummedMetrics {
  readonly #latest = new Map<number, Reading>()
  #ofEnded: Reading = []

  note(process: number, reading: Reading): void {
    this.#latest.set(process, reading)
  }

  async end(process: number): Promise<void> {
    const last = this.#latest.get(process)
    if (last === undefined) return
    this.#latest.delete(process)
    this.#ofEnded = await summed([this.#ofEnded, last.filter(onlyGrows)]).getMetricsAsJSON()
  }

  text(): Promise<string> {
    return summed([...this.#latest.values(), this.#ofEnded]).metrics()
  }
}

function summed(readings: readonly Reading[]): Registry {
  return AggregatorRegistry.aggregate([...readings])
}

/** The types say that it is a number; it is a word. */
function onlyGrows({ type }: Reading[number]): boolean {
  return ['counter', 'histogram'].includes(String(type))
}
