import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../../src/composition/provide.ts'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { noContactPolicy } from '../../../../src/domain/contact/contact-policy.ts'
import type { Idempotency } from '../../../../src/domain/idempotency.ts'
import { plainRequest, type TriggerRequest } from '../../../../src/domain/job/audience/trigger-request.ts'
import type { Outcome } from '../../../../src/domain/job/recipient/recipient.ts'
import type { Sender } from '../../../../src/domain/sender/sender.ts'
import type { Spinner } from '../../../../src/domain/spinner/spinner.ts'
import type { EmailStep, Step } from '../../../../src/domain/spinner/steps/step.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { Rehearsals } from '../../../../src/ports/job/rehearsal/rehearsals.ts'
import { EmailChannel } from '../../../../src/ports/sender/message/channels.ts'
import { Pace } from '../../../../src/ports/timers.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../../src/use-cases/arrival/ingest-records.ts'
import { RehearseTrigger } from '../../../../src/use-cases/job/rehearsal/rehearse-trigger.ts'
import { StoredRehearsals } from '../../../../src/use-cases/job/rehearsal/stored-rehearsals.ts'
import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import { ChangeDataTable } from '../../../../src/use-cases/table/change-data-table.ts'
import { addSender } from '../../../support/data/sender.ts'
import { createTenant, type Tenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

const email: EmailStep = { type: 'email', to: '{{ email }}', subject: 'Hi {{ name }}', text: 'Hello' }
const day = 24 * 60 * 60

describe('a rehearsal of a trigger', () => {
  let world: World
  let own: Tenant
  let requested: string[]

  class Noting extends EmailChannel {
    override async send({ to }: { to: string }): Promise<Outcome> {
      requested.push(to)
      return { kind: 'sent' }
    }
  }

  beforeEach(async () => {
    requested = []
    world = await createWorld([provideValue(EmailChannel, new Noting())])
    world.clock.set('2026-11-20T12:00:00Z')
  })
  afterEach(() => world.close())

  async function begin(
    people: readonly (readonly [name: string, email: string])[],
    spinner: Partial<Pick<Spinner, 'steps' | 'contact' | 'sendWindow'>> = {},
  ): Promise<void> {
    own = await createTenant(world, { spinner: { steps: [email], ...spinner } })
    const records = people.map(([name, address]) => ({ name, email: address, phone: '', account_id: '' }))
    const { key, dataTableId } = own
    const arrival = { credential: key, dataTableId, records, idempotency: null, requestId: 'r' }
    await world.container.get(IngestRecords).execute(arrival)
  }

  const crowd = (count: number) =>
    Array.from({ length: count }, (_, no) => ['Person', `person${no}@acme.example`] as const)

  async function rehearse(request: Partial<TriggerRequest> = {}, idempotency: Idempotency | null = null) {
    const { key: caller, spinnerId } = own
    const gone = new AbortController().signal
    const query = { caller, spinnerId, request: { ...plainRequest, ...request }, gone, idempotency }
    return world.container.get(RehearseTrigger).execute(query)
  }

  const sender = (changes: Partial<Sender>) =>
    addSender(world, own.organizationId, { isDefault: true, ...changes })

  it('writes the simulated time of each message for "now" in a template', async () => {
    const dated: EmailStep = { ...email, subject: '{{ "now" | date: "%Y-%m-%d" }}' }
    await begin(crowd(3), { steps: [dated, { type: 'wait', seconds: 30 * day }, dated] })
    const { result } = await rehearse()
    const ofSamples = result.samples.map(({ steps }) => steps.flatMap((step) => step.message ?? []))
    expect(ofSamples.length).toBeGreaterThan(0)
    for (const messages of ofSamples)
      expect(messages).toMatchObject([{ subject: '2026-11-20' }, { subject: '2026-12-20' }])
  })

  it('contacts no channel, takes no record, uses no meter, and reports what would be used', async () => {
    await begin(crowd(3))
    const { result, rehearsal, expiresAt } = await rehearse()
    expect(result).toMatchObject({
      version: 1,
      audience: { eligible: 3, excluded: [], unknown: [] },
      steps: [{ step: 0, type: 'email', sends: 3, passes: 0, skips: 0, waits: 0, fails: 0 }],
      reasons: [],
      usage: { records: 0, jobs: 1 },
      firstMessageAt: world.clock.now(),
      lastMessageAt: world.clock.now(),
    })
    expect(expiresAt).toEqual(new Date('2026-11-20T12:10:00Z'))
    expect(requested).toEqual([])
    expect(await world.inspect.jobs()).toEqual([])
    expect(await world.inspect.used(own.organizationId, 'jobs', '2026-11')).toBe(0)
    expect((await rehearse()).result).toEqual(result)
    const view = await world.container.get(Rehearsals).find(own.organizationId, rehearsal, world.clock.now())
    expect(view).toMatchObject({ status: 'done', progress: { done: 3, of: 3 } })
  })

  it('shows one example of each result, with the message', async () => {
    await begin([
      ...crowd(40),
      ['', 'nobody@acme.example'],
      ['Bad', 'none'],
      ['Again', 'person7@ACME.example'],
    ])
    const { result } = await rehearse()
    const reported = result.samples.map(({ steps }) => steps.map(({ status, code }) => code ?? status).join())
    expect(reported.slice(0, 4).toSorted()).toEqual([
      'DUPLICATE_ADDRESS',
      'MISSING_CELL',
      'NOT_AN_ADDRESS',
      'sends',
    ])
    expect(reported.slice(4)).toEqual(Array(5).fill('sends'))
    const shown = result.samples.find(({ steps }) => steps[0]?.status === 'sends')?.steps[0]
    expect(shown?.message).toMatchObject({ to: 'person0@acme.example', subject: 'Hi Person' })
  })

  it('advances its clock when recipients wait', async () => {
    const steps: Step[] = [email, { type: 'wait', seconds: 3 * day }, email]
    await begin(crowd(2), { steps })
    const { result } = await rehearse()
    expect(result.steps.map(({ sends, passes }) => sends || passes)).toEqual([2, 2, 2])
    expect([result.firstMessageAt, result.lastMessageAt]).toEqual([
      new Date('2026-11-20T12:00:00Z'),
      new Date('2026-11-23T12:00:00Z'),
    ])
  })

  it('lets recipients wait for their send window, and then continue', async () => {
    const sendWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '11:00', zone: {} }
    await begin(crowd(2), { sendWindow })
    const { result } = await rehearse()
    // The test begins on a Friday after the send window has closed, so the messages leave on Monday.
    expect(result.steps).toMatchObject([{ sends: 2, waits: 2 }])
    expect(result.reasons).toEqual([{ code: 'OUTSIDE_WINDOW', status: 'waiting', count: 2 }])
    expect(result.firstMessageAt).toEqual(new Date('2026-11-23T09:00:00Z'))
  })

  it('lets recipients wait as long as the contact policy says', async () => {
    await begin(crowd(1), { steps: [email, email, email] })
    const policy = { ...noContactPolicy, messagesPerDay: 1 }
    await world.container.get(UnitOfWork).run((tx) => tx.contactRules.setPolicy(own.organizationId, policy))
    const { result } = await rehearse()
    expect(result.steps.map(({ sends, waits }) => [sends, waits])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
    ])
    expect(result.lastMessageAt).toEqual(new Date('2026-11-22T12:00:00Z'))
  })

  it('ends for recipients whose wait has no known end', async () => {
    await begin(crowd(3), { steps: [email, { type: 'wait', seconds: day }, email] })
    const policy = { ...noContactPolicy, activePerDomain: 2 }
    await world.container.get(UnitOfWork).run((tx) => tx.contactRules.setPolicy(own.organizationId, policy))
    const { result } = await rehearse()
    expect(result.steps[0]).toMatchObject({ sends: 2, waits: 1 })
    expect(result.reasons).toEqual([{ code: 'ACTIVE_PER_DOMAIN', status: 'waiting', count: 1 }])
  })

  it('applies the limits of senders, and returns when the last message would be sent', async () => {
    await begin(crowd(25))
    await sender({ dailyLimit: 10 })
    const { result } = await rehearse()
    expect(result.steps).toMatchObject([{ sends: 25, waits: 15 }])
    expect(result.reasons).toEqual([{ code: 'SENDER_DAILY_LIMIT', status: 'waiting', count: 15 }])
    expect(result.firstMessageAt).toEqual(world.clock.now())
    expect(result.lastMessageAt).toEqual(new Date('2026-11-22T00:00:00Z'))
  })

  it('reports that all recipients wait if their sender is paused', async () => {
    await begin(crowd(2))
    await sender({ status: 'paused' })
    const { result } = await rehearse()
    expect(result.steps).toMatchObject([{ sends: 0, waits: 2 }])
    expect(result.reasons).toEqual([{ code: 'SENDER_PAUSED', status: 'waiting', count: 2 }])
    expect([result.firstMessageAt, result.lastMessageAt]).toEqual([null, null])
  })

  it('covers exactly the named records, and lists unknown ones', async () => {
    await begin(crowd(9))
    const first = (await rehearse()).result.samples[0]?.recordId ?? ''
    const { result } = await rehearse({ audience: { kind: 'recordIds', ids: [first, '999999'] } })
    expect(result.audience).toEqual({
      eligible: 1,
      excluded: [{ code: 'UNKNOWN', count: 1 }],
      unknown: ['999999'],
    })
    expect(result.steps).toMatchObject([{ sends: 1 }])
  })

  it('covers records of the trigger as the table would store them', async () => {
    await begin(crowd(1))
    const record = (address: string) => ({ name: 'New', email: address, phone: '', account_id: '' })
    const records = [record('new@acme.example'), record('none'), record('NEW@acme.example')]
    const { result } = await rehearse({ audience: { kind: 'records', records } })
    expect(result).toMatchObject({
      audience: { eligible: 3 },
      steps: [{ sends: 1, skips: 1, fails: 1 }],
      usage: { records: 3, jobs: 1 },
    })
    expect(result.samples.map(({ recordId }) => recordId).toSorted()).toEqual(['#0', '#1', '#2'])
    await expect(
      rehearse({ audience: { kind: 'records', records: [{ other: 'x' }] } }),
    ).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' })
  })

  it('counts new records among repeated ones, and says which match existing records', async () => {
    await begin([['There', 'there@acme.example']])
    const { organizationId, dataTableId } = own
    const match = { columns: ['email'], onMatch: 'update', newerBy: null } as const
    const byMatch = { organizationId, dataTableId, changes: { match }, mergesDuplicates: false }
    await world.container
      .get(ChangeDataTable)
      .execute({ ...byMatch, revision: null, requestId: 'the change', by: operator }, async () => {})
    const record = (address: string) => ({ name: 'New', email: address, phone: '', account_id: '' })
    const records = ['there@acme.example', 'new@acme.example', 'NEW@acme.example'].map(record)
    const request = { audience: { kind: 'records', records } } as const
    const { result } = await rehearse(request)
    expect(result).toMatchObject({
      audience: { eligible: 2, excluded: [{ code: 'DUPLICATE', count: 1 }] },
      usage: { records: 1, jobs: 1 },
    })
  })

  it('begins when the job would, and respects its maximum', async () => {
    await begin(crowd(3))
    const scheduledAt = new Date('2026-11-21T08:00:00Z')
    expect((await rehearse({ scheduledAt })).result.firstMessageAt).toEqual(scheduledAt)
    await expect(rehearse({ maxRecipients: 2 })).rejects.toMatchObject({
      code: 'TOO_MANY_RECIPIENTS',
      details: { recipients: 3 },
    })
    await expect(rehearse({ data: { topic: 'x' } })).rejects.toMatchObject({ code: 'TRIGGER_DATA_MISMATCH' })
  })

  describe('that continues after the response', () => {
    const start = (draft = false) =>
      world.container.get(StoredRehearsals).start({
        organizationId: own.organizationId,
        spinnerId: own.spinnerId,
        draft,
        request: plainRequest,
      })
    const look = (id: string) =>
      world.container.get(Rehearsals).find(own.organizationId, id, world.clock.now())

    it('stores its result for every process to read', async () => {
      await begin(crowd(5))
      const { id, end } = await start()
      await end
      expect(await look(id)).toMatchObject({
        status: 'done',
        result: { version: 1, audience: { eligible: 5 } },
      })
    })

    it('rehearses the draft as it would be published', async () => {
      await begin(crowd(5))
      const { organizationId, spinnerId } = own
      await world.container.get(UnitOfWork).run(async (tx) => {
        const spinner = await tx.spinners.lock(organizationId, spinnerId)
        if (spinner !== null) await tx.spinners.save({ ...spinner, steps: [email, email] })
      })
      const { id, end } = await start(true)
      await end
      expect(await look(id)).toMatchObject({
        result: { version: null, steps: [{ sends: 5 }, { sends: 5 }] },
      })
    })

    it('is abandoned when the next rehearsal of its spinner begins', async () => {
      class Slow extends Pace {
        override pauseForRequests(): Promise<void> {
          return new Promise(() => {})
        }
      }
      await world.close()
      world = await createWorld([provideValue(Pace, new Slow())])
      await begin(crowd(5))
      const first = await start()
      const second = await start()
      expect(await look(first.id)).toMatchObject({ status: 'superseded' })
      expect(await look(second.id)).toMatchObject({ status: 'running' })
    })

    it('is refused if four others run in the process, also if all begin in the same moment', async () => {
      class Slow extends Pace {
        override pauseForRequests(): Promise<void> {
          return new Promise(() => {})
        }
      }
      await world.close()
      world = await createWorld([provideValue(Pace, new Slow())])
      const tenants: Tenant[] = []
      for (let no = 0; no < 6; no++) {
        await begin(crowd(5))
        tenants.push(own)
      }
      const rehearsals = await Promise.allSettled(
        tenants.map(({ organizationId, spinnerId }) =>
          world.container
            .get(StoredRehearsals)
            .start({ organizationId, spinnerId, draft: false, request: plainRequest }),
        ),
      )
      const refused = rehearsals.flatMap((rehearsal) =>
        rehearsal.status === 'rejected' ? [rehearsal.reason.code] : [],
      )
      expect(refused).toEqual(['OVERLOADED', 'OVERLOADED'])
    })

    it('reports that a draft cannot run', async () => {
      await begin(crowd(1))
      const { organizationId, spinnerId } = own
      await world.container.get(UnitOfWork).run(async (tx) => {
        const spinner = await tx.spinners.lock(organizationId, spinnerId)
        const steps: Step[] = [{ ...email, to: '{{ phone }}' }]
        if (spinner !== null) await tx.spinners.save({ ...spinner, steps })
      })
      await expect(start(true)).rejects.toMatchObject({ code: 'SPINNER_INVALID' })
    })
  })

  describe('with an idempotency key', () => {
    const idempotency = { key: 'k', fingerprint: 'of the dry run' }

    it('returns the first result to a repeat, and rehearses once', async () => {
      await begin(crowd(2))
      const first = await rehearse({}, idempotency)
      expect(first.replayed).toBe(false)
      await world.container.get(IngestRecords).execute({
        credential: own.key,
        dataTableId: own.dataTableId,
        records: [{ name: 'New', email: 'new@acme.example', phone: '', account_id: '' }],
        idempotency: null,
        requestId: 'r',
      })
      expect(await rehearse({}, idempotency)).toEqual({ ...first, replayed: true })
      expect((await rehearse()).result.audience.eligible).toBe(3)
      expect((await rehearse({}, { ...idempotency, key: 'other' })).result.audience.eligible).toBe(3)
    })

    it('returns one result to two simultaneous requests', async () => {
      await begin(crowd(2))
      const [one, two] = await Promise.all([rehearse({}, idempotency), rehearse({}, idempotency)])
      expect(one?.rehearsal).toBe(two?.rehearsal)
      expect([one, two].filter((answer) => answer?.replayed)).toHaveLength(1)
    })

    it('is refused for another request, a dry run or a trigger', async () => {
      await begin(crowd(2))
      const { key: caller, spinnerId } = own
      const trigger = (key: Idempotency) =>
        world.container.get(TriggerSpinner).execute({ caller, spinnerId, idempotency: key })
      const reused = { code: 'IDEMPOTENCY_KEY_REUSED' }
      await rehearse({}, idempotency)
      await expect(rehearse({}, { ...idempotency, fingerprint: 'other' })).rejects.toMatchObject(reused)
      await expect(trigger({ ...idempotency, fingerprint: 'of a trigger' })).rejects.toMatchObject(reused)
      await trigger({ key: 'job', fingerprint: 'of the job' })
      await expect(rehearse({}, { ...idempotency, key: 'job' })).rejects.toMatchObject(reused)
      expect(await world.inspect.jobs()).toHaveLength(1)
    })

    it('does not use up its key if it is refused', async () => {
      await begin(crowd(2))
      await expect(rehearse({ maxRecipients: 1 }, idempotency)).rejects.toMatchObject({
        code: 'TOO_MANY_RECIPIENTS',
      })
      expect(await rehearse({}, { ...idempotency, fingerprint: 'corrected' })).toMatchObject({
        replayed: false,
      })
    })

    it('needs a valid API key for a repeat too', async () => {
      await begin(crowd(2))
      await rehearse({}, idempotency)
      own = { ...own, key: { ...own.key, digest: 'revoked' } }
      await expect(rehearse({}, idempotency)).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
    })
  })

  /** Stores two rehearsals that run and report no progress. */
  async function beginTwo(): Promise<void> {
    const { organizationId, spinnerId } = own
    const of = { organizationId, spinnerId, version: 1, trigger: 'text', of: 1, supersedes: false }
    for (let no = 0; no < 2; no++) {
      const id = world.container.get(Ids).next()
      await world.container.get(Rehearsals).begin({ ...of, id, at: world.clock.now() })
    }
  }

  it('is refused while two others run', async () => {
    await begin(crowd(1))
    await beginTwo()
    await expect(rehearse()).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 5 } })
  })

  describe('while a test clock stands two hours behind the real time', () => {
    const shown = new Date('2026-11-20T10:00:00Z')
    const rehearseBehind = () => world.container.get(Clock).at(shown, () => rehearse())

    it('begins at the time of the test clock, and is kept for an hour of real time', async () => {
      await begin(crowd(3))
      const { result, rehearsal, expiresAt } = await rehearseBehind()
      expect(result.firstMessageAt).toEqual(shown)
      expect(expiresAt).toEqual(new Date('2026-11-20T10:10:00Z'))
      const view = () =>
        world.container.get(Rehearsals).find(own.organizationId, rehearsal, world.clock.now())
      const forget = () => world.container.get(StoredRehearsals).deleteOld(new AbortController().signal)
      await forget()
      expect(await view()).toMatchObject({ status: 'done', createdAt: world.clock.now(), expiresAt })
      world.clock.advance(61 * 60)
      await forget()
      expect(await view()).toBeNull()
    })

    it('is refused while two others run, and permitted when they are interrupted', async () => {
      await begin(crowd(1))
      await beginTwo()
      await expect(rehearseBehind()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      world.clock.advance(31)
      expect((await rehearseBehind()).result.audience.eligible).toBe(1)
    })
  })
})
