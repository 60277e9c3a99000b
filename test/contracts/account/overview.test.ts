import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { type Activity, noActivity } from '../../../src/domain/account/overview.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

const taken: Outcome = {
  kind: 'sent',
  receipt: {
    messageId: '<one@example.com>',
    providerId: null,
    providerThread: null,
    serverResponse: '250 Ok',
  },
}

class ScriptedEmail extends EmailChannel {
  outcome: (message: EmailMessage) => Outcome = () => taken

  override async send(message: EmailMessage): Promise<Outcome> {
    return this.outcome(message)
  }
}

describe('OrganizationStore', () => {
  let world: World
  let api: Api
  let organizations: OrganizationStore
  let person: Person
  let own: Workshop
  const email = new ScriptedEmail()
  beforeAll(async () => {
    world = await createWorld([provideValue(EmailChannel, email)])
    world.clock.follow()
    api = await createApi(world)
    organizations = world.container.get(OrganizationStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    email.outcome = () => taken
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const hour = 60 * 60 * 1000
  /**
   * Returns the four bounds of three full hours for the test: the previous hour, the present hour and the next
   * hour.
   */
  const bounds = () => {
    const begun = Math.floor(world.clock.now().getTime() / hour) * hour
    return [begun - hour, begun, begun + hour, begun + 2 * hour].map((at) => new Date(at))
  }
  const now = async (): Promise<Activity> => {
    const { parts, isComplete } = await organizations.activity(person.organizationId, bounds())
    expect([parts.length, parts[0], parts[2], isComplete]).toEqual([3, noActivity, noActivity, true])
    return parts[1] as Activity
  }
  const standing = () => organizations.pendingWork(person.organizationId, new Date())

  /** Sends records to the webhook URL of the test's data table. */
  const send = async (json: object) => {
    const { webhookUrl } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json })
  }
  const kayAndLin = [
    { name: 'Kay', email: 'kay@example.com' },
    { name: 'Lin', email: 'lin@example.com' },
  ]
  const onlyAdaTakes = ({ to }: EmailMessage): Outcome =>
    to === 'ada@example.com' ? taken : { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Not here' }

  /**
   * Makes activity of several kinds for the test of the home page's figures: records, a held arrival, and
   * e-mails that were sent or failed.
   */
  async function beActive(): Promise<void> {
    await send({ records: kayAndLin })
    await person.do('PATCH', `/data-tables/${own.dataTableId}`, { acceptsAnyFormat: true })
    await send({ lead: 'Eve' })
    email.outcome = onlyAdaTakes
    await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    await world.settle()
    expect(await now()).toMatchObject({ records: 4, held: 1, sent: 1, failed: 3 })
  }

  it('counts records from every source', async () => {
    const before = (await now()).records
    await send({ records: kayAndLin })
    await send({ records: kayAndLin.slice(1) })
    await world.settle()
    expect((await now()).records).toBe(before + 3)
  })

  it('counts held arrivals, and lists them as a decision for each table', async () => {
    expect((await standing()).decisions).toEqual([])
    await person.do('PATCH', `/data-tables/${own.dataTableId}`, { acceptsAnyFormat: true })
    const { name: called } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    await send({ lead: 'Eve' })
    expect((await now()).held).toBe(1)
    expect((await standing()).decisions).toEqual([
      { kind: 'held', dataTableId: own.dataTableId, name: called, count: 1 },
    ])
  })

  it('counts e-mails by result, and lists the job with failures until it is retried', async () => {
    await send({ records: kayAndLin })
    email.outcome = onlyAdaTakes
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    expect((await standing()).jobs).toEqual({ running: 0, queued: 1, scheduled: 0, paused: 0 })
    await world.drain()
    const { sent, captured, failed, unconfirmed } = await now()
    expect([sent, captured, failed, unconfirmed]).toEqual([1, 0, 3, 0])
    const failures = (await standing()).decisions.filter(({ kind }) => kind === 'failures')
    expect(failures).toEqual([
      { kind: 'failures', jobId, name: expect.any(String), count: failed, createdAt: expect.any(Date) },
    ])
    email.outcome = () => taken
    await person.do('POST', `/jobs/${jobId}/retry-failed`)
    expect((await standing()).decisions.filter(({ kind }) => kind === 'failures')).toEqual([])
    await world.drain()
    expect(await now()).toMatchObject({ sent: 1 + failed, captured: 0, failed })
  })

  it('lists the failures that a retry left out, and those that a cancelled retry returned', async () => {
    const fresh = await signUp(api)
    const shop = await createWorkshop(fresh)
    const failures = async () => {
      const { decisions } = await organizations.pendingWork(fresh.organizationId, new Date())
      return decisions.flatMap((decision) =>
        decision.kind === 'failures' ? [[decision.jobId, decision.count]] : [],
      )
    }
    email.outcome = ({ to }) => ({
      kind: 'failed',
      code: to === 'ada@example.com' ? 'MESSAGE_REFUSED' : 'MAILBOX_UNKNOWN',
      reason: 'Not here',
    })
    const { jobId } = await fresh.do('POST', `/spinners/${shop.spinnerId}/jobs`)
    await world.drain()
    expect(await failures()).toEqual([[jobId, 2]])
    const again = await fresh.do('POST', `/jobs/${jobId}/retry-failed`, { codes: ['MESSAGE_REFUSED'] })
    expect(await failures()).toEqual([[jobId, 1]])
    await fresh.do('POST', `/jobs/${again.id}/cancel`)
    await world.drain()
    expect(await failures()).toEqual([[jobId, 2]])
    email.outcome = () => taken
    await fresh.do('POST', `/jobs/${jobId}/retry-failed`)
    await world.drain()
    expect(await failures()).toEqual([])
  })

  it('leaves out a failed recipient that has replied since', async () => {
    const fresh = await signUp(api)
    const shop = await createWorkshop(fresh)
    email.outcome = () => ({ kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Not here' })
    const { jobId } = await fresh.do('POST', `/spinners/${shop.spinnerId}/jobs`)
    await world.drain()
    const { organizationId } = fresh
    const failures = async () => {
      const { decisions } = await organizations.pendingWork(organizationId, new Date())
      return decisions.flatMap((decision) => (decision.kind === 'failures' ? [decision.count] : []))
    }
    expect(await failures()).toEqual([2])
    const { items } = await fresh.do('GET', `/jobs/${jobId}/recipients`)
    const reply = { exit: 'reply', code: 'REPLIED', evidence: {}, until: null } as const
    for (const [nth, left] of [[1], []].entries()) {
      const place = { jobId, slice: 1, recordId: items[nth].recordId }
      await world.container.get(UnitOfWork).run((tx) => tx.jobs.stopRecipient(organizationId, place, reply))
      expect(await failures()).toEqual(left)
    }
  })

  it('lists a job with failures however many jobs came after it', async () => {
    const fresh = await signUp(api)
    const shop = await createWorkshop(fresh)
    email.outcome = () => ({ kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Not here' })
    const { jobId } = await fresh.do('POST', `/spinners/${shop.spinnerId}/jobs`)
    await world.drain()
    email.outcome = () => taken
    for (let no = 0; no < 101; no++) await fresh.do('POST', `/spinners/${shop.spinnerId}/jobs`)
    const { decisions } = await organizations.pendingWork(fresh.organizationId, new Date())
    expect(decisions).toEqual([expect.objectContaining({ kind: 'failures', jobId, count: 2 })])
  })

  it('lists a due start that is refused, and since when', async () => {
    const fresh = await signUp(api)
    const shop = await createWorkshop(fresh)
    await fresh.do('PATCH', `/spinners/${shop.spinnerId}`, {
      starts: { on: 'schedule', cron: '* * * * *', timeZone: 'UTC' },
    })
    await fresh.do('POST', `/spinners/${shop.spinnerId}/publish`)
    const starts = world.container.get(SpinnerStore)
    const inTwoMinutes = new Date(Date.now() + 120_000)
    const due = await starts.leaseDueStarts(inTwoMinutes, 50, new Date(inTwoMinutes.getTime() + 30_000))
    const start = due.find(({ spinnerId }) => spinnerId === shop.spinnerId)
    if (start === undefined) throw new Error('The start is due')
    const stopped = { code: 'PLAN_LIMIT', message: 'No jobs are left this month', at: new Date() } as const
    await starts.stopDueStart(start, stopped, inTwoMinutes)
    const { decisions } = await organizations.pendingWork(fresh.organizationId, new Date())
    expect(decisions).toEqual([
      {
        kind: 'start',
        spinnerId: shop.spinnerId,
        name: 'Welcome',
        message: stopped.message,
        since: stopped.at,
      },
    ])
  })

  it('counts scheduled and paused jobs', async () => {
    const tomorrow = new Date(Date.now() + 24 * hour).toISOString()
    await person.do('PATCH', `/spinners/${own.spinnerId}`, { audience: 'all' })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
    await person.do('POST', `/spinners/${own.spinnerId}/jobs`, { scheduledAt: tomorrow })
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await person.do('POST', `/jobs/${jobId}/pause`)
    expect((await standing()).jobs).toEqual({ running: 0, queued: 0, scheduled: 1, paused: 1 })
  })

  it('lists a sender that needs attention, and none that a user paused', async () => {
    const { id } = await addSender(world, person.organizationId)
    await person.do('POST', `/senders/${id}/pause`)
    expect((await standing()).decisions.filter(({ kind }) => kind === 'sender')).toEqual([])
  })

  it('returns the same figures before and after they are summed', async () => {
    await beActive()
    const before = await now()
    while (await organizations.foldActivity());
    expect(await now()).toEqual(before)
    await organizations.foldActivity()
    expect(await now()).toEqual(before)
  })

  it('returns nothing of other organizations', async () => {
    await beActive()
    const stranger = await signUp(api)
    const { parts } = await organizations.activity(stranger.organizationId, bounds())
    expect(parts).toEqual([noActivity, noActivity, noActivity])
    expect(await organizations.pendingWork(stranger.organizationId, new Date())).toEqual({
      jobs: { running: 0, queued: 0, scheduled: 0, paused: 0 },
      decisions: [],
    })
  })
})
