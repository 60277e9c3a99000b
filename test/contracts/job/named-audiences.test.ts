import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import {
  plainRequest,
  type RequestedAudience,
  type TriggerRequest,
} from '../../../src/domain/job/audience/trigger-request.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import { periodOf } from '../../../src/domain/plan/period.ts'
import { audienceSize } from '../../../src/domain/spinner/audience.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStarter } from '../../../src/ports/job/job-starter.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'

import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../support/api.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('JobStarter, RecordStore', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    own = await createTenant(world)
  })

  const ingest = async (count: number) => {
    const arrival = {
      credential: own.key,
      dataTableId: own.dataTableId,
      records: leads(count),
      idempotency: null,
      requestId: 'x',
    }
    await world.container.get(IngestRecords).execute(arrival)
  }
  const ids = async () => {
    const page = { limit: 10_000, after: null }
    return (await world.container.get(RecordStore).list(own.dataTableId, 'asc', page)).items.map(
      ({ id }) => id,
    )
  }
  const trigger = async (audience: RequestedAudience, request: Partial<TriggerRequest> = {}) => {
    const command = {
      caller: own.key,
      spinnerId: own.spinnerId,
      idempotency: null,
      request: { ...plainRequest, ...request, audience },
    }
    const { answer } = await world.container.get(TriggerSpinner).execute({ ...command, requestId: 'x' })
    world.clock.follow()
    return answer.jobId
  }
  const plain = () => trigger({ kind: 'spinner' })
  const naming = (recordIds: readonly (string | undefined)[]) =>
    trigger({ kind: 'recordIds', ids: recordIds.map((id) => id ?? '') })
  const cancel = (jobId: string) =>
    world.container.get(Jobs).cancel({ organizationId: own.organizationId, by: operator }, jobId)
  const waiting = async () => {
    const range = await world.container.get(SpinnerStore).audience(own.organizationId, own.spinnerId)
    return range && audienceSize(range)
  }
  const counts = async (jobId: string) =>
    (await world.container.get(JobStore).find(own.organizationId, jobId))?.counts
  /** Stores the outcome sent for all recipients of the test's job, and returns their record ids. */
  async function worked(jobId: string, most = Number.POSITIVE_INFINITY): Promise<string[]> {
    const found: string[] = []
    for (let slices = 0; slices < most; slices++) {
      world.clock.follow()
      const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
      const slice = await world.container.get(Slices).take(jobId, lease)
      if (slice === null) break
      const due = slice.recipients.map(({ recordId }) => recordId)
      found.push(...due)
      const marks = due.map((recordId) => ({ recordId, step: 0, address: null }))
      await world.container.get(Slices).settleAndMark(slice, lease, [], marks)
      const settled = due.map((recordId) =>
        settleStep({ recordId, step: 0, attempts: 0 }, { kind: 'sent' }, programOf(slice.version.steps), 0),
      )
      await world.container.get(Slices).settleAndMark(slice, lease, settled, [])
      await world.container.get(Slices).release(slice, lease)
    }
    return found
  }

  it('take the named records and no others, in several slices, and remove them from the new ones', async () => {
    await ingest(400)
    await ingest(400)
    await ingest(400)
    const all = await ids()
    const named = all.filter((_, index) => index % 2 === 0)
    const jobId = await naming(named)
    expect([await counts(jobId), await waiting()]).toMatchObject([{ total: 600, pending: 600 }, 600])
    const rest = await plain()
    expect([(await counts(rest))?.total, await waiting()]).toEqual([600, 0])
    expect((await worked(jobId)).toSorted()).toEqual(named.toSorted())
    expect((await worked(rest)).toSorted()).toEqual(all.filter((id) => !named.includes(id)).toSorted())
    expect([await counts(jobId), await counts(rest)]).toMatchObject([{ done: 600 }, { done: 600 }])
  })

  it('return untaken records of a cancelled job once, if no other job has taken them', async () => {
    await ingest(3)
    const [first = '', second = ''] = await ids()
    const taken = await plain()
    await ingest(3)
    const [, , , fourth = '', fifth = ''] = await ids()
    const jobId = await naming([first, second, fourth, fifth])
    expect(await waiting()).toBe(1)
    await cancel(jobId)
    expect(await waiting()).toBe(3)
    const next = await plain()
    expect([await counts(next), await waiting()]).toMatchObject([{ total: 3 }, 0])
    expect(await worked(next)).toHaveLength(3)
    expect((await worked(taken)).length).toBe(3)
    await cancel(await naming([fourth]))
    expect(await waiting()).toBe(0)
  })

  it('return all records of a job over several slices that is cancelled before or after its first slice', async () => {
    for (let i = 0; i < 3; i++) await ingest(400)
    const named = (await ids()).slice(0, 1_100)
    await cancel(await naming(named))
    expect(await waiting()).toBe(1_200)
    const jobId = await naming(named)
    expect(await worked(jobId, 1)).toEqual(named.slice(0, 500))
    await cancel(jobId)
    expect([await counts(jobId), await waiting()]).toMatchObject([{ total: 1_100, done: 500 }, 700])
    expect((await worked(await plain())).toSorted()).toEqual((await ids()).slice(500).toSorted())
  })

  it('can name returned records of a cancelled job, and no later job takes them', async () => {
    await ingest(4)
    const [first = '', second = ''] = await ids()
    await cancel(await plain())
    expect(await waiting()).toBe(4)
    const jobId = await naming([first, second])
    expect(await waiting()).toBe(2)
    const next = await plain()
    expect((await worked(next)).toSorted()).toEqual((await ids()).slice(2).toSorted())
    await cancel(jobId)
    expect(await waiting()).toBe(2)
    expect((await worked(await plain())).toSorted()).toEqual([first, second].toSorted())
  })

  it('withhold named records from the next job over new records, even after their job returned them', async () => {
    await ingest(4)
    const [first = '', second = '', third = '', fourth = ''] = await ids()
    const over = await plain()
    const beside = await trigger({ kind: 'recordIds', ids: [second, third] })
    await cancel(over)
    expect(await waiting()).toBe(2)
    const next = await plain()
    expect((await worked(next)).toSorted()).toEqual([first, fourth].toSorted())
    await cancel(beside)
    expect(await waiting()).toBe(2)
    expect((await worked(await plain())).toSorted()).toEqual([second, third].toSorted())
  })

  it('are exceptions of the next audience, as the records are that a cancelled job returned', async () => {
    await ingest(4)
    const [first = '', second = '', third = '', fourth = ''] = await ids()
    await naming([second, third])
    const exceptions = async () => {
      const records = [first, second, third, fourth].map((recordId) => ({ recordId, seq: 1 }))
      const found = await world.container.get(SpinnerStore).exceptionsAmong(own.spinnerId, records)
      return { givenBack: [...found.givenBack], passedOver: [...found.passedOver] }
    }
    expect(await exceptions()).toEqual({ givenBack: [], passedOver: [second, third] })
    await cancel(await plain())
    expect((await exceptions()).givenBack).toEqual([first, fourth])
  })

  it('keep a record with the other job that named it, and return it with the last one', async () => {
    await ingest(2)
    const [first = '', second = ''] = await ids()
    const before = await trigger({ kind: 'recordIds', ids: [first, second] })
    const after = await trigger({ kind: 'recordIds', ids: [second] })
    await cancel(before)
    expect(await waiting()).toBe(1)
    expect(await worked(await plain())).toEqual([first])
    await cancel(after)
    expect(await worked(await plain())).toEqual([second])
  })

  it('return a named record of a cancelled job when the job that had it is cancelled too', async () => {
    await ingest(3)
    const [, second = ''] = await ids()
    const over = await plain()
    const beside = await trigger({ kind: 'recordIds', ids: [second] })
    await cancel(beside)
    await cancel(over)
    expect(await waiting()).toBe(3)
    expect(await worked(await plain())).toHaveLength(3)
  })

  it('keep a record that a trigger named while a job had it that is cancelled, also if a cancelled job had named it', async () => {
    await ingest(3)
    const [first = '', ...rest] = await ids()
    await cancel(await naming([first]))
    const over = await plain()
    const owner = await naming([first])
    await cancel(over)
    expect(await waiting()).toBe(2)
    expect(await worked(await plain())).toEqual(rest)
    expect(await worked(owner)).toEqual([first])
  })

  it('return the records that a cancelled job brought and had not begun', async () => {
    const jobId = await trigger({ kind: 'records', records: leads(3) })
    expect(await waiting()).toBe(0)
    await cancel(jobId)
    expect(await waiting()).toBe(3)
    await ingest(1)
    const brought = await trigger({ kind: 'records', records: leads(2) })
    expect(await waiting()).toBe(4)
    await cancel(brought)
    expect(await waiting()).toBe(6)
    expect(await worked(await plain())).toHaveLength(6)
  })

  it('start nothing if another version of the spinner or its table exists than the trigger requires', async () => {
    await ingest(1)
    const order = {
      jobId: world.container.get(Ids).next(),
      caller: own.key,
      spinnerId: own.spinnerId,
      idempotency: null,
    }
    const intake = world.container.get(JobStarter)
    const target = await intake.target(order, own.organizationId)
    if (target === null) throw new Error('The spinner is published')
    const requested = { version: 2, startsAt: null, data: null, maxRecipients: null }
    const left = { excluded: [], unknown: [] }
    const named = { kind: 'named', recordIds: await ids(), left, isUnchecked: false } as const
    const otherSpinner = { ...requested, audience: { ...named, schemaVersion: null } }
    const otherTable = {
      ...requested,
      version: 1,
      audience: { ...named, schemaVersion: target.tableSchema.version + 1 },
    }
    expect(await intake.start(order, otherSpinner)).toBeNull()
    expect(await intake.start(order, otherTable)).toBeNull()
    expect(
      await intake.start(order, {
        ...requested,
        audience: { kind: 'records', records: leads(1), requestId: 'x', target },
      }),
    ).toBeNull()
    expect([
      await world.inspect.used(own.organizationId, 'records', periodOf(world.clock.now())),
      (await ids()).length,
    ]).toEqual([1, 1])
    expect(await intake.target(order, (await createTenant(world)).organizationId)).toBeNull()
  })

  it('start nothing over unverified ids if the table lacks one of them', async () => {
    await ingest(2)
    const known = await ids()
    const { caller, spinnerId } = { caller: own.key, spinnerId: own.spinnerId }
    const intake = world.container.get(JobStarter)
    const left = { excluded: [], unknown: [] }
    const requested = { version: 1, startsAt: null, data: null, maxRecipients: null }
    const start = (recordIds: readonly string[]) => {
      const jobId = world.container.get(Ids).next()
      return intake.start(
        { jobId, caller, spinnerId, idempotency: null },
        {
          ...requested,
          audience: { kind: 'named', recordIds, left, isUnchecked: true, schemaVersion: null },
        },
      )
    }
    const used = () => world.inspect.used(own.organizationId, 'jobs', periodOf(world.clock.now()))
    const before = await used()
    expect(await Promise.all([start([...known, '999999999']), start(['1']), start(known)])).toEqual([
      null,
      null,
      expect.objectContaining({ details: expect.objectContaining({ eligible: 2 }) }),
    ])
    expect(await used()).toBe(before + 1)
  })

  it('find records by their ids and keys, in one table only', async () => {
    await ingest(2)
    const [first = '', second = ''] = await ids()
    const records = world.container.get(RecordStore)
    expect(await records.withIds(own.dataTableId, [second, first, '1', 'x', `0${first}`])).toEqual(
      new Set([first, second]),
    )
    const other = await createTenant(world)
    expect(await records.withIds(other.dataTableId, [first])).toEqual(new Set())
    expect(await records.withKeys(own.dataTableId, ['0'.repeat(31) + '1'])).toEqual(new Map())
    const condition = {
      where: { column: 'name', operator: 'equals', value: 'Person 1' },
      metadataColumns: ['name'],
      now: new Date(),
    } as const
    expect(await records.like({ tableId: own.dataTableId }, condition, 10)).toEqual([second])
    expect(
      await records.like({ tableId: own.dataTableId }, { ...condition, metadataColumns: [] }, 10),
    ).toEqual([])
  })
})
