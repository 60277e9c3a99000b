import { fitsMeter } from '../../../domain/plan/meter.ts'
import { audienceSize } from '../../../domain/spinner/audience.ts'
import type { StoppedStart } from '../../../domain/spinner/spinner.ts'
import type { JobStarter } from '../../../ports/job/job-starter.ts'
import {
  type DueStart,
  DueStarts,
  type StartOrder,
  type StartOutcome,
} from '../../../ports/spinner/due-starts.ts'
import { returnSlot, waitingReturns } from '../job/slices/returned-records.ts'
import { readMeter } from '../plan/plan-stores.ts'
import type { MemoryStore, StoredStart } from '../store.ts'
import { versionSlot } from '../store.ts'
import { hasNew, hasRecipients, rangeOf } from './new-records.ts'

/** The latest time that a `Date` can hold, later than any due time of a start. */
const never = new Date(8.64e15)

export class MemoryDueStarts extends DueStarts {
  readonly #store: MemoryStore
  readonly #intake: JobStarter

  constructor(store: MemoryStore, intake: JobStarter) {
    super()
    this.#store = store
    this.#intake = intake
  }

  override async lease(
    now: Date,
    most: number,
    again: Date,
    of: string | null = null,
  ): Promise<readonly DueStart[]> {
    const isOf = ({ organizationId }: StoredStart) =>
      of === null ? !this.#store.testClocks.has(organizationId) : organizationId === of
    const due = [...this.#store.spinnerStarts.values()]
      .filter((one) => isOf(one) && one.checkAt !== null && one.checkAt <= now)
      .toSorted((a, b) => (a.checkAt?.getTime() ?? 0) - (b.checkAt?.getTime() ?? 0))
    const claimed: DueStart[] = []
    for (const one of due) {
      const { spinnerId, organizationId, starts, dueAt } = one
      if (starts.on === 'records' && !this.#hasNew(spinnerId)) {
        const at = new Date(now.getTime() + starts.withinSeconds * 1000)
        this.#put({ ...one, dueAt: at, checkAt: at, stopped: null })
        continue
      }
      if (claimed.length === most) continue
      this.#put({ ...one, checkAt: again })
      claimed.push({ spinnerId, organizationId, starts, dueAt })
    }
    return claimed.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  }

  override async begin(order: StartOrder): Promise<StartOutcome> {
    const { organizationId, spinnerId, jobId, dueAt, period, nextAt } = order
    const one = this.#store.spinnerStarts.get(spinnerId)
    if (one === undefined || one.checkAt === null || one.dueAt.getTime() !== dueAt.getTime()) return 'taken'
    const after = { ...one, dueAt: nextAt ?? never, checkAt: nextAt, stopped: null }
    if (one.begun.includes(dueAt.getTime())) {
      this.#put(after)
      return 'taken'
    }
    if (!fitsMeter(readMeter(this.#store, organizationId, 'jobs', period), 1)) return 'refused'
    if (!this.#takesAnybody(spinnerId)) {
      this.#put(after)
      return 'empty'
    }
    this.#put({ ...after, begun: [...one.begun, dueAt.getTime()] })
    const caller = { kind: 'session', organizationId } as const
    if ((await this.#intake.start({ jobId, caller, spinnerId, idempotency: null })) === null) {
      this.#put(one)
      return 'refused'
    }
    const job = this.#store.jobs.get(jobId)
    if (job === undefined || one.starts.on === 'call')
      throw new Error('The started job does not exist, or its spinner does not start automatically')
    this.#store.jobs.set(jobId, { ...job, source: one.starts.on })
    return 'started'
  }

  override async stop(start: DueStart, stopped: StoppedStart, checkAt: Date): Promise<void> {
    const one = this.#store.spinnerStarts.get(start.spinnerId)
    if (one === undefined || one.checkAt === null || one.dueAt.getTime() !== start.dueAt.getTime()) return
    const at = one.stopped?.code === stopped.code ? one.stopped.at : stopped.at
    this.#put({ ...one, checkAt, stopped: { ...stopped, at } })
  }

  /**
   * Returns whether a job of the spinner has recipients. If triggers have named all of its new records, or its
   * records were deleted, counts these records as taken.
   */
  #takesAnybody(spinnerId: string): boolean {
    const spinner = this.#store.spinners.get(spinnerId)
    const version = this.#store.versions.get(versionSlot(spinnerId, spinner?.publishedVersion ?? 0))
    if (spinner === undefined || version === undefined) return false
    const range = rangeOf(this.#store, spinner, version.audience)
    if (audienceSize(range) > 0) {
      if (hasRecipients(this.#store, spinner, version.audience)) return true
      for (const one of waitingReturns(this.#store, spinnerId))
        if (one.records > 0) this.#store.returns.delete(returnSlot(one))
    }
    this.#store.spinners.set(spinnerId, { ...spinner, taken: range.to })
    return false
  }

  #hasNew(spinnerId: string): boolean {
    const spinner = this.#store.spinners.get(spinnerId)
    return spinner !== undefined && hasNew(this.#store, spinner)
  }

  #put(one: StoredStart): void {
    this.#store.spinnerStarts.set(one.spinnerId, one)
  }
}
