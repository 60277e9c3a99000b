import { AggregatorRegistry, type Registry } from 'prom-client'

/** The metrics of one process, in a form that can be sent to another process. */
export type Reading = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * `SummedMetrics` adds up the metrics of several processes. The last counts of a process that has ended stay
 * in the sums. Otherwise a counter would fall, which Prometheus reads as a restart, and it would count the
 * rest as an increase.
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

/**
 * Returns whether a metric only grows, as counters and histograms do. At run time its type is a text such as
 * "counter", although the library declares a number.
 */
function onlyGrows({ type }: Reading[number]): boolean {
  return ['counter', 'histogram'].includes(String(type))
}
