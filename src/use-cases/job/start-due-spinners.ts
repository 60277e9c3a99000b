import { DomainError } from '../../domain/errors.ts'
import { assertFitsMeter } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import { soughtSegmentOf } from '../../domain/spinner/audience.ts'
import { nextStart } from '../../domain/spinner/starts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { PlanStore } from '../../ports/plan/plans.ts'
import type { SegmentEntries } from '../../ports/spinner/segment-entries.ts'
import type { DueStart, SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { SegmentStore } from '../../ports/table/segments.ts'
import type { Timers } from '../../ports/timers.ts'
import type { AdmitSending } from '../admit-sending.ts'

const maxAtOnce = 50
/**
 * The time in milliseconds for which one runtime reserves a due automatic start. If the runtime dies, another
 * runtime makes the start afterwards.
 */
const claimedMs = 30_000
/** The time in milliseconds after which a failed automatic start of a spinner is retried. */
const triedAgainMs = 60_000
/** The milliseconds within which the records of a segment must be counted before a start. */
const maxCountMs = 1_000

/**
 * Starts jobs of spinners that are due by their schedule, new records or entries into a segment. Several runtimes may do
 * this at the same time.
 */
export class StartDueSpinners {
  readonly #spinners: SpinnerStore
  readonly #entries: SegmentEntries
  readonly #plans: PlanStore
  readonly #admitSending: AdmitSending
  readonly #segments: Pick<SegmentStore, 'find' | 'count'>
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #timers: Timers

  constructor(
    spinners: SpinnerStore,
    entries: SegmentEntries,
    plans: PlanStore,
    admitSending: AdmitSending,
    segments: Pick<SegmentStore, 'find' | 'count'>,
    clock: Clock,
    ids: Ids,
    timers: Timers,
  ) {
    this.#segments = segments
    this.#timers = timers
    this.#spinners = spinners
    this.#entries = entries
    this.#plans = plans
    this.#admitSending = admitSending
    this.#clock = clock
    this.#ids = ids
  }

  /** Starts the due spinners of one organization, or of all organizations that are not in test mode. */
  async execute(signal?: AbortSignal, organizationId: string | null = null): Promise<void> {
    const faults: unknown[] = []
    for (;;) {
      const isBehind = await this.#entries.find(organizationId, signal).catch((error: unknown) => {
        faults.push(error)
        return false
      })
      await this.#startDue(organizationId, faults, signal)
      if (!isBehind || signal?.aborted === true) break
    }
    for (const fault of faults) throw fault
  }

  async #startDue(
    organizationId: string | null,
    faults: unknown[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (;;) {
      const now = this.#clock.now()
      const due = await this.#spinners.leaseDueStarts(
        now,
        maxAtOnce,
        new Date(now.getTime() + claimedMs),
        organizationId,
      )
      for (const start of due) {
        // If the automatic start of one spinner fails, continues with the other spinners. The failed start is
        // retried when its reservation ends.
        await this.#start(start).catch((error: unknown) => faults.push(error))
      }
      if (due.length < maxAtOnce || signal?.aborted === true) break
    }
  }

  async #start(start: DueStart): Promise<void> {
    try {
      await this.#begin(start)
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'overloaded') throw error
      const at = this.#clock.now()
      const { code, message } = error
      await this.#spinners.stopDueStart(start, { code, message, at }, new Date(at.getTime() + triedAgainMs))
    }
  }

  async #begin(start: DueStart): Promise<void> {
    const { organizationId, starts } = start
    const now = this.#clock.now()
    const period = periodOf(this.#clock.realNow())
    const nextAt = nextStart(starts, now)
    if (await this.#isEmpty(start)) return this.#spinners.skipDueStart(start, nextAt)
    await this.#assertAdmitted(start)
    const jobId = this.#ids.next()
    const outcome = await this.#spinners.beginDueStart({ ...start, jobId, now, period, nextAt })
    // If the plan has room again by now, the automatic start is retried when its reservation ends.
    if (outcome === 'refused') await this.#assertRoom(organizationId)
  }

  /**
   * Returns whether a schedule starts a job over a segment without records, so that the job would use the plan and write
   * to nobody. A segment that takes long to count has records, as far as this check goes.
   */
  async #isEmpty({ organizationId, spinnerId, starts }: DueStart): Promise<boolean> {
    if (starts.on !== 'schedule') return false
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    if (spinner === null || spinner.publishedVersion === null) return false
    const version = await this.#spinners.version(organizationId, spinnerId, spinner.publishedVersion)
    const segmentId = version === null ? null : soughtSegmentOf(version.audience)
    const segment = segmentId === null ? null : await this.#segments.find(organizationId, segmentId)
    if (segment === null) return false
    const until = this.#timers.elapsedMs() + maxCountMs
    const count = await this.#segments.count(segment, () => this.#timers.elapsedMs() > until)
    return count?.value === 0
  }

  /** Checks the plan first, so that its refusal is the reason that is shown. */
  async #assertAdmitted({ organizationId }: DueStart): Promise<void> {
    if (!this.#admitSending.isConfirmationRequired) return
    await this.#assertRoom(organizationId)
    await this.#admitSending.toStart(organizationId)
  }

  /** Throws if the plan allows no further job. */
  async #assertRoom(organizationId: string): Promise<void> {
    const realNow = this.#clock.realNow()
    assertFitsMeter(await this.#plans.readMeter(organizationId, 'jobs', periodOf(realNow)), 1, realNow)
  }
}
