import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { MessageLog } from '../../../src/ports/sender/message/message-log.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('EmailChannel, MessageLog', () => {
  let world: World
  let channel: EmailChannel
  let queries: MessageLog
  let organizationId: string
  let jobId: string
  beforeAll(async () => {
    world = await createWorld()
    channel = world.container.get(EmailChannel)
    queries = world.container.get(MessageLog)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
    jobId = newId()
  })

  const newId = () => world.container.get(Ids).next()
  const message = (changes: Partial<EmailMessage> = {}): EmailMessage => ({
    organizationId,
    jobId,
    recordId: '9007199254740991',
    step: 2,
    to: "o'brien@exämple.com",
    subject: 'Ünïcode \u{1F9F5}',
    text: 'Hello\r\n\u2028',
    html: '<p>Hello</p>',
    unsubscribeUrl: 'https://spindle.example/unsubscribe/secret',
    slice: 1,
    from: null,
    thread: null,
    attachments: [],
    ...changes,
  })
  const list = async (job: string | null = null, limit = 100, of = organizationId) =>
    pagesOf((page) => queries.captured(of, job, page), limit)

  it('captures a message as it was, except for its unsubscribe link', async () => {
    const {
      organizationId: _of,
      unsubscribeUrl: _link,
      slice: _s,
      from: _f,
      thread: _t,
      attachments: _a,
      ...kept
    } = message()
    expect(await channel.send(message())).toEqual({ kind: 'sent' })
    expect(await list()).toEqual([[{ ...kept, id: expect.any(String), createdAt: world.clock.now() }]])
  })

  it.each([
    ['text', { html: null }],
    ['HTML', { text: null }],
    ['nothing', { text: '', html: '', subject: '', to: '' }],
  ])('captures a message with %s only', async (_what, parts) => {
    await channel.send(message(parts))
    expect((await list()).flat()).toMatchObject([parts])
  })

  it('captures the text that is made from the HTML of a message without a text', async () => {
    await channel.send(message({ text: null, plainText: 'Hello Ada' }))
    expect((await list()).flat()).toMatchObject([{ text: 'Hello Ada', html: message().html }])
  })

  it('lists the newest first, of one job or of all, to the last page', async () => {
    const jobs = [jobId, newId()]
    for (let step = 0; step < 5; step++) await channel.send(message({ step, jobId: jobs[step % 2] ?? '' }))
    const steps = async (job: string | null, limit: number) =>
      (await list(job, limit)).map((page) => page.map(({ step }) => step))
    expect(await steps(null, 2)).toEqual([[4, 3], [2, 1], [0]])
    expect(await steps(jobId, 2)).toEqual([[4, 2], [0]])
    expect(await steps(jobs[1] ?? '', 2)).toEqual([[3, 1]])
    expect(await steps(newId(), 2)).toEqual([[]])
  })

  it('captures each of many messages that are sent at once', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, step) => channel.send(message({ step }))))
    const steps = (await list()).flat().map(({ step }) => step)
    expect(steps.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, step) => step))
  })

  it('shows no message of another organization, for any job', async () => {
    await channel.send(message())
    const { organizationId: stranger } = await createTenant(world)
    expect([await list(null, 5, stranger), await list(jobId, 5, stranger)]).toEqual([[[]], [[]]])
  })

  it('refuses an invalid cursor', async () => {
    await expect(queries.captured(organizationId, null, { limit: 2, after: '5' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})
