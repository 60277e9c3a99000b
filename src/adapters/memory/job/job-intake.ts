import { admit } from '../../../domain/account/api-key.ts'
import type { Remembered } from '../../../domain/idempotency.ts'
import { fits } from '../../../domain/plan/meter.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import { audienceRange } from '../../../domain/spinner/audience.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  JobIntake,
  type JobOrder,
  type OrderStanding,
  type Started,
  type TriggerReceipt,
} from '../../../ports/job/job-intake.ts'
import { holderOf } from '../account/account-stores.ts'
import { readMeter } from '../plan/plan-stores.ts'
import { type MemoryStore, meterSlot, versionSlot } from '../store.ts'
import { unlessRefused } from '../unless-refused.ts'
import { beginning } from './beginning.ts'
import { returnSlot, sum, waitingReturns } from './returns.ts'

export class MemoryJobIntake extends JobIntake {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async start(order: JobOrder): Promise<Started | null> {
    const { jobId, caller, idempotency } = order
    const spinnerId = order.spinnerId.toLowerCase()
    const standing = unlessRefused(() => this.#standing(order))
    if (standing === null) return null
    const { organizationId, earlier, reading } = standing
    const published = this.#published(spinnerId, organizationId)
    if (published === null) return null
    if (earlier !== null) return { organizationId, earlier }
    if (!fits(reading, 1)) return null
    const { spinner, version, table } = published
    const store = this.#store
    const now = this.#clock.now()
    const back = waitingReturns(store, spinnerId)
    const isNew = version.audience === 'new'
    const audience = audienceRange(version.audience, spinner.taken, table.end, sum(back))
    for (const one of back) {
      // One over all records has these anyway.
      if (isNew) store.returns.set(returnSlot(one), { ...one, takenBy: jobId })
      else store.returns.delete(returnSlot(one))
    }
    store.jobs.set(jobId, {
      id: jobId,
      organizationId,
      spinnerId,
      spinnerVersion: version.version,
      dataTableId: table.id,
      source: caller.kind === 'session' ? 'app' : 'api',
      audience,
      createdAt: now,
      startsAt: null,
      ...beginning(store, spinnerId),
      startedAt: null,
      finishedAt: null,
      // What cancelled jobs gave back is cut before the range.
      cutSeq: isNew && back.length > 0 ? audience.from.seq - 1 : audience.from.seq,
      returned: 0,
    })
    store.spinners.set(spinnerId, { ...spinner, taken: audience.to })
    store.askTurns([organizationId], 'short')
    store.meters.set(meterSlot(organizationId, 'jobs', periodOf(now)), reading.used + 1)
    if (idempotency !== null) {
      const { fingerprint } = idempotency
      const answer = { jobId, spinnerId }
      store.idempotencyKeys.set(slotOf(order, organizationId), { fingerprint, answer, at: now })
    }
    return { organizationId, earlier: null }
  }

  override async standing(order: JobOrder): Promise<OrderStanding> {
    return this.#standing(order)
  }

  #standing(order: JobOrder): OrderStanding {
    const now = this.#clock.now()
    const organizationId = this.#organizationOf(order, now)
    return {
      organizationId,
      earlier: this.#earlier(order, organizationId),
      isPublished: this.#published(order.spinnerId, organizationId) !== null,
      reading: readMeter(this.#store, organizationId, 'jobs', periodOf(now)),
    }
  }

  #organizationOf({ caller }: JobOrder, now: Date): string {
    if (caller.kind === 'session') return caller.organizationId
    const key = this.#store.keyByDigest(caller.digest)
    return admit(key === undefined ? null : holderOf(this.#store, key), 'trigger', now).organizationId
  }

  #earlier(order: JobOrder, organizationId: string): Remembered<TriggerReceipt> | null {
    return order.idempotency && this.#store.remembered(slotOf(order, organizationId))
  }

  #published(spinnerId: string, organizationId: string) {
    const spinner = this.#store.owned(this.#store.spinners, organizationId, spinnerId)
    if (spinner === null) return null
    const version = this.#store.versions.get(versionSlot(spinner.id, spinner.publishedVersion ?? 0))
    const table = this.#store.tables.get(spinner.dataTableId)
    return version === undefined || table === undefined ? null : { spinner, version, table }
  }
}

function slotOf({ spinnerId, idempotency }: JobOrder, organizationId: string): string {
  return [organizationId, `trigger:${spinnerId.toLowerCase()}`, idempotency?.key].join(' ')
}
