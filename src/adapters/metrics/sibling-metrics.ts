import type { Registry } from 'prom-client'
import type { Exposition } from '../../ports/metrics.ts'
import type { ServiceState } from '../../ports/service-state.ts'
import type { Timers } from '../../ports/timers.ts'
import { PrometheusMetrics } from './prometheus-metrics.ts'
import type { Reading } from './summed-metrics.ts'

/** The connection of a process to its parent, which collects the metrics of all processes at one port. */
export interface SiblingScrapes {
  /** Returns the metrics of all processes in the text format of Prometheus. */
  scrape(): Promise<string>
  /** Sets the function that reads the metrics of this process when another process is scraped. */
  onRead(read: () => Promise<Reading>): void
}

/**
 * `SiblingMetrics` exposes the metrics of several processes at one port. A scrape of any process returns the
 * sum over all of them.
 */
export class SiblingMetrics extends PrometheusMetrics {
  readonly #contentType: string
  readonly #ofAll: () => Promise<string>

  constructor(registry: Registry, state: ServiceState, timers: Timers, ofAll: () => Promise<string>) {
    super(registry, state, timers)
    this.#contentType = registry.contentType
    this.#ofAll = ofAll
  }

  override async exposition(): Promise<Exposition> {
    return { contentType: this.#contentType, text: await this.#ofAll() }
  }
}
