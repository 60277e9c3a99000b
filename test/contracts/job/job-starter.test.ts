import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { digest } from '../../../src/adapters/security/secret.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { auditEntry } from '../../../src/domain/account/audit/audit-entry.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type JobOrder, JobStarter } from '../../../src/ports/job/job-starter.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { leads } from '../../support/api.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { type KernelWorld, storages } from '../../support/demo/kernel.ts'
import { createTenant, newSpinner, newTable, versionOf } from '../../support/tenant.ts'

describe.each(storages)('JobStarter (%s)', (_name, createStorage) => {
  let world: KernelWorld
  let intake: JobStarter

  beforeEach(async () => {
    world = await createStorage()
    intake = world.container.get(JobStarter)
  })
  afterEach(() => world.close())

  const order = (parts: Partial<JobOrder> = {}): JobOrder => ({
    jobId: world.container.get(Ids).next(),
    caller: { kind: 'apiKey', digest: digest(world.demo.apiKey) },
    spinnerId: world.demo.spinnerId,
    idempotency: null,
    ...parts,
  })
  const keyed = (key: string, fingerprint = 'print'): JobOrder => order({ idempotency: { key, fingerprint } })
  const stranger = async () => {
    const { organizationId } = await createTenant(world)
    return { kind: 'session', organizationId } as const
  }
  const used = () => world.inspect.used(world.demo.organizationId, 'jobs', '2026-11')
  const fresh = () => ({ organizationId: world.demo.organizationId, earlier: null })
  const turn = () => ({ organizationId: world.demo.organizationId })
  const audiences = async () => (await world.inspect.jobs()).map(({ fromSeq, toSeq }) => [fromSeq, toSeq])
  const jobIds = async () => (await world.inspect.jobs()).map(({ id }) => id)

  it('writes job and wake-up, counts one job on the meter, and returns the organization', async () => {
    const jobOrder = order()
    expect(await intake.start(jobOrder)).toEqual(fresh())
    expect([await jobIds(), await world.inspect.turns()]).toEqual([[jobOrder.jobId], [turn()]])
    expect(await used()).toBe(1)
  })

  it('requests one turn for many jobs that are started at once', async () => {
    const many = Array.from({ length: 70 }, () => order())
    const answers = await Promise.all(many.map((jobOrder) => intake.start(jobOrder)))
    expect(answers).toEqual(many.map(fresh))
    const ids = many.map(({ jobId }) => jobId).toSorted()
    expect((await jobIds()).toSorted()).toEqual(ids)
    expect(await world.inspect.turns()).toEqual([turn()])
    expect(await used()).toBe(70)
  })

  it('starts a job for a user of the organization', async () => {
    const { organizationId } = world.demo
    expect(await intake.start(order({ caller: { kind: 'session', organizationId } }))).toEqual(fresh())
  })

  it('writes the audit entries of exactly the started jobs that have one, with their spinner', async () => {
    const { organizationId } = world.demo
    const audited = (): JobOrder => {
      const jobOrder = order({ caller: { kind: 'session', organizationId } })
      const subject = { kind: 'job', id: jobOrder.jobId, name: null } as const
      const event = { action: 'job.started', organizationId, by: operator, subject } as const
      const ids = world.container.get(Ids)
      return { ...jobOrder, audit: auditEntry(ids.next(), world.clock.now(), { ...event, after: {} }) }
    }
    const [first, second, last] = [audited(), audited(), audited()]
    await Promise.all([order(), first, order(), second].map((jobOrder) => intake.start(jobOrder)))
    const unknown = { ...last, spinnerId: world.container.get(Ids).next() }
    expect(await intake.start(unknown)).toBeNull()
    const filter = { ...anyEntry, action: 'job.' }
    const { items } = await world.container.get(AuditStore).list(filter, { limit: 10, after: null })
    const wanted = [second, first].map(({ audit, jobId }) => ({
      ...audit,
      subject: { kind: 'job', id: jobId, name: expect.stringMatching(/./) },
      after: { version: 1, recipients: expect.any(Number) },
    }))
    expect(items.toSorted((a, b) => (a.id < b.id ? 1 : -1))).toEqual(wanted)
  })

  describe('assigns to a job', () => {
    const ingest = () =>
      world.container.get(IngestRecords).execute({
        credential: { kind: 'apiKey', digest: digest(world.demo.apiKey) },
        dataTableId: world.demo.dataTableId,
        records: leads(2),
        idempotency: null,
        requestId: 'request',
      })

    it('the records that its spinner has not taken, and none to simultaneous jobs', async () => {
      await ingest()
      await Promise.all([intake.start(order()), intake.start(order())])
      await ingest()
      await intake.start(order())
      expect((await audiences()).toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)).toEqual([
        [0, 1],
        [1, 1],
        [1, 2],
      ])
    })

    it('every record if the version says "all", to simultaneous jobs too', async () => {
      const own = await createTenant(world, { audience: 'all' })
      await own.ingest(leads(2))
      const { organizationId } = own
      const all = () =>
        intake.start(order({ caller: { kind: 'session', organizationId }, spinnerId: own.spinnerId }))
      await all()
      await Promise.all([all(), all()])
      expect(await audiences()).toEqual([
        [0, 1],
        [0, 1],
        [0, 1],
      ])
    })
  })

  describe('writes nothing', () => {
    const nothing = async () => {
      expect([await world.inspect.jobs(), await world.inspect.turns(), await used()]).toEqual([[], [], 0])
    }

    it('for a spinner of another organization', async () => {
      expect(await intake.start(order({ caller: await stranger() }))).toBeNull()
      await nothing()
    })

    it.each([
      ['that has expired', { keyExpiresAt: new Date('2026-11-01T00:00:00Z') }],
      ['that was revoked', { keyRevokedAt: new Date('2026-11-01T00:00:00Z') }],
      ['that may only ingest', { scopes: ['ingest'] }],
      ['of an organization whose plan has no keys', { plan: 'free' }],
    ] as const)('for a key %s', async (_which, change) => {
      await world.inspect.change(change)
      expect(await intake.start(order())).toBeNull()
      await expect(intake.factsOf(order())).rejects.toBeInstanceOf(DomainError)
      await nothing()
    })

    it('for a draft, and returns that it is not published', async () => {
      await world.inspect.change({ unpublish: true })
      expect(await intake.start(order())).toBeNull()
      expect(await intake.factsOf(order())).toMatchObject({ isPublished: false })
      await nothing()
    })

    it('beyond the plan, and returns the state of the meter', async () => {
      await world.inspect.change({ used: { meter: 'jobs', period: '2026-11', amount: 500 } })
      expect(await intake.start(keyed('k'))).toBeNull()
      expect(await intake.factsOf(keyed('k'))).toMatchObject({
        earlier: null,
        reading: { meter: 'jobs', limit: 500, used: 500 },
      })
      expect([await world.inspect.jobs(), await world.inspect.turns()]).toEqual([[], []])
    })

    it('for one of several requests, and starts the others', async () => {
      const orders = [order(), order({ caller: await stranger() }), order()]
      const answers = await Promise.all(orders.map((jobOrder) => intake.start(jobOrder)))
      expect(answers).toEqual([fresh(), null, fresh()])
      expect(await jobIds()).toHaveLength(2)
    })
  })

  describe('a key that is limited to projects', () => {
    /** Adds another project with a data table and a published spinner. */
    async function addProject(organizationId: string): Promise<{ readonly spinnerId: string }> {
      const { container, clock } = world
      const [projectId = '', dataTableId = '', spinnerId = ''] = [1, 2, 3].map(() =>
        container.get(Ids).next(),
      )
      const own = { organizationId, projectId, createdAt: clock.now() }
      const token = container.get(Secrets).ingestToken(dataTableId)
      const spinner = newSpinner({ ...own, id: spinnerId, dataTableId })
      await container.get(UnitOfWork).run(async (tx) => {
        await tx.projects.add({ id: projectId, organizationId, name: 'Other', createdAt: own.createdAt })
        await tx.dataTables.add(newTable({ ...own, id: dataTableId }, token))
        await tx.spinners.add(spinner, versionOf(spinner))
      })
      return { spinnerId }
    }

    it('is in reach of the spinners of its projects only, and gets earlier answers only there', async () => {
      const own = await createTenant(world, { keyScopes: ['trigger'] })
      const { organizationId, projectId } = own
      const caller = { kind: 'apiKey', digest: digest('limited') } as const
      const other = await addProject(organizationId)
      await world.container.get(UnitOfWork).run(async (tx) => {
        const key = await tx.apiKeys.lock(organizationId, own.apiKeyId)
        const id = world.container.get(Ids).next()
        if (key !== null) await tx.apiKeys.add({ ...key, id, digest: caller.digest, projectIds: [projectId] })
      })
      const idempotency = { key: 'k', fingerprint: 'print' }
      const session = { kind: 'session', organizationId } as const
      for (const { spinnerId } of [own, other])
        await intake.start(order({ caller: session, spinnerId, idempotency }))
      const facts = (spinnerId: string) => intake.factsOf(order({ caller, spinnerId, idempotency }))
      const hidden = { isInReach: false, isPublished: false, earlier: null }
      expect(await facts(other.spinnerId)).toMatchObject(hidden)
      expect(await facts(world.container.get(Ids).next())).toMatchObject(hidden)
      expect(await facts(own.spinnerId)).toMatchObject({
        isInReach: true,
        isPublished: true,
        earlier: { fingerprint: 'print' },
      })
      expect(await intake.start(order({ caller, spinnerId: other.spinnerId, idempotency }))).toBeNull()
      expect(await intake.start(order({ caller: session, spinnerId: own.spinnerId, idempotency }))).toEqual(
        await intake.start(order({ caller, spinnerId: own.spinnerId, idempotency })),
      )
    })
  })

  describe('an idempotency key', () => {
    it('returns the first job', async () => {
      const first = keyed('k', 'of the first')
      await intake.start(first)
      const { jobId, spinnerId } = first
      const earlier = { fingerprint: 'of the first', answer: { jobId, spinnerId } }
      expect(await intake.start(keyed('k', 'of the second'))).toMatchObject({ earlier })
      expect(await intake.factsOf(keyed('k'))).toMatchObject({ earlier })
    })

    it('that is sent many times at once starts one job', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => intake.start(keyed('k'))))
      expect(answers.filter((answer) => answer?.earlier === null)).toHaveLength(1)
      expect([await used(), (await jobIds()).length]).toEqual([1, 1])
    })

    it('returns the first of two that are sent at once', async () => {
      const [first, second] = [keyed('k', 'first'), keyed('k', 'second')]
      await Promise.all([intake.start(first), intake.start(second)])
      expect((await intake.factsOf(keyed('k'))).earlier).toMatchObject({ fingerprint: 'first' })
    })

    it('that is first sent with a bad key can be used with a good one', async () => {
      const idempotency = { key: 'k', fingerprint: 'print' }
      const bad = intake.start(order({ idempotency, caller: { kind: 'apiKey', digest: 'unknown' } }))
      const [, good] = await Promise.allSettled([bad, intake.start(keyed('k'))])
      expect(good).toEqual({ status: 'fulfilled', value: fresh() })
    })

    it('that is repeated uses no room of new jobs', async () => {
      await intake.start(keyed('k'))
      await world.inspect.change({ used: { meter: 'jobs', period: '2026-11', amount: 499 } })
      const repeats = Array.from({ length: 20 }, () => intake.start(keyed('k')))
      expect(await intake.start(order())).toEqual(fresh())
      await Promise.all(repeats)
    })

    it('is deleted in batches, old keys only', async () => {
      const now = world.clock.now()
      world.clock.set('2026-11-01T00:00:00.000Z')
      for (const key of ['o1', 'o2', 'o3']) await intake.start(keyed(key))
      world.clock.set(now.toISOString())
      await intake.start(keyed('young'))
      const forget = () =>
        world.container.get(UnitOfWork).run((tx) => tx.arrivals.forgetIdempotencyKeys(now, 2, now))
      expect([await forget(), await forget(), await forget()]).toEqual([2, 1, 0])
      expect((await intake.factsOf(keyed('o1'))).earlier).toBeNull()
      expect((await intake.factsOf(keyed('young'))).earlier).not.toBeNull()
    })
  })
})
