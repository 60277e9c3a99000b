import cluster from 'node:cluster'
import { realpathSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { processRegistry } from '../../adapters/metrics/process-registry.ts'
import { SummedMetrics } from '../../adapters/metrics/summed-metrics.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'
import type { StartedProcess } from '../process/process.ts'
import type { FromChild, PreparedByParent, ToChild } from './messages.ts'
import { OneChild } from './one-child.ts'

/** The milliseconds after its start within which the end of a child counts as a failed start. */
const soonMs = 60_000
const maxPauseMs = 30_000

/**
 * The milliseconds that a stopping parent waits for its children. A child takes up to 70 seconds for its requests and
 * messages, and up to 75 seconds with mails about accounts. The embedded database would otherwise stop before a child has
 * stored the outcome of its messages. The service manager may kill the parent after 80 seconds.
 */
const maxStopMs = 78_000

/**
 * Starts PROCESSES children that do the work, and owns what exists only once, such as an embedded database.
 * The parent accepts connections and passes each to the next child. When the kernel distributed them, one
 * child got up to three quarters. The port is free as soon as the parent ends, even if children still run.
 */
export class Parent {
  readonly #started: StartedProcess
  readonly #children = new Set<OneChild>()
  readonly #metrics = new SummedMetrics()
  readonly #own = processRegistry()
  #scrape: Promise<string> | null = null
  #isStopping = false

  constructor(started: StartedProcess) {
    this.#started = started
  }

  /**
   * Starts the children and returns when all of them are ready. If one child cannot start, all are stopped.
   */
  async raise(given: PreparedByParent | null = null): Promise<void> {
    const { config, logger, onStop, ending } = this.#started
    cluster.schedulingPolicy = cluster.SCHED_RR
    // Resolves the link dist/current, so that a child which starts later runs the same build as its parent.
    const exec = realpathSync(process.argv[1] ?? '')
    cluster.setupPrimary({ exec, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    process.once('exit', () => {
      for (const child of this.#children) child.kill()
    })
    onStop(() => this.#stop(), maxStopMs)
    const children = Array.from({ length: config.processes }, () => this.#fork(given))
    await Promise.all(
      children.map(async (child) => {
        if (await child.started) return
        ending.throwIfAborted()
        throw new StartFault(
          child.refusal ?? 'A process ended while it was starting; its log shows the cause',
        )
      }),
    )
    for (const child of children) void this.#keep(child, given)
    logger.info({ processes: config.processes }, 'All processes have started')
  }

  #fork(given: PreparedByParent | null): OneChild {
    const worker = cluster.fork({ SPINDLE_CHILD: '1' })
    const child: OneChild = new OneChild(
      worker,
      (lines) => this.#started.output.write(lines),
      (message) => this.#hear(child, message),
    )
    this.#children.add(child)
    void this.#forget(child)
    child.send({ kind: 'given', given })
    if (this.#isStopping) child.send({ kind: 'stop' })
    return child
  }

  async #forget(child: OneChild): Promise<void> {
    await child.ended
    this.#children.delete(child)
    await this.#metrics.end(child.pid)
  }

  /**
   * Starts a new child for each child that ends: at once, or after growing pauses if children repeatedly end
   * soon after their start.
   */
  async #keep(first: OneChild, given: PreparedByParent | null): Promise<void> {
    const { logger, ending } = this.#started
    let soonEnds = 0
    for (let child = first; ; child = this.#fork(given)) {
      const { code, signal } = await child.ended
      if (this.#isStopping || ending.aborted) return
      soonEnds = performance.now() - child.begunAt < soonMs ? soonEnds + 1 : 0
      const pauseMs = soonEnds < 2 ? 0 : Math.min(maxPauseMs, 250 * 2 ** soonEnds)
      const { pid: ended, refusal: reason } = child
      logger.error(
        { ended, code, signal, reason, pauseMs },
        'A process ended; the service starts another one',
      )
      await setTimeout(pauseMs, undefined, { signal: ending }).catch(() => {})
      if (this.#isStopping || ending.aborted) return
    }
  }

  #hear(from: OneChild, message: FromChild): void {
    if (message.kind === 'spent') this.#tellOthers(from, message)
    else if (message.kind === 'scrape') {
      const { id } = message
      void this.#exposition().then((text) => from.send({ kind: 'scraped', id, text }))
    }
  }

  #tellOthers(from: OneChild, message: ToChild): void {
    for (const child of this.#children) if (child !== from) child.send(message)
  }

  /** Returns the metrics of all processes. Several scrapes at the same time share one query of each child. */
  #exposition(): Promise<string> {
    this.#scrape ??= this.#sum().finally(() => {
      this.#scrape = null
    })
    return this.#scrape
  }

  async #sum(): Promise<string> {
    const reading = async (child: OneChild) => {
      const read = await child.read()
      // Ignores the metrics of a child that ended while they were read, because its final metrics are already
      // recorded.
      if (read !== null && this.#children.has(child)) this.#metrics.note(child.pid, read)
    }
    this.#metrics.note(process.pid, await this.#own.getMetricsAsJSON())
    await Promise.all([...this.#children].map(reading))
    return this.#metrics.text()
  }

  async #stop(): Promise<void> {
    this.#isStopping = true
    const children = [...this.#children]
    for (const child of children) child.send({ kind: 'stop' })
    const endings = await Promise.all(children.map(({ ended }) => ended))
    if (endings.some(({ code }) => code !== 0)) process.exitCode = 1
  }
}
