import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { plainRequest } from '../../../../src/domain/job/audience/trigger-request.ts'
import { type Outcome, settleStep } from '../../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../../src/domain/job/slice.ts'
import { removalRequestOf } from '../../../../src/domain/person/person-trace.ts'
import type { InboundFact } from '../../../../src/domain/sender/inbound/inbound-fact.ts'
import type { SentMessage } from '../../../../src/domain/sender/message/logged-message.ts'
import type { Spinner } from '../../../../src/domain/spinner/spinner.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { JobStore } from '../../../../src/ports/job/jobs.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { PersonStore } from '../../../../src/ports/person/people.ts'
import { MessageTokens } from '../../../../src/ports/sender/message/message-tokens.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { Jobs } from '../../../../src/use-cases/job/jobs.ts'

import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import { InboundFactProcessor } from '../../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { lead } from '../../../support/api.ts'
import { programOfLength } from '../../../support/program.ts'
import { createTenant, newSpinner, type Tenant, versionOf } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
const ines = 'ines@buyer.example'
const otto = 'otto@buyer.example'
const sent = { kind: 'sent' } as const
const refused: Outcome = { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Refused' }
const here = { scope: 'job' } as const

/** A job of one spinner of the organization, with the lease of its only slice. Ines is its first recipient. */
interface Run {
  readonly spinnerId: string
  readonly jobId: string
  slice: LeasedSlice
  lease: { readonly holder: string; readonly seconds: number }
}

describe('tx.jobs', () => {
  let world: World
  let own: Tenant
  let slices: Slices
  let no = 0

  beforeAll(async () => {
    world = await createWorld()
    slices = world.container.get(Slices)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
    await own.ingest([lead(0), lead(1)])
  })

  /** Triggers a job of another spinner over all records, and leases its slice unless it is to begin later. */
  async function begin(settings: Partial<Spinner> = {}, scheduledAt: Date | null = null): Promise<Run> {
    const { organizationId, projectId, dataTableId } = own
    const ids = { id: world.container.get(Ids).next(), organizationId, projectId, dataTableId }
    const rest = {
      audience: 'all',
      steps: [email, email],
      createdAt: world.clock.now(),
      ...settings,
    } as const
    const spinner = newSpinner({ ...ids, ...rest })
    await world.container.get(UnitOfWork).run((tx) => tx.spinners.add(spinner, versionOf(spinner)))
    const jobId = await trigger(spinner.id, scheduledAt)
    const run = { spinnerId: spinner.id, jobId } as Run
    if (scheduledAt === null) await take(run)
    return run
  }

  async function trigger(spinnerId: string, scheduledAt: Date | null): Promise<string> {
    const request = scheduledAt === null ? {} : { request: { ...plainRequest, scheduledAt } }
    const command = { caller: own.key, spinnerId, idempotency: null, ...request }
    return (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
  }

  async function take(run: Run): Promise<void> {
    world.clock.follow()
    run.lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    run.slice = (await slices.take(run.jobId, run.lease)) as LeasedSlice
  }

  const idOf = ({ slice }: Run, nth: number) => slice.recipients[nth]?.recordId ?? ''
  const mark = async (run: Run, nth: number, address: string, step = 0) => {
    const next = [{ recordId: idOf(run, nth), step, address }]
    return (await slices.settleAndMark(run.slice, run.lease, [], next)).withheld.get(idOf(run, nth)) ?? null
  }
  const settle = (run: Run, nth: number, outcome: Outcome = sent, step = 0, message?: SentMessage) => {
    const at = { recordId: idOf(run, nth), step, attempts: 0, address: [ines, otto][nth] ?? null }
    const settled = { ...settleStep(at, outcome, programOfLength(2), 0), ...(message && { message }) }
    return slices.settleAndMark(run.slice, run.lease, [settled], [])
  }
  const release = (run: Run) => slices.release(run.slice, run.lease)
  /** Sends the first message of a job to Ines and Otto, who then wait for the second. */
  const sendFirst = async (run: Run) => {
    for (const [nth, address] of [ines, otto].entries()) {
      expect(await mark(run, nth, address)).toBeNull()
      await settle(run, nth)
    }
    await release(run)
  }
  const reply = (run: Run, changes: Partial<InboundFact> = {}, addresses = [ines]) => {
    const { jobId, slice } = run
    const place = { jobId, slice: slice.no, recordId: idOf(run, 0), step: 0 }
    const messageIds = [world.container.get(MessageTokens).messageIdFor(place, 'sales@own.example')]
    const fact: InboundFact = {
      kind: 'reply',
      asksToStop: false,
      key: `reply ${no++}`,
      at: new Date('2026-11-28T08:30:00.000Z'),
      messageId: '<answer@buyer.example>',
      until: null,
      status: null,
      serverResponse: null,
      voucher: null,
      answers: { messageIds, providerId: null, providerThread: null, addresses },
      ...changes,
    }
    const { organizationId } = own
    return world.container.get(InboundFactProcessor).process({ organizationId, senderId: null, fact })
  }
  const recipients = async ({ jobId }: Run) => {
    const page = { limit: 10, after: null }
    const list = world.container.get(JobStore).recipients(jobId, { status: null, reason: null }, page)
    return (await list).items.map(({ status, reason }) => [status, reason?.code ?? null])
  }
  const evidenceOf = async ({ jobId }: Run) => {
    const page = { limit: 10, after: null }
    const list = world.container.get(JobStore).recipients(jobId, { status: 'stopped', reason: null }, page)
    return (await list).items[0]?.reason?.evidence
  }
  const requestTo = async ({ jobId }: Run) => {
    const { contacts } = await world.container.get(PersonStore).historyOf(own.organizationId, ines, [])
    return removalRequestOf(contacts.filter((contact) => contact.jobId === jobId))
  }
  const isStopped = [
    ['stopped', 'REPLIED'],
    ['pending', null],
  ]
  const continues = [
    ['pending', null],
    ['pending', null],
  ]

  it('stops a person who waits for the next message of another spinner, and names the answered one', async () => {
    const [waiting, answered] = [await begin(), await begin()]
    await sendFirst(waiting)
    await sendFirst(answered)
    expect(await reply(answered)).toBe('stopped')
    expect([await recipients(answered), await recipients(waiting)]).toEqual([isStopped, isStopped])
    expect(await evidenceOf(waiting)).toMatchObject({
      at: '2026-11-28T08:30:00.000Z',
      messageId: '<answer@buyer.example>',
      spinnerId: answered.spinnerId,
      jobId: answered.jobId,
    })
  })

  it.each([
    ['only stops at replies to its own messages', { reply: here }],
    ['does not stop at replies', { exits: ['bounce'] }],
  ] as const)('does not stop a person in a spinner that %s', async (_, settings) => {
    const [waiting, unwritten, answered] = [await begin(settings), await begin(settings), await begin()]
    await sendFirst(waiting)
    await sendFirst(answered)
    expect(await reply(answered)).toBe('stopped')
    expect(await recipients(waiting)).toEqual(continues)
    await take(waiting)
    expect(await mark(waiting, 0, ines, 1)).toBeNull()
    expect(await mark(unwritten, 0, ines)).toBeNull()
  })

  it('asks the spinner that would write next, not the spinner that was answered', async () => {
    const [waiting, answered] = [await begin(), await begin({ reply: here })]
    await sendFirst(waiting)
    await sendFirst(answered)
    await reply(answered)
    expect([await recipients(answered), await recipients(waiting)]).toEqual([isStopped, isStopped])
    world.clock.advance(1)
    const silent = await begin({ exits: [] })
    await sendFirst(silent)
    world.clock.advance(1)
    const other = await begin()
    await sendFirst(other)
    expect(await reply(silent)).toBe('stopped')
    expect([await recipients(silent), await recipients(other)]).toEqual([continues, isStopped])
  })

  it('stops a person to whom the other spinner has not written yet, at the first message', async () => {
    const [unwritten, answered] = [await begin(), await begin()]
    await sendFirst(answered)
    await reply(answered)
    expect(await mark(unwritten, 0, ines)).toMatchObject({
      kind: 'stopped',
      code: 'REPLIED',
      evidence: { spinnerId: answered.spinnerId, messageId: '<answer@buyer.example>' },
    })
    expect(await mark(unwritten, 1, otto)).toBeNull()
  })

  it('completes a message of the other spinner that is in transit, and stops the person after it', async () => {
    const [other, answered] = [await begin(), await begin()]
    await sendFirst(answered)
    await mark(other, 0, ines)
    await reply(answered)
    await settle(other, 0)
    expect(await mark(other, 0, ines, 1)).toMatchObject({ kind: 'stopped', code: 'REPLIED' })
    await release(other)
    expect(await recipients(other)).toEqual(isStopped)
  })

  it('keeps a reply that was attributed to a message in transit, although that message is not sent', async () => {
    const [answered, other, unwritten] = [await begin(), await begin(), await begin()]
    await sendFirst(answered)
    world.clock.advance(1)
    await mark(other, 0, ines)
    const answers = { messageIds: [], providerId: null, providerThread: null, addresses: [ines] }
    await reply(other, { answers, voucher: 'authentication', at: world.clock.now() })
    await settle(other, 0, refused)
    await release(other)
    expect(await mark(unwritten, 0, ines)).toMatchObject({ kind: 'stopped', code: 'REPLIED' })
    expect(await mark(unwritten, 1, otto)).toBeNull()
  })

  it('stops the person in a paused job, and in a job that was scheduled before the reply', async () => {
    const [paused, answered] = [await begin(), await begin()]
    const inAnHour = new Date(world.clock.now().getTime() + 3_600_000)
    const scheduled = await begin({}, inAnHour)
    await sendFirst(paused)
    await sendFirst(answered)
    const ofJob = { organizationId: own.organizationId, jobId: paused.jobId, by: operator }
    await world.container.get(Jobs).pause(ofJob, ofJob.jobId)
    await reply(answered)
    expect(await recipients(paused)).toEqual(isStopped)
    await world.container.get(Jobs).resume(ofJob, ofJob.jobId)
    world.clock.advance(3_600)
    await slices.due(null, 100)
    scheduled.lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    const without = [paused.jobId, answered.jobId]
    const turn = { nth: 0, without }
    scheduled.slice = (await slices.takeNext(own.organizationId, turn, scheduled.lease)) as LeasedSlice
    expect(await mark(scheduled, 0, ines)).toMatchObject({ kind: 'stopped', code: 'REPLIED' })
    world.clock.follow()
  })

  it('does not stop a job that was triggered after the reply', async () => {
    const answered = await begin()
    await sendFirst(answered)
    await reply(answered)
    world.clock.advance(1)
    const later = await begin()
    expect(await mark(later, 0, ines)).toBeNull()
  })

  it('keeps a person who failed in the other spinner out of its retry', async () => {
    const [failing, answered] = [await begin(), await begin()]
    await mark(failing, 0, ines)
    await settle(failing, 0)
    await mark(failing, 0, ines, 1)
    await settle(failing, 0, refused, 1)
    await mark(failing, 1, otto)
    await settle(failing, 1)
    await mark(failing, 1, otto, 1)
    await settle(failing, 1, sent, 1)
    await release(failing)
    await sendFirst(answered)
    expect(await reply(answered)).toBe('stopped')
    const retryable = await world.container
      .get(UnitOfWork)
      .run((tx) => tx.jobs.retryable({ jobId: failing.jobId, codes: null }))
    expect(retryable).toBe('stopped')
  })

  it('stops the retry of a person whose first message had failed before the reply', async () => {
    const [failing, answered] = [await begin(), await begin()]
    for (const nth of [0, 1]) await settle(failing, nth, refused)
    await release(failing)
    await sendFirst(answered)
    await reply(answered)
    world.clock.advance(1)
    const newId = world.container.get(Ids).next()
    const order = {
      jobId: failing.jobId,
      codes: null,
      newId,
      spinnerVersion: 1,
      at: world.clock.now(),
      by: operator,
    }
    await world.container.get(UnitOfWork).run((tx) => tx.jobs.retryFailed(order))
    const again = { spinnerId: failing.spinnerId, jobId: newId } as Run
    again.lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    again.slice = (await slices.take(newId, again.lease)) as LeasedSlice
    expect(await mark(again, 0, ines)).toMatchObject({ kind: 'stopped', code: 'REPLIED' })
    expect(await mark(again, 1, otto)).toBeNull()
  })

  it('stops the person by the address that was written to if the reply comes from another address', async () => {
    const [waiting, answered] = [await begin(), await begin()]
    await sendFirst(waiting)
    await mark(answered, 0, ines)
    const ids = { id: world.container.get(Ids).next(), messageId: '<m@own.example>', providerId: null }
    const content = { subject: 'Hello', text: 'Hello', html: null, serverResponse: null }
    const message = { ...ids, ...content, to: ines, address: ines, senderId: null, status: 'sent' } as const
    await settle(answered, 0, sent, 0, { ...message, providerThread: null })
    await release(answered)
    expect(await reply(answered, {}, ['ines.private@mail.example'])).toBe('stopped')
    expect([await recipients(answered), await recipients(waiting)]).toEqual([isStopped, isStopped])
  })

  it('stops the person by the address in the record if the log does not have the message', async () => {
    own = await createTenant(world)
    await own.ingest([{ ...lead(0), email: 'Ines@Buyer.example' }])
    const [waiting, answered] = [await begin(), await begin()]
    for (const run of [waiting, answered]) {
      await mark(run, 0, ines)
      await settle(run, 0)
      await release(run)
    }
    expect(await reply(answered, {}, ['ines.private@mail.example'])).toBe('stopped')
    expect([await recipients(answered), await recipients(waiting)]).toEqual([
      [['stopped', 'REPLIED']],
      [['stopped', 'REPLIED']],
    ])
  })

  it('stops a person who asks for no more mail also in spinners that other replies do not stop', async () => {
    const waiting = await begin({ exits: ['reply', 'unsubscribe'], reply: here })
    const answered = await begin()
    const quiet = await begin({ exits: [] })
    for (const run of [waiting, answered, quiet]) await sendFirst(run)
    expect(await reply(answered, { asksToStop: true }, ['colleague@buyer.example'])).toBe('stopped')
    expect(await recipients(waiting)).toEqual(continues)
    expect(await reply(answered, { asksToStop: true })).toBe('stopped')
    expect([await recipients(answered), await recipients(waiting)]).toEqual([isStopped, isStopped])
    expect(await recipients(quiet)).toEqual(continues)
    expect(await evidenceOf(waiting)).toMatchObject({ request: 'unsubscribe', spinnerId: answered.spinnerId })
  })

  it('stops a person who asks for no more mail at the first message, whatever replies the spinner counts', async () => {
    const [answered, quiet] = [await begin({ exits: [] }), await begin({ exits: ['reply'], reply: here })]
    const unwritten = await begin({ exits: ['unsubscribe'], reply: here })
    const scoped = await begin({ reply: here })
    await sendFirst(answered)
    // A colleague asks only for themselves.
    expect(await reply(answered, { asksToStop: true }, ['colleague@buyer.example'])).toBe('noted')
    expect(await mark(unwritten, 1, otto)).toBeNull()
    expect(await requestTo(answered)).toBeNull()
    expect(await reply(answered, { asksToStop: true })).toBe('noted')
    expect(await requestTo(answered)).toMatchObject({
      at: new Date('2026-11-28T08:30:00.000Z'),
      jobId: answered.jobId,
    })
    // The request counts also after another reply of the person to the same message.
    expect(await reply(answered)).toBe('noted')
    for (const run of [unwritten, scoped])
      expect(await mark(run, 0, ines)).toMatchObject({
        kind: 'stopped',
        code: 'REPLIED',
        evidence: { request: 'unsubscribe', spinnerId: answered.spinnerId },
      })
    expect(await mark(quiet, 0, ines)).toBeNull()
    expect(await mark(scoped, 1, otto)).toBeNull()
    world.clock.advance(1)
    const later = await begin({ reply: here })
    expect(await mark(later, 0, ines)).toBeNull()
  })

  it('leaves people with the same address in other organizations alone, and holds nobody elsewhere', async () => {
    const answered = await begin({ exits: ['reply', 'autoReply:hold'] })
    const held = await begin({ exits: ['reply', 'autoReply:hold'] })
    await sendFirst(answered)
    await sendFirst(held)
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    expect(await reply(answered, { kind: 'autoReply', until })).toBe('held')
    expect(await recipients(held)).toEqual(continues)
    const first = own
    own = await createTenant(world)
    await own.ingest([lead(0), lead(1)])
    const stranger = await begin()
    await sendFirst(stranger)
    own = first
    expect(await reply(answered)).toBe('stopped')
    expect(await recipients(held)).toEqual(isStopped)
    expect(await recipients(stranger)).toEqual(continues)
  })
})
