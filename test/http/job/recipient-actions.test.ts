import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

/** An e-mail channel that notes each message, and refuses those to some addresses. */
class NotingEmail extends EmailChannel {
  readonly sent: EmailMessage[] = []
  refuses = false

  override async send(message: EmailMessage): Promise<Outcome> {
    if (this.refuses) return { kind: 'failed', code: 'MESSAGE_REFUSED', reason: '550 No' }
    this.sent.push(message)
    const providerId = String(this.sent.length)
    return {
      kind: 'sent',
      receipt: {
        messageId: `<${providerId}@example.com>`,
        providerId,
        providerThread: null,
        serverResponse: null,
      },
    }
  }
}

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello {{ name }}' })
const steps = [email('First'), { type: 'wait', seconds: 30 * 86_400 }, email('Second')]

describe('acts on one recipient', () => {
  let world: World
  let api: Api
  let ada: Person
  let own: Workshop
  const channel = new NotingEmail()
  beforeAll(async () => {
    world = await createWorld([provideValue(EmailChannel, channel)])
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    world.clock.follow()
    channel.sent.length = 0
    channel.refuses = false
    ada = await signUp(api)
    own = await createWorkshop(ada)
    await ada.do('PATCH', `/spinners/${own.spinnerId}`, { steps })
    await ada.do('POST', `/spinners/${own.spinnerId}/publish`, {})
  })

  async function run(): Promise<string> {
    const { jobId } = await ada.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    return jobId
  }
  const list = async (jobId: string) => (await ada.do('GET', `/jobs/${jobId}/recipients`)).items
  const act = (jobId: string, recordId: string, kind: string, body?: object) =>
    ada.ask('POST', `/jobs/${jobId}/recipients/${recordId}/${kind}`, body)
  const sentTo = () => channel.sent.map(({ to, subject }) => `${subject} to ${to}`).toSorted()

  it('continue the way of this recipient alone, and are shown with who did it and when', async () => {
    const jobId = await run()
    const [one, two] = await list(jobId)
    const skipped = await act(jobId, one.recordId, 'skip')
    expect(skipped).toMatchObject({ status: 200, body: { jobId, status: 'pending', step: 2, path: '3' } })
    expect(skipped.body.reason).toMatchObject({
      code: 'CHANGED_BY_USER',
      evidence: { action: 'skip', userId: expect.any(String), at: expect.any(String) },
    })
    await world.drain()
    expect(channel.sent.filter(({ subject }) => subject === 'Second')).toHaveLength(1)
    expect((await list(jobId)).map(({ status }: { status: string }) => status)).toEqual(['done', 'waiting'])
    expect((await act(jobId, two.recordId, 'stop')).body).toMatchObject({
      status: 'stopped',
      reason: { code: 'STOPPED_BY_USER' },
    })
    await world.drain()
    expect(await ada.do('GET', `/jobs/${jobId}`)).toMatchObject({
      status: 'completed',
      counts: { done: 1, stopped: 1 },
    })
    const entries = (await ada.do('GET', '/audit?action=recipients.changed')).items
    expect(entries).toMatchObject([
      { after: { recipientAction: 'stop', recordId: two.recordId }, subject: { kind: 'job', id: jobId } },
      { after: { recipientAction: 'skip', recordId: one.recordId } },
    ])
  })

  it('let a completed job run again for a failed recipient', async () => {
    channel.refuses = true
    const jobId = await run()
    expect((await ada.do('GET', `/jobs/${jobId}`)).status).toBe('completed')
    channel.refuses = false
    const [one] = await list(jobId)
    expect((await act(jobId, one.recordId, 'retry')).status).toBe(200)
    expect((await ada.do('GET', `/jobs/${jobId}`)).status).toBe('running')
    await world.drain()
    expect(sentTo()).toHaveLength(1)
    expect(await ada.do('GET', `/jobs/${jobId}`)).toMatchObject({ counts: { waiting: 1, failed: 1 } })
  })

  it('refuse a completed job of a deleted spinner, and one whose column is gone', async () => {
    channel.refuses = true
    const jobId = await run()
    const [one] = await list(jobId)
    await ada.do('POST', `/spinners/${own.spinnerId}/unpublish`)
    await ada.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [{ type: 'wait', seconds: 60 }] })
    await ada.do('DELETE', `/data-tables/${own.dataTableId}/columns/name`)
    expect(await act(jobId, one.recordId, 'retry')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('"name"') },
    })
    await ada.do('DELETE', `/spinners/${own.spinnerId}`)
    expect(await act(jobId, one.recordId, 'retry')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('deleted') },
    })
  })

  it('send a message again only if asked to, in a new job and under another Message-ID', async () => {
    const jobId = await run()
    const [one] = await list(jobId)
    const refused = await act(jobId, one.recordId, 'move', { step: 0 })
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'SENT' }] } })
    const again = await act(jobId, one.recordId, 'move', { step: 0, again: true })
    expect(again).toMatchObject({ status: 200, body: { status: 'pending', step: 0, recordId: one.recordId } })
    expect(again.body.jobId).not.toBe(jobId)
    await world.drain()
    const twice = channel.sent.filter(({ jobId: of }) => of === again.body.jobId)
    expect(twice).toHaveLength(1)
    expect(sentTo()).toHaveLength(3)
    const log = (await ada.do('GET', '/messages')).items
    expect(log).toHaveLength(3)
  })

  it('count the message that is sent again for the contact policy', async () => {
    await ada.do('PUT', '/organization/contact-policy', {
      messagesPerDay: 1,
      messagesPerWeek: null,
      daysBetweenSpinners: null,
      activePerDomain: null,
    })
    const jobId = await run()
    const [one] = await list(jobId)
    const { body } = await act(jobId, one.recordId, 'move', { step: 0, again: true })
    await world.drain()
    expect(sentTo()).toHaveLength(2)
    expect(await list(String(body['jobId']))).toMatchObject([
      { status: 'waiting', reason: { code: 'MESSAGES_PER_DAY' } },
    ])
    world.clock.advance(86_500)
    await world.container.get(AskDueTurns).execute()
    await world.drain()
    expect(sentTo()).toHaveLength(3)
  })

  it('wait until a date that the request names', async () => {
    const jobId = await run()
    const [one] = await list(jobId)
    const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    expect(await act(jobId, one.recordId, 'wait', { until })).toMatchObject({
      body: { status: 'waiting', reason: { code: 'HELD_BY_USER', evidence: { until } } },
    })
    for (const body of [{}, { until: 'tomorrow' }, { until: '2020-01-01T00:00:00Z' }, { until, step: 1 }])
      expect((await act(jobId, one.recordId, 'wait', body)).status).toBe(400)
    world.clock.advance(3_601)
    await world.container.get(AskDueTurns).execute()
    await world.drain()
    expect(channel.sent.filter(({ subject }) => subject === 'Second')).toHaveLength(1)
  })

  it('change many recipients that a filter, a condition or a list of records selects', async () => {
    const jobId = await run()
    const many = (body: object) => ada.ask('POST', `/jobs/${jobId}/recipient-actions`, body)
    const all = { matched: 2, changed: 2, refused: [], isComplete: true, isEstimate: false }
    const ofFilter = { action: 'stop', filter: { status: 'waiting' } }
    expect(await many({ ...ofFilter, preview: true })).toMatchObject({ status: 200, body: all })
    expect((await ada.do('GET', `/jobs/${jobId}`)).counts).toMatchObject({ waiting: 2 })
    const where = { column: 'email', operator: 'contains', value: 'ada@' }
    expect((await many({ action: 'move', step: 2, where, preview: true })).body).toMatchObject({
      matched: 1,
      changed: 1,
    })
    for (const preview of [true, false])
      expect(await many({ action: 'stop', where: { not: { segmentId: jobId } }, preview })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/where/not/segmentId', code: 'UNKNOWN_SEGMENT' }] },
      })
    expect((await many(ofFilter)).body).toEqual(all)
    expect((await ada.do('GET', `/jobs/${jobId}`)).counts).toMatchObject({ stopped: 2 })
    const [one] = await list(jobId)
    expect((await many({ action: 'stop', recordIds: [one.recordId] })).body).toMatchObject({
      changed: 0,
      refused: [{ code: 'ENDED', count: 1 }],
    })
    for (const body of [
      { action: 'stop' },
      { action: 'stop', filter: {} },
      { action: 'stop', recordIds: ['1'], filter: { status: 'done' } },
      { action: 'move', recordIds: ['1'] },
      { action: 'retry', recordIds: ['1'], step: 0 },
      { action: 'wait', recordIds: ['1'], step: 0 },
      { action: 'retry', recordIds: ['x'] },
    ])
      expect([body, (await many(body)).status]).toEqual([body, 400])
  })
})
