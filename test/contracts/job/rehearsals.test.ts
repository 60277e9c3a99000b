import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { noContactPolicy } from '../../../src/domain/contact/contact-policy.ts'
import { plainRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import {
  maxRehearsalSilenceSeconds,
  type RehearsalResult,
  rehearsalStoredSeconds,
} from '../../../src/domain/job/rehearsal/rehearsal.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type AudienceQuery, RehearsalFacts } from '../../../src/ports/job/rehearsal/rehearsal-facts.ts'
import { type NewRehearsal, Rehearsals } from '../../../src/ports/job/rehearsal/rehearsals.ts'
import { PersonStore } from '../../../src/ports/person/people.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'

import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../support/api.ts'
import { addSender } from '../../support/data/sender.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const minute = 60_000

describe('Rehearsals, RehearsalFacts', () => {
  let world: World
  let own: Tenant
  let now: Date
  beforeAll(async () => {
    world = await createWorld()
    world.clock.follow()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
    now = world.clock.now()
  })

  const rehearsals = () => world.container.get(Rehearsals)
  const later = (ms: number) => new Date(now.getTime() + ms)

  async function begin(changes: Partial<NewRehearsal> = {}): Promise<string | null> {
    const id = world.container.get(Ids).next()
    const { organizationId, spinnerId } = own
    const requested = { version: 1, trigger: 'text', of: 3, supersedes: false, at: now }
    const isBegun = await rehearsals().begin({ id, organizationId, spinnerId, ...requested, ...changes })
    return isBegun ? id : null
  }

  const result = (): RehearsalResult => ({
    spinnerId: own.spinnerId,
    version: 1,
    audience: { eligible: 2, excluded: [], unknown: [] },
    steps: [{ step: 0, path: '1', type: 'email', sends: 1, passes: 0, skips: 1, waits: 0, fails: 0 }],
    reasons: [{ code: 'SUPPRESSED', status: 'skipped', count: 1 }],
    samples: [
      {
        recordId: '1',
        steps: [
          {
            step: 0,
            path: '1',
            type: 'email',
            status: 'sends',
            code: null,
            reason: null,
            at: now,
            message: { to: 'a' },
          },
        ],
      },
    ],
    usage: { records: 0, jobs: 1 },
    firstMessageAt: now,
    lastMessageAt: null,
    people: 0,
    messagesToday: 0,
    maxPeoplePerDay: 0,
  })

  describe('the state of a rehearsal', () => {
    it('is its progress, and then its result', async () => {
      const id = (await begin()) ?? ''
      expect(await rehearsals().progress(id, 2, later(1_000))).toBe(true)
      const { organizationId, spinnerId } = own
      expect(await rehearsals().find(organizationId, id, later(2_000))).toEqual({
        id,
        spinnerId,
        status: 'running',
        progress: { done: 2, of: 3 },
        result: null,
        error: null,
        expiresAt: null,
        createdAt: now,
      })
      await rehearsals().finish(id, result(), later(3_000), later(10 * minute))
      expect(await rehearsals().find(organizationId, id, later(5 * minute))).toMatchObject({
        status: 'done',
        result: result(),
        expiresAt: later(10 * minute),
      })
      expect(await rehearsals().rehearsed(organizationId, id, 'text')).toEqual({
        spinnerId,
        version: 1,
        isSameTrigger: true,
        jobId: null,
        size: 3,
        expiresAt: later(10 * minute),
      })
    })

    it('is not visible to another organization', async () => {
      const id = (await begin()) ?? ''
      await rehearsals().finish(id, result(), now, later(minute))
      const { organizationId } = await createTenant(world)
      expect(await rehearsals().find(organizationId, id, now)).toBeNull()
      expect(await rehearsals().rehearsed(organizationId, id, 'text')).toBeNull()
    })

    it('is the reason of a failure, without a result', async () => {
      const id = (await begin()) ?? ''
      await rehearsals().fail(id, 'The table is gone', now)
      expect(await rehearsals().find(own.organizationId, id, now)).toMatchObject({
        status: 'failed',
        error: 'The table is gone',
      })
      expect(await rehearsals().rehearsed(own.organizationId, id, 'text')).toBeNull()
    })

    it('is interrupted if its process has not reported for a while', async () => {
      const id = (await begin()) ?? ''
      const silent = later((maxRehearsalSilenceSeconds + 1) * 1000)
      expect(await rehearsals().find(own.organizationId, id, silent)).toMatchObject({ status: 'interrupted' })
    })
  })

  it('permit two at once in an organization, and another when one has ended or is interrupted', async () => {
    const first = (await begin()) ?? ''
    await begin()
    expect(await begin()).toBeNull()
    await rehearsals().finish(first, result(), now, now)
    expect(await begin()).not.toBeNull()
    expect(await begin()).toBeNull()
    expect(await begin({ at: later((maxRehearsalSilenceSeconds + 1) * 1000) })).not.toBeNull()
  })

  it('begin as many as are permitted when several begin at once', async () => {
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin()))
    expect(begun.filter((id) => id !== null)).toHaveLength(2)
  })

  it('notify a rehearsal that a newer one replaced it, unless it was begun otherwise', async () => {
    const plain = (await begin()) ?? ''
    const first = (await begin({ supersedes: true })) ?? ''
    const second = await begin({ supersedes: true })
    expect(second).not.toBeNull()
    expect(await rehearsals().progress(first, 1, now)).toBe(false)
    expect(await rehearsals().progress(plain, 1, now)).toBe(true)
    await rehearsals().finish(first, result(), now, now)
    expect(await rehearsals().find(own.organizationId, first, now)).toMatchObject({ status: 'superseded' })
  })

  it('delete results that are no longer shown, periodically and when the next one begins', async () => {
    const old = (await begin({ at: later(-rehearsalStoredSeconds * 1000 - minute) })) ?? ''
    const stored = (await begin()) ?? ''
    expect(await rehearsals().find(own.organizationId, old, now)).toBeNull()
    while (await rehearsals().forget(later(-minute)));
    expect(await rehearsals().find(own.organizationId, stored, now)).not.toBeNull()
    while (await rehearsals().forget(later(minute)));
    expect(await rehearsals().find(own.organizationId, stored, now)).toBeNull()
  })

  it('keep nothing of an organization that erases a person', async () => {
    const id = (await begin()) ?? ''
    const { organizationId } = own
    const other = await createTenant(world)
    const stored = (await begin({ organizationId: other.organizationId, spinnerId: other.spinnerId })) ?? ''
    const person = { organizationId, address: 'ada@acme.example', value: null, digest: 'digest' }
    await world.container.get(PersonStore).eraseRest(person, [])
    expect(await rehearsals().find(organizationId, id, now)).toBeNull()
    expect(await rehearsals().progress(id, 1, now)).toBe(false)
    expect(await rehearsals().find(other.organizationId, stored, now)).not.toBeNull()
  })

  describe('the answer of a dry run with an idempotency key', () => {
    const keyOf = (key = 'once', owner = own) => ({
      organizationId: owner.organizationId,
      spinnerId: owner.spinnerId,
      idempotency: { key, fingerprint: 'print' },
    })
    /** Stores a finished rehearsal for the test and returns the answer that a dry-run trigger would get. */
    async function answered(owner = own) {
      const { organizationId, spinnerId } = owner
      const rehearsal = (await begin({ organizationId, spinnerId })) ?? ''
      const expiresAt = later(10 * minute)
      await rehearsals().finish(rehearsal, result(), now, expiresAt)
      return { result: result(), rehearsal, expiresAt }
    }
    const erase = () => {
      const { organizationId } = own
      const person = { organizationId, address: 'ada@acme.example', value: null, digest: 'digest' }
      return world.container.get(PersonStore).eraseRest(person, [])
    }

    it('is stored once, and returned as it was', async () => {
      const [answer, other] = [await answered(), await answered()]
      expect(await rehearsals().earlierAnswer(keyOf())).toBeNull()
      expect(await rehearsals().keepAnswer(keyOf(), answer, now)).toBe(true)
      expect(await rehearsals().keepAnswer(keyOf(), other, now)).toBe(false)
      const earlier = await rehearsals().earlierAnswer(keyOf())
      expect(earlier).toEqual({ fingerprint: 'print', answer })
      expect(JSON.stringify(earlier?.answer)).toBe(JSON.stringify(answer))
    })

    it('is stored once if several dry runs end at the same time', async () => {
      const answer = await answered()
      const stored = await Promise.all([1, 2, 3].map(() => rehearsals().keepAnswer(keyOf(), answer, now)))
      expect(stored.filter((isStored) => isStored)).toHaveLength(1)
    })

    it('belongs to one spinner of one organization', async () => {
      await rehearsals().keepAnswer(keyOf(), await answered(), now)
      const other = await createTenant(world)
      expect(await rehearsals().earlierAnswer(keyOf('once', other))).toBeNull()
      expect(await rehearsals().earlierAnswer(keyOf('other'))).toBeNull()
    })

    it('is not the answer of a trigger that started a job', async () => {
      const { key: caller, spinnerId } = own
      const idempotency = { key: 'job', fingerprint: 'of the job' }
      await world.container.get(TriggerSpinner).execute({ caller, spinnerId, idempotency })
      expect(await rehearsals().keepAnswer(keyOf('job'), await answered(), now)).toBe(false)
      expect(await rehearsals().earlierAnswer(keyOf('job'))).toEqual({
        fingerprint: 'of the job',
        answer: null,
      })
    })

    it('is deleted if its organization erases a person', async () => {
      const other = await createTenant(world)
      const others = keyOf('once', other)
      await rehearsals().keepAnswer(keyOf(), await answered(), now)
      await rehearsals().keepAnswer(others, await answered(other), now)
      const { key: caller, spinnerId } = own
      const idempotency = { key: 'job', fingerprint: 'of the job' }
      await world.container.get(TriggerSpinner).execute({ caller, spinnerId, idempotency })
      expect((await erase()).idempotencyKeys ?? 0).toBe(0)
      expect(await rehearsals().earlierAnswer(keyOf())).toBeNull()
      expect(await rehearsals().earlierAnswer(others)).not.toBeNull()
      expect(await rehearsals().earlierAnswer(keyOf('job'))).not.toBeNull()
    })

    it('is not stored if a person is erased before the dry run stores it', async () => {
      const answer = await answered()
      await erase()
      expect(await rehearsals().keepAnswer(keyOf(), answer, now)).toBe(false)
      expect(await rehearsals().earlierAnswer(keyOf())).toBeNull()
    })
  })

  describe('the input of a rehearsal', () => {
    const facts = () => world.container.get(RehearsalFacts)

    it('contains the policy, the zone, and the senders with their remaining capacity', async () => {
      const { organizationId, spinnerId } = own
      const good = await addSender(world, organizationId, { isDefault: true, dailyLimit: 40, gapSeconds: 3 })
      const bad = await addSender(world, organizationId, { email: 'b@example.com', status: 'paused' })
      const { senders, ...others } = await facts().surroundings({ organizationId, spinnerId }, now)
      expect(others).toEqual({
        policy: noContactPolicy,
        timeZone: 'UTC',
        knowsByDigest: false,
        pace: null,
        defaultSenderId: good.id,
        spinnerPausedAt: null,
      })
      expect(senders).toHaveLength(2)
      expect(senders.find(({ id }) => id === good.id)).toMatchObject({
        dailyLimit: 40,
        gapSeconds: 3,
        ramp: null,
        rampFrom: null,
        maxPerDay: null,
        timeZone: 'UTC',
        budget: null,
        isPaused: false,
      })
      expect(senders.find(({ id }) => id === bad.id)).toMatchObject({ isPaused: true })
    })

    it('contains for addresses who is suppressed, and which job wrote to them', async () => {
      const { organizationId, spinnerId, dataTableId, key } = own
      const records = ['ada', 'grace'].map((who) => ({
        name: who,
        phone: '',
        account_id: '',
        email: `${who}@acme.example`,
      }))
      const arrival = { credential: key, dataTableId, records, idempotency: null, requestId: 'r' }
      await world.container.get(IngestRecords).execute(arrival)
      const command = { caller: key, spinnerId, idempotency: null }
      const { answer } = await world.container.get(TriggerSpinner).execute(command)
      await world.drain()
      const suppression = {
        id: world.container.get(Ids).next(),
        organizationId,
        email: 'grace@acme.example',
        reason: 'complained',
        note: null,
        createdAt: now,
      } as const
      await world.container.get(UnitOfWork).run((tx) => tx.contactRules.addSuppression(suppression))
      const requested = { organizationId, spinnerId, isExclusive: true }
      const addresses = ['ada@acme.example', 'grace@acme.example', 'new@acme.example']
      const found = await facts().ofAddresses(
        requested,
        await facts().surroundings(requested, now),
        addresses,
      )
      const contact = { spinnerId, rootJobId: answer.jobId, jobId: answer.jobId, step: 0, holdsPerson: false }
      expect(found.get('ada@acme.example')).toMatchObject({ suppression: null, contacts: [contact] })
      expect(found.get('grace@acme.example')).toMatchObject({
        suppression: 'complained',
        contacts: [contact],
      })
      expect(found.get('new@acme.example')?.contacts ?? []).toEqual([])
      expect(found.get('new@acme.example')?.suppression ?? null).toBeNull()
    })

    it('contains how many people of a company are active, if the policy needs it', async () => {
      const { organizationId } = own
      const wait = { type: 'wait', seconds: 3_600 } as const
      const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
      const other = await createTenant(world, { spinner: { steps: [email, wait, email] } })
      await world.container
        .get(UnitOfWork)
        .run((tx) =>
          tx.contactRules.setPolicy(other.organizationId, { ...noContactPolicy, activePerDomain: 3 }),
        )
      const records = ['ada', 'grace'].map((who) => ({
        name: who,
        phone: '',
        account_id: '',
        email: `${who}@acme.example`,
      }))
      const { key, dataTableId, spinnerId } = other
      const arrival = { credential: key, dataTableId, records, idempotency: null, requestId: 'r' }
      await world.container.get(IngestRecords).execute(arrival)
      await world.container.get(TriggerSpinner).execute({ caller: key, spinnerId, idempotency: null })
      await world.drain()
      const requested = { organizationId: other.organizationId, spinnerId, isExclusive: false }
      const known = await facts().surroundings(requested, now)
      const found = await facts().ofAddresses(requested, known, ['ada@acme.example', 'new@acme.example'])
      expect(found.get('ada@acme.example')?.othersOfCompany).toBe(1)
      expect(found.get('new@acme.example')?.othersOfCompany).toBe(2)
      const elsewhere = { organizationId, spinnerId: own.spinnerId, isExclusive: false }
      const there = await facts().ofAddresses(elsewhere, await facts().surroundings(elsewhere, now), [
        'new@acme.example',
      ])
      expect(there.get('new@acme.example')?.othersOfCompany ?? 0).toBe(0)
    })
  })

  describe('the audience of a rehearsal', () => {
    const ingest = async (count: number) => {
      const { key, dataTableId } = own
      const arrival = {
        credential: key,
        dataTableId,
        records: leads(count),
        idempotency: null,
        requestId: 'r',
      }
      await world.container.get(IngestRecords).execute(arrival)
    }
    const trigger = async () => {
      const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
      return (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
    }

    async function found(changes: Partial<AudienceQuery> = {}) {
      const { organizationId, spinnerId, dataTableId } = own
      const requested = {
        organizationId,
        spinnerId,
        dataTableId,
        takes: 'new',
        request: plainRequest.audience,
      } as const
      const audience = await world.container
        .get(RehearsalFacts)
        .audienceOfSpinner({ ...requested, ...changes })
      const parts: number[] = []
      const ids: string[] = []
      for await (const part of audience.parts) {
        parts.push(part.length)
        ids.push(...part.map(({ id }) => id))
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(Math.max(0, ...parts)).toBeLessThanOrEqual(500)
      return { size: audience.size, records: ids.length }
    }

    it('is what no job has taken, in parts, and takes nothing', async () => {
      await ingest(20)
      await trigger()
      for (let turn = 0; turn < 3; turn++) await ingest(450)
      expect(await found()).toEqual({ size: 1350, records: 1350 })
      expect(await found()).toEqual({ size: 1350, records: 1350 })
      expect(await found({ takes: 'all' })).toEqual({ size: 1370, records: 1370 })
    })

    it('contains records that cancelled jobs returned', async () => {
      await ingest(5)
      const jobId = await trigger()
      await ingest(2)
      const { organizationId } = own
      await world.container.get(Jobs).cancel({ organizationId, by: operator }, jobId)
      await world.drain()
      expect(await found()).toEqual({ size: 7, records: 7 })
    })

    it('omits records that triggers have named', async () => {
      await ingest(5)
      const every = await world.container.get(RehearsalFacts).audienceOfSpinner({ ...own, takes: 'new' })
      const ids: string[] = []
      for await (const part of every.parts) ids.push(...part.map(({ id }) => id))
      const [first = '', second = ''] = ids
      const { key: caller, spinnerId } = own
      const request = { ...plainRequest, audience: { kind: 'recordIds', ids: [first, second] } } as const
      await world.container.get(TriggerSpinner).execute({ caller, spinnerId, idempotency: null, request })
      expect(await found()).toEqual({ size: 3, records: 3 })
      expect(await found({ takes: 'all' })).toEqual({ size: 5, records: 5 })
      await trigger()
      expect(await found()).toEqual({ size: 0, records: 0 })
    })

    it('is exactly the named records', async () => {
      await ingest(600)
      const audiences = world.container.get(RehearsalFacts)
      const ids: string[] = []
      const every = await audiences.audienceOfSpinner({ ...own, takes: 'new' })
      for await (const part of every.parts) ids.push(...part.map(({ id }) => id))
      const some = ids.slice(40, 590)
      const audience = audiences.audienceOfRecords(own.dataTableId, some)
      expect(audience.size).toBe(550)
      const sizes: number[] = []
      const read: string[] = []
      for await (const part of audience.parts) {
        sizes.push(part.length)
        read.push(...part.map(({ id }) => id))
      }
      expect(sizes).toEqual([500, 50])
      expect(read.toSorted()).toEqual(some.toSorted())
    })

    it('is empty if all records were taken', async () => {
      expect(await found()).toEqual({ size: 0, records: 0 })
      await ingest(3)
      await trigger()
      expect(await found()).toEqual({ size: 0, records: 0 })
    })
  })
})
