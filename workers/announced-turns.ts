import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export interface AnnouncedTurnsOptions {
  /**
   * Takes a short turn of an organization at once. When the signal aborts, the turn ends after its present chunk of
   * messages, and the rest of its work is requested again.
   */
  readonly take: (organizationId: string, signal: AbortSignal) => Promise<void>
  /** Adds the turns of organizations to the queue, where any runtime takes them. */
  readonly queue: (organizationIds: readonly string[]) => Promise<void>
  /** Returns whether the runtime processes no entry of the queue at the moment. */
  readonly isIdle: () => boolean
  readonly logger: Logger
}

/** The channel on which the SQL function `announce_turns` reports the organizations that have started jobs. */
export const turnChannel = 'spindle:turn'

/**
 * The minimum time in milliseconds between two additions to the queue. So a runtime that receives thousands of
 * notifications a second adds the turns of their organizations with few statements.
 */
const queueIntervalMs = 20

/**
 * Takes the turn of an organization as soon as one of its jobs was started, if the runtime is idle. A busy runtime
 * adds the turn to the queue instead, so that it takes its place behind the turns of other organizations.
 *
 * Announcements may get lost; the sweep of any runtime then finds the job, usually within a second. If several
 * runtimes receive the notification of one job, leases let one of them process each slice, and the others find nothing
 * to do.
 */
export class AnnouncedTurns {
  readonly #options: AnnouncedTurnsOptions
  /** The organizations whose turns are to be added to the queue. */
  readonly #unqueued = new Set<string>()
  #taking: Promise<void> | null = null
  /** Ends the present turn early. */
  #ending = new AbortController()
  #queuing: Promise<void> | null = null
  #isStopped = false

  constructor(options: AnnouncedTurnsOptions) {
    this.#options = options
  }

  /** Takes the turn of an organization that has just started a job, or adds it to the queue. */
  announce(organizationId: string): void {
    if (this.#isStopped) return
    if (this.#taking === null && this.#options.isIdle()) {
      this.#ending = new AbortController()
      this.#taking = this.#take(organizationId, this.#ending.signal).finally(() => {
        this.#taking = null
      })
      return
    }
    this.#unqueued.add(organizationId)
    this.#queuing ??= this.#queueAll()
  }

  /** Ends the present turn early, and returns when it has ended. */
  async endTurn(): Promise<void> {
    this.#ending.abort()
    await this.#taking
  }

  /** Ignores further announcements, and returns when the present turn has ended early. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([this.endTurn(), this.#queuing])
  }

  async #take(organizationId: string, signal: AbortSignal): Promise<void> {
    const { take, logger } = this.#options
    try {
      await take(organizationId, signal)
    } catch (error) {
      logger.warn(
        { err: error, organizationId },
        'A turn failed; the periodic check for due work requests it again',
      )
    }
  }

  async #queueAll(): Promise<void> {
    const { queue, logger } = this.#options
    while (this.#unqueued.size > 0 && !this.#isStopped) {
      const organizationIds = [...this.#unqueued]
      this.#unqueued.clear()
      try {
        await queue(organizationIds)
      } catch (error) {
        logger.warn(
          { err: error },
          'Turns could not be queued; the periodic check for due work requests them',
        )
      }
      await sleep(queueIntervalMs)
    }
    this.#queuing = null
  }
}
