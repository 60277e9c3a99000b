import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { noContactPolicy } from '../../../src/domain/contact/contact-policy.ts'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import { verdictOn } from '../../../src/domain/job/sending/contact-verdict.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import { timelineOf } from '../../../src/domain/person/person-trace.ts'
import { timelinePage } from '../../../src/domain/person/timeline.ts'
import { causeOf } from '../../../src/domain/reason.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { RehearsalFacts } from '../../../src/ports/job/rehearsal/rehearsal-facts.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { type PersonRecord, PersonStore } from '../../../src/ports/person/people.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { RetryFailed } from '../../../src/use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@acme.example'
const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
const webhook = {
  type: 'webhook',
  method: 'POST',
  url: 'https://crm.example/',
  headers: {},
  body: '',
} as const

describe('PersonStore', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world, { audience: 'all', spinner: { steps: [email, webhook] } })
    await own.ingest([{ name: 'Ada', phone: null, account_id: null, email: ada }])
  })

  const records = async () => {
    const all: PersonRecord[] = []
    for await (const chunk of world.container.get(PersonStore).recordsOf(own.organizationId, ada))
      all.push(...chunk)
    return all
  }
  const history = async (known?: readonly PersonRecord[]) =>
    world.container.get(PersonStore).historyOf(own.organizationId, ada, known ?? (await records()))
  const kinds = async (known?: readonly PersonRecord[]) =>
    timelinePage(timelineOf(await history(known), { suppression: null }, ada), {
      limit: 100,
      after: null,
    }).items.map(({ kind }) => kind)
  const verdict = async (spinnerId = own.spinnerId) => {
    const facts = world.container.get(RehearsalFacts)
    const requested = { organizationId: own.organizationId, spinnerId, isExclusive: false }
    const surroundings = await facts.surroundings(requested, world.clock.now())
    const found = (await facts.ofAddresses(requested, surroundings, [ada])).get(ada)
    const { contacts, othersOfCompany } = found ?? { contacts: [], othersOfCompany: 0 }
    const newcomer = {
      spinnerId,
      recordId: '0',
      step: 0,
      contact: 'oncePerPerson',
      isExclusive: false,
    } as const
    const asker = { ...newcomer, rootJobId: world.container.get(Ids).next() }
    return verdictOn(ada, asker, surroundings.policy, { contacts, othersOfCompany }, world.clock.now())
  }

  /**
   * Starts a job with one recipient. The test marks its message and stores the outcome itself instead of a
   * runtime.
   */
  async function started(jobId?: string) {
    world.clock.follow()
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const id = jobId ?? (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
    const slices = world.container.get(Slices)
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    const slice = (await slices.take(id, lease)) as LeasedSlice
    const recordId = slice.recipients[0]?.recordId ?? ''
    return {
      id,
      mark: (address: string | null = ada, step = 0) =>
        slices.settleAndMark(slice, lease, [], [{ recordId, step, address }]),
      settle: async (outcome: Outcome, address: string | null = ada, step = 0) => {
        const tried = { recordId, step, attempts: 0, address }
        const settled = settleStep(tried, outcome, programOf(slice.version.steps), 0)
        await slices.settleAndMark(slice, lease, [settled], [])
      },
      end: () => slices.release(slice, lease),
    }
  }

  it('return a message from its mark to its end, and a webhook for the record', async () => {
    expect(await kinds()).toEqual(['arrived'])
    const job = await started()
    expect(await kinds()).toEqual(['taken', 'arrived'])
    await job.mark()
    expect(await kinds()).toEqual(['sending', 'taken', 'arrived'])
    await job.settle({ kind: 'sent' })
    await job.mark(null, 1)
    await job.settle({ kind: 'sent' }, null, 1)
    const trace = await history()
    const [recordId] = (await records()).map((personRecord) => personRecord.recordId)
    const { dataTableId, spinnerId } = own
    expect(trace.contacts).toEqual([
      {
        jobId: job.id,
        spinnerId,
        dataTableId,
        recordId,
        step: 0,
        at: expect.any(Date),
        removalRequestedAt: null,
      },
    ])
    expect(trace.passages).toMatchObject([
      {
        jobId: job.id,
        spinnerId,
        dataTableId,
        recordId,
        takenAt: expect.any(Date),
        cancelledAt: null,
        status: 'done',
        deliveries: [
          { step: 0, channel: 'email', status: 'sent', at: expect.any(Date) },
          { step: 1, channel: 'webhook', status: 'sent', at: expect.any(Date) },
        ],
      },
    ])
    expect(timelineOf(trace, { suppression: null }, ada).filter(({ kind }) => kind === 'sent')).toMatchObject(
      [
        { step: 0, to: ada },
        { step: 1, to: null },
      ],
    )
  })

  it('find a message whose record is unknown', async () => {
    const job = await started()
    await job.mark()
    await job.settle({ kind: 'sent' })
    expect(await kinds([])).toEqual(['sent', 'taken'])
  })

  it('return failures, unconfirmed messages and retries', async () => {
    const first = await started()
    await first.mark()
    await first.settle({ kind: 'failed', code: 'MESSAGE_REFUSED', reason: '550 no thanks' })
    await first.end()
    const retry = {
      organizationId: own.organizationId,
      jobId: first.id,
      codes: null,
      version: 'same' as const,
      by: operator,
    }
    const second = await started(await world.container.get(RetryFailed).execute(retry))
    await second.mark()
    await second.settle({ kind: 'unconfirmed', ...causeOf('MAIL_UNCONFIRMED') })
    const items = timelineOf(await history(), { suppression: null }, ada)
    expect(items.filter(({ kind }) => kind === 'failed')).toMatchObject([
      { jobId: first.id, message: '550 no thanks', reason: { code: 'MESSAGE_REFUSED' } },
    ])
    expect(items.filter(({ kind }) => kind === 'unconfirmed')).toMatchObject([
      { jobId: second.id, reason: { code: 'MAIL_UNCONFIRMED' } },
    ])
    expect(items.filter(({ kind }) => kind === 'sent' || kind === 'sending')).toEqual([])
  })

  it('return nothing of another organization', async () => {
    const job = await started()
    await job.mark()
    const stranger = await createTenant(world)
    const trace = await world.container.get(PersonStore).historyOf(stranger.organizationId, ada, [])
    expect(trace).toEqual({ arrivals: [], changes: [], passages: [], contacts: [] })
  })

  it('return the verdict of a mark, and claim nothing', async () => {
    expect([await verdict(), await verdict()]).toEqual([null, null])
    const job = await started()
    await job.mark()
    expect(await verdict()).toMatchObject({
      code: 'ALREADY_CONTACTED',
      seconds: null,
      evidence: { jobId: job.id },
    })
    const other = world.container.get(Ids).next()
    expect(await verdict(other)).toBeNull()
    await world.container
      .get(UnitOfWork)
      .run((tx) => tx.contactRules.setPolicy(own.organizationId, { ...noContactPolicy, messagesPerDay: 1 }))
    expect(await verdict(other)).toMatchObject({ code: 'MESSAGES_PER_DAY', evidence: { limit: 1 } })
    expect((await verdict(other))?.seconds).toBeGreaterThan(86_000)
  })
})
