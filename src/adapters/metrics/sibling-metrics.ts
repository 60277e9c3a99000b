import type { Registry } from 'prom-client'
import type { Connections } from '../../ports/connections.ts'
import type { BacklogQueries } from '../../ports/job/backlog-queries.ts'
import type { Exposition } from '../../ports/metrics.ts'
import { PrometheusMetrics } from './prometheus-metrics.ts'

/** Of one of several processes at one port: whichever is asked, all of them are told. */
export class SiblingMetrics extends PrometheusMetrics {
  readonly #contentType: string
  readonly #ofAll: () => Promise<string>

  constructor(
    registry: Registry,
    backlog: BacklogQueries,
    connections: Connections,
    ofAll: () => Promise<string>,
  ) {
    super(registry, backlog, connections)
    this.#contentType = registry.contentType
    this.#ofAll = ofAll
  }

  override async exposition(): Promise<Exposition> {
    return { contentType: this.#contentType, text: await this.#ofAll() }
  }
}
