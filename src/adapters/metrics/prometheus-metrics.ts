import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Backlog } from '../../domain/job/backlog.ts'
import type { MessageChannel } from '../../domain/spinner/steps/step-capabilities.ts'
import {
  type AnsweredRequest,
  type ArrivalOutcome,
  type DeliveryOutcome,
  type Exposition,
  Metrics,
  type RecordSource,
} from '../../ports/metrics.ts'
import type { ConnectionUse, ServiceState } from '../../ports/service-state.ts'
import type { Timers } from '../../ports/timers.ts'
import { LatestBacklog } from './latest-backlog.ts'
import type { Reading } from './summed-metrics.ts'

/**
 * The buckets of request durations in seconds, from an append of one record to the upload of a large file.
 */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * `PrometheusMetrics` counts in the process and exposes the counts to Prometheus. Every label has few values:
 * route templates, statuses, channels, and never an id. Counting a request takes half a microsecond.
 */
export class PrometheusMetrics extends Metrics {
  readonly #registry: Registry
  readonly #backlog: LatestBacklog
  readonly #state: ServiceState
  readonly #requests
  readonly #durations
  readonly #records
  readonly #arrivals
  readonly #deliveries
  readonly #database: ReturnType<typeof databaseGauges>
  readonly #jobs: ReturnType<typeof jobGauges>

  constructor(registry: Registry, state: ServiceState, timers: Timers) {
    super()
    this.#registry = registry
    this.#backlog = new LatestBacklog(state, timers)
    this.#state = state
    const registers = [registry]
    this.#requests = new Counter({
      name: 'spindle_http_requests_total',
      help: 'Number of answered requests.',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'spindle_http_request_duration_seconds',
      help: 'Seconds from the head of a request to the end of its response.',
      labelNames: ['method', 'route'],
      buckets,
      registers,
    })
    this.#records = new Counter({
      name: 'spindle_records_accepted_total',
      help: 'Number of records added to data tables, by how they arrived.',
      labelNames: ['source'],
      registers,
    })
    this.#arrivals = new Counter({
      name: 'spindle_arrivals_total',
      help: 'Number of arrivals that were not accepted on receipt, by outcome.',
      labelNames: ['outcome'],
      registers,
    })
    this.#deliveries = new Counter({
      name: 'spindle_deliveries_total',
      help: 'Number of messages of jobs, by outcome.',
      labelNames: ['channel', 'outcome'],
      registers,
    })
    this.#database = databaseGauges(registers)
    this.#jobs = jobGauges(registers)
    // Creates the counter of each way in which records arrive (API key, webhook URL, import) at zero.
    // Prometheus computes no rate of a counter that first appears with a value.
    for (const source of ['apiKey', 'webhookUrl', 'import'] as const) this.noteRecords(source, 0)
  }

  override noteRequest({ method, route, status, seconds }: AnsweredRequest): void {
    this.#requests.inc({ method, route, status })
    this.#durations.observe({ method, route }, seconds)
  }

  override noteRecords(source: RecordSource, count: number): void {
    this.#records.inc({ source }, count)
  }

  override noteArrival(outcome: ArrivalOutcome, count: number): void {
    this.#arrivals.inc({ outcome }, count)
  }

  override noteDelivery(channel: MessageChannel, outcome: DeliveryOutcome): void {
    this.#deliveries.inc({ channel, outcome })
  }

  override async exposition(): Promise<Exposition> {
    await this.#look()
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  /** Returns the metrics of this process as data, so that they can be added to those of other processes. */
  async reading(): Promise<Reading> {
    await this.#look()
    return this.#registry.getMetricsAsJSON()
  }

  async #look(): Promise<void> {
    const backlog = await this.#backlog.read()
    this.#database.databaseUp.set(backlog === null ? 0 : 1)
    if (backlog === null) this.#forgetBacklog()
    else this.#showBacklog(backlog)
    const use = this.#state.connectionUse()
    if (use !== null) this.#showConnections(use)
  }

  #showBacklog(backlog: Backlog): void {
    const { queuedJobs, scheduledJobs, runningJobs, pausedJobs, dueSlices, oldestDueSeconds, liveWorkers } =
      backlog
    this.#jobs.jobs.set({ status: 'queued' }, queuedJobs)
    this.#jobs.jobs.set({ status: 'scheduled' }, scheduledJobs)
    this.#jobs.jobs.set({ status: 'running' }, runningJobs)
    this.#jobs.jobs.set({ status: 'paused' }, pausedJobs)
    this.#jobs.dueSlices.set(dueSlices)
    this.#jobs.oldestDue.set(oldestDueSeconds)
    this.#jobs.workers.set(liveWorkers)
  }

  /**
   * Removes the figures of the backlog if it cannot be read. Old figures would be mistaken for current ones.
   */
  #forgetBacklog(): void {
    this.#jobs.jobs.reset()
    for (const gauge of [this.#jobs.dueSlices, this.#jobs.oldestDue, this.#jobs.workers]) gauge.remove()
  }

  #showConnections({ used, free, waiting }: ConnectionUse): void {
    this.#database.pool.set({ state: 'used' }, used)
    this.#database.pool.set({ state: 'free' }, free)
    this.#database.poolWaiting.set(waiting)
  }
}

/** Creates the metrics of the connection to the database, in the order in which they are exposed. */
function databaseGauges(registers: Registry[]) {
  return {
    databaseUp: new Gauge({
      name: 'spindle_database_up',
      help: '1 if the database answered this scrape, otherwise 0; the metrics from the database are then missing.',
      aggregator: 'min',
      registers,
    }),
    pool: new Gauge({
      name: 'spindle_database_pool_connections',
      help: 'Number of database connections of this process.',
      labelNames: ['state'],
      registers,
    }),
    poolWaiting: new Gauge({
      name: 'spindle_database_pool_waiting',
      help: 'Number of callers that wait for a database connection of this process.',
      registers,
    }),
  }
}

/** Creates the metrics of jobs and of the runtime. They are read from the database. */
function jobGauges(registers: Registry[]) {
  return {
    jobs: new Gauge({
      name: 'spindle_jobs',
      help: 'Number of jobs that have not ended.',
      aggregator: 'max',
      labelNames: ['status'],
      registers,
    }),
    dueSlices: new Gauge({
      name: 'spindle_slices_due',
      help: 'Number of due slices that no runtime works on.',
      aggregator: 'max',
      registers,
    }),
    oldestDue: new Gauge({
      name: 'spindle_oldest_due_seconds',
      help: 'Seconds for which the oldest due job or slice has been waiting.',
      aggregator: 'max',
      registers,
    }),
    workers: new Gauge({
      name: 'spindle_runtime_workers',
      help: 'Number of runtime processes that were seen within the last 15 seconds.',
      aggregator: 'max',
      registers,
    }),
  }
}
