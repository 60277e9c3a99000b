import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { slicesPerTurn } from '../../../src/domain/job/turn.ts'
import type { Audience } from '../../../src/domain/spinner/audience.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { MessageLog } from '../../../src/ports/sender/message/message-log.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../support/api.ts'
import { createTenant, newSpinner, type Tenant, versionOf } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * The number of slices in a turn of the queue. An organization may work on so many while another waits for its first
 * turn, as these tests expect.
 */
const oneTurn = slicesPerTurn.full

describe('the turns of organizations', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld()
    world.clock.follow()
  })
  afterEach(() => world.close())

  let people = 0
  const ingest = (tenant: Tenant, count: number) =>
    world.container.get(IngestRecords).execute({
      credential: tenant.key,
      dataTableId: tenant.dataTableId,
      // Each call ingests other people into the test's table, because a person who was written to is skipped as
      // a duplicate.
      records: leads(count, (people += count)),
      idempotency: null,
      requestId: 'request',
    })
  const trigger = async ({ key, spinnerId }: Tenant): Promise<string> => {
    const order = { caller: key, spinnerId, idempotency: null }
    return (await world.container.get(TriggerSpinner).execute(order)).answer.jobId
  }
  /** Creates an organization for the test with `count` jobs of one recipient each. */
  async function withJobs(count: number, audience: Audience = 'all'): Promise<Tenant> {
    const tenant = await createTenant(world, { audience })
    await ingest(tenant, 1)
    await Promise.all(Array.from({ length: count }, () => trigger(tenant)))
    return tenant
  }
  /** Creates an organization for the test with a job of several slices. */
  async function withLargeJob(slices: number): Promise<Tenant> {
    const tenant = await createTenant(world)
    for (let no = 0; no < slices; no++) await ingest(tenant, 300)
    await trigger(tenant)
    return tenant
  }
  async function waitFirst({ organizationId, projectId, dataTableId }: Tenant): Promise<Tenant['spinnerId']> {
    const ids = { organizationId, projectId, dataTableId, createdAt: world.clock.now() }
    const mail = newSpinner({ ...ids, id: organizationId }).steps
    const spinner = newSpinner({
      ...ids,
      id: organizationId,
      audience: 'all',
      steps: [{ type: 'wait', seconds: 3_600 }, ...mail],
    })
    await world.container.get(UnitOfWork).run((tx) => tx.spinners.add(spinner, versionOf(spinner)))
    return spinner.id
  }
  const sent = async ({ organizationId }: Tenant): Promise<number> =>
    (await world.container.get(MessageLog).captured(organizationId, null, { limit: 10_000, after: null }))
      .items.length
  const sweep = () => world.container.get(AskDueTurns).execute()

  /**
   * Returns how many messages of the test's first organization were sent before the first message of the
   * second.
   */
  async function sentBefore(first: Tenant, second: Tenant): Promise<number> {
    const before = await sent(first)
    for (;;) {
      const own = await sent(first)
      const turn = await world.takeNext()
      if ((await sent(second)) > 0) return own - before
      if (turn === null) throw new Error('It never had its turn')
    }
  }

  it('serve the one job of an organization although another starts 2,000 at once', async () => {
    const many = await withJobs(2_000)
    const tenant = await withJobs(1)
    expect(await sentBefore(many, tenant)).toBeLessThanOrEqual(oneTurn)
  })

  it('serve the one job of an organization while the 2,000 jobs of another are half done', async () => {
    const many = await withJobs(200)
    for (let turn = 0; turn < 7; turn++) await world.takeNext()
    const tenant = await withJobs(1)
    expect(await sentBefore(many, tenant)).toBeLessThanOrEqual(oneTurn)
  })

  it('serve the one job of an organization although the wake-ups of both were lost', async () => {
    const tenants = [await withJobs(200), await withJobs(1), await withJobs(200)]
    await world.inspect.loseTurns()
    await sweep()
    const [first, one, third] = tenants as [Tenant, Tenant, Tenant]
    expect(await sentBefore(first, one)).toBeLessThanOrEqual(oneTurn)
    expect(await sent(third)).toBeLessThanOrEqual(oneTurn)
  })

  it('serve the one job of an organization although the waits of 200 jobs of another end at once', async () => {
    const [many, one] = [await createTenant(world), await createTenant(world)]
    for (const [tenant, count] of [
      [many, 200],
      [one, 1],
    ] as const) {
      await ingest(tenant, 1)
      const spinnerId = await waitFirst(tenant)
      for (let no = 0; no < count; no++) await trigger({ ...tenant, spinnerId })
    }
    await world.drain()
    expect([await sent(many), await sent(one)]).toEqual([0, 0])
    await world.inspect.endWaits()
    await sweep()
    expect(await sentBefore(many, one)).toBeLessThanOrEqual(oneTurn)
    while ((await sweep()) > 0) await world.drain()
    expect([await sent(many), await sent(one)]).toEqual([200, 1])
  })

  it('give two organizations with a large job each equal numbers of slices', async () => {
    const tenants = [await withLargeJob(9), await withLargeJob(9)]
    for (let turn = 0; turn < 2; turn++) await world.takeNext()
    expect(await Promise.all(tenants.map(sent))).toEqual([1_200, 1_200])
    await world.drain()
    expect(await Promise.all(tenants.map(sent))).toEqual([2_700, 2_700])
  })

  it('serve a small job beside a large one of the same organization, even if its wake-up was lost', async () => {
    const tenant = await withLargeJob(9)
    await world.takeNext()
    await ingest(tenant, 1)
    const small = await trigger(tenant)
    await world.inspect.loseTurns()
    await sweep()
    await world.takeNext()
    const job = await world.container.get(JobStore).find(tenant.organizationId, small)
    expect(job?.status).toBe('completed')
    // Expects that the test's turn processed one slice of the small job and three slices of the large job.
    expect(await sent(tenant)).toBe(4 * 300 + 1 + 3 * 300)
  })

  it('serve both of two large jobs of an organization', async () => {
    const tenant = await withLargeJob(10)
    for (let no = 0; no < 10; no++) await ingest(tenant, 300)
    const second = await trigger(tenant)
    for (let turn = 0; turn < 2; turn++) await world.takeNext()
    const queries = world.container.get(JobStore)
    const { items } = await queries.list(
      tenant.organizationId,
      { spinnerId: null, status: null },
      { limit: 9, after: null },
    )
    expect(items.map(({ status }) => status)).toEqual(['running', 'running'])
    expect(items.find(({ id }) => id === second)?.counts.done).toBeGreaterThan(0)
  })

  it('complete empty jobs before a job with recipients', async () => {
    const tenant = await createTenant(world)
    await Promise.all(Array.from({ length: 150 }, () => trigger(tenant)))
    await ingest(tenant, 1)
    await trigger(tenant)
    await world.drain()
    expect(await sent(tenant)).toBe(1)
    expect(await world.inspect.jobs()).toEqual(
      Array.from({ length: 151 }, () => expect.objectContaining({ status: 'completed' })),
    )
  })
})
