import { beforeEach, describe, expect, it } from '@jest/globals'
import { MemoryJobStarter } from '../../../src/adapters/memory/job-starter.ts'
import { MemoryStore } from '../../../src/adapters/memory/store.ts'
import { provideAs, provideValue } from '../../../src/composition/provide.ts'
import { plainRequest, type TriggerRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import { Clock } from '../../../src/ports/clock.ts'
import {
  type JobOrder,
  JobStarter,
  type StartedJob,
  type StartOptions,
  type TriggerTarget,
} from '../../../src/ports/job/job-starter.ts'
import { SendingOptions } from '../../../src/use-cases/admit-sending.ts'
import { createFixture, type Fixture, leads } from '../fixture.ts'

/**
 * A test double of the job starter whose next starts find that the spinner has changed since the trigger read
 * it. `cached` is the spinner that its process has cached.
 */
class ConflictingStarter extends MemoryJobStarter {
  conflicts = 0
  cached: TriggerTarget | null = null
  /** Adds records just before the next start; null for none. */
  arrivals: (() => Promise<unknown>) | null = null

  override cachedTarget(): TriggerTarget | null {
    return this.cached
  }

  override async start(order: JobOrder, options: StartOptions | null = null): Promise<StartedJob | null> {
    const { arrivals } = this
    this.arrivals = null
    await arrivals?.()
    return this.conflicts-- > 0 ? null : super.start(order, options)
  }
}

const starter = provideAs(JobStarter, ConflictingStarter, MemoryStore, Clock)
const requests: readonly (readonly [string, (ids: readonly string[]) => Partial<TriggerRequest>])[] = [
  ['without options', () => ({})],
  ['with a limit', () => ({ maxRecipients: 10 })],
  ['with records of its own', () => ({ audience: { kind: 'records', records: leads(2, 10) } })],
  ['over named records', (ids) => ({ audience: { kind: 'recordIds', ids } })],
]

describe.each(requests)('a trigger %s whose spinner changes meanwhile', (_what, requestOf) => {
  let on: Fixture
  const conflict = (times: number) => {
    ;(on.container.get(JobStarter) as ConflictingStarter).conflicts = times
  }
  const ids = () => [...(on.store.records.get(on.demo.dataTableId)?.keys() ?? [])].map(String)
  const trigger = () => on.trigger({ request: { ...plainRequest, ...requestOf(ids()) } })

  beforeEach(async () => {
    on = await createFixture(starter, provideValue(SendingOptions, new SendingOptions(false)))
    await on.ingest(leads(2))
  })

  it('is retried, and starts one job', async () => {
    conflict(4)
    await trigger()
    expect(on.store.jobs.size).toBe(1)
    expect(await on.used('jobs')).toBe(1)
  })

  it('is refused as OVERLOADED if the changes do not end', async () => {
    conflict(100)
    await expect(trigger()).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(on.store.jobs.size).toBe(0)
    expect(on.records()).toHaveLength(2)
  })

  it('gets the reason if the spinner is unpublished meanwhile', async () => {
    conflict(1)
    on.unpublish()
    await expect(trigger()).rejects.toMatchObject({ code: 'SPINNER_NOT_FOUND' })
  })
})

describe('a trigger with records that is refused', () => {
  let on: Fixture
  const audience = { kind: 'records', records: leads(2) } as const

  beforeEach(async () => {
    on = await createFixture(starter)
  })

  it('gets the reason about its key, even if the spinner is cached', async () => {
    const { organizationId, spinnerId } = on.demo
    const order = { jobId: 'j', caller: on.key, spinnerId, idempotency: null }
    const conflicting = on.container.get(JobStarter) as ConflictingStarter
    conflicting.cached = await conflicting.target(order, organizationId)
    const request = { ...plainRequest, audience, maxRecipients: 1 }
    await expect(on.trigger({ request })).rejects.toMatchObject({ code: 'TOO_MANY_RECIPIENTS' })
    on.changeKey({ revokedAt: on.clock.now() })
    await expect(on.trigger({ request })).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('gets the reason about its rehearsal before the reason about the plan', async () => {
    await on.limit({ jobs: 0 })
    const request = { ...plainRequest, audience, rehearsal: 'none' }
    await expect(on.trigger({ request })).rejects.toMatchObject({ code: 'REHEARSAL_EXPIRED' })
  })
})
