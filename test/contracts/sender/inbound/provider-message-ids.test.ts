import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { MessageLog } from '../../../../src/ports/sender/message/message-log.ts'
import { ClearEndedJobs } from '../../../../src/use-cases/job/clear-ended-jobs.ts'
import {
  type ConnectingWorld,
  connectMailbox,
  createConnectingWorld,
} from '../../../support/connecting-world.ts'
import { mailText } from '../../../support/data/mails.ts'
import { createWorkshop, type Person, signUp, welcome } from '../../../support/data/person.ts'
import { readMailboxes } from '../../../support/read-mailboxes.ts'
import type { TakenMail } from '../../../support/servers/mail-api.ts'

const headerOf = (name: string, { mime }: TakenMail): string | undefined =>
  new RegExp(`^${name}:\\s*(\\S+)`, 'im').exec(mime)?.[1]

describe('MessageLog', () => {
  let connecting: ConnectingWorld
  let owner: Person
  let senderId: string
  let jobId: string
  /** The source texts of the mails that have arrived in the test's connected mailbox. */
  let arrived: readonly string[]
  let isAway: boolean

  beforeAll(async () => {
    connecting = await createConnectingWorld()
  })
  afterAll(() => connecting.close())
  beforeEach(async () => {
    owner = await signUp(connecting.api)
    arrived = []
    isAway = false
    connecting.mailApi.taken.length = 0
    connecting.mailApi.mailbox = (path) => answerTo(decodeURIComponent(path))
  })
  afterEach(() => {
    connecting.mailApi.mailbox = () => null
  })

  /**
   * Returns another Message-ID for a sent mail of the test, because Gmail and Graph may replace the Message-ID
   * of the service.
   */
  const replaced = (mail: TakenMail) =>
    `<${connecting.mailApi.taken.indexOf(mail) + 1}.${jobId}@provider.example>`

  /** Returns the response of the test's Gmail or Graph API for a request path. */
  function answerTo(path: string): object | string | null {
    const { mailApi } = connecting
    if (path.endsWith('/profile')) return { historyId: '1' }
    const [, no] = /\/messages\/m(\d+)\?format=metadata/.exec(path) ?? []
    const sent = mailApi.taken[Number(no) - 1]
    if (sent !== undefined && !isAway)
      return { threadId: `t${no}`, payload: { headers: [{ name: 'Message-Id', value: replaced(sent) }] } }
    if (path.includes('/sentitems/')) {
      const items = mailApi.taken.map((mail, index) => ({
        id: `sent${index}`,
        conversationId: `conversation${index}`,
        internetMessageId: replaced(mail),
        internetMessageHeaders: [
          { name: 'X-Spindle-Message-ID', value: headerOf('x-spindle-message-id', mail) },
        ],
      }))
      return isAway ? null : { value: items }
    }
    const ids = arrived.map((_, index) => `a${index}`)
    if (path.includes('/history?'))
      return { historyId: '2', history: ids.map((id) => ({ id: '2', messagesAdded: [{ message: { id } }] })) }
    if (path.includes('/delta'))
      return { value: ids.map((id) => ({ id })), '@odata.deltaLink': `${mailApi.url}/v1.0/delta` }
    const [, index, rest = ''] = /\/messages\/a(\d+)(.*)$/.exec(path) ?? []
    const text = arrived[Number(index)]
    if (text === undefined) return null
    return rest === '/$value' ? text : { id: `a${index}`, raw: Buffer.from(text).toString('base64url') }
  }

  /** Connects a mailbox in the test and sends the first of two mails to two people. */
  async function begin(kind: 'google' | 'microsoft'): Promise<readonly TakenMail[]> {
    await connectMailbox(connecting, owner, kind)
    senderId = (await owner.do('GET', '/senders')).items[0].id
    const { spinnerId } = await createWorkshop(owner)
    const follow = { ...welcome, subject: 'One more thing', thread: true }
    await owner.do('PATCH', `/spinners/${spinnerId}`, {
      steps: [welcome, { type: 'wait', seconds: 3_600 }, follow],
    })
    await owner.do('POST', `/spinners/${spinnerId}/publish`)
    ;({ jobId } = await owner.do('POST', `/spinners/${spinnerId}/jobs`))
    await connecting.world.drain()
    expect(connecting.mailApi.taken).toHaveLength(2)
    return [...connecting.mailApi.taken]
  }

  async function goOn(): Promise<readonly TakenMail[]> {
    const { world, mailApi } = connecting
    await world.inspect.endWaits()
    await world.container.get(Slices).requestTurns([owner.organizationId])
    await world.drain()
    return mailApi.taken.slice(2)
  }

  async function read(): Promise<void> {
    const { world } = connecting
    world.clock.advance(600)
    await world.sql.query('update mailboxes set due_at = $1, lease_until = null', [world.clock.now()])
    await readMailboxes(world)
  }

  /** Deletes what is older than the retention, as a runtime does, with a clock that is some days ahead. */
  async function clearAfter(days: number): Promise<void> {
    const { world } = connecting
    const now = world.clock.now()
    world.clock.set(new Date(now.getTime() + days * 86_400_000).toISOString())
    await world.container.get(ClearEndedJobs).execute(new AbortController().signal)
    world.clock.set(now.toISOString())
  }

  const due = () => connecting.world.container.get(MessageLog).dueIds(senderId, 10)

  it('read the newest ids beside the oldest, which a provider may never list', async () => {
    const before = await begin('microsoft')
    const { items } = await owner.do('GET', '/spinners')
    const [{ id: spinnerId, dataTableId }] = items
    await owner.import(
      dataTableId,
      'name,email\nKay,kay@example.com\nLin,lin@example.com\nMax,max@example.com\n',
    )
    await owner.do('POST', `/spinners/${spinnerId}/jobs`)
    await connecting.world.drain()
    const all = await due()
    expect(all).toHaveLength(before.length + 3)
    const some = await connecting.world.container.get(MessageLog).dueIds(senderId, 3)
    expect(some).toEqual([all[0], all[1], all[4]])
  })

  it.each(['google', 'microsoft'] as const)(
    'read back the id that %s assigned: later mails reply to it, and replies to it are recognized',
    async (kind) => {
      const [ada, grace] = await begin(kind)
      if (ada === undefined || grace === undefined) throw new Error('Two mails')
      expect(headerOf('x-spindle-message-id', ada)).toBe(headerOf('message-id', ada))
      expect((await due()).map(({ messageId }) => messageId)).toEqual(
        [ada, grace].map((mail) => headerOf('message-id', mail)),
      )
      await read()
      expect(await due()).toEqual([])
      // In this test a colleague of the recipient answers, from an address that received no message, in another
      // conversation.
      const headers = { 'In-Reply-To': replaced(ada), 'Message-ID': `<${jobId}@example.com>` }
      arrived = [mailText({ from: 'colleague@else.example', headers })]
      await read()
      const followed = await goOn()
      expect(followed.map((mail) => headerOf('to', mail))).toEqual([headerOf('to', grace)])
      expect(followed.map((mail) => headerOf('in-reply-to', mail))).toEqual([replaced(grace)])
      const { items } = await owner.do('GET', `/jobs/${jobId}/recipients`)
      const stopped = items.find(({ status }: { status: string }) => status === 'stopped')
      expect(stopped.reason).toMatchObject({ code: 'REPLIED' })
    },
  )

  it.each(['google', 'microsoft'] as const)(
    'are kept from %s beyond the retention of the log, as long as the job has recipients',
    async (kind) => {
      const [ada, grace] = await begin(kind)
      if (ada === undefined || grace === undefined) throw new Error('Two mails')
      await read()
      await clearAfter(91)
      expect((await owner.do('GET', '/messages')).items).toEqual([])
      arrived = [
        mailText({
          from: 'colleague@else.example',
          headers: { References: replaced(ada), 'Message-ID': `<${jobId}@example.com>` },
        }),
      ]
      await read()
      const followed = await goOn()
      expect(followed.map((mail) => headerOf('to', mail))).toEqual([headerOf('to', grace)])
      expect(followed.map((mail) => headerOf('in-reply-to', mail))).toEqual([replaced(grace)])
    },
  )

  it.each(['google', 'microsoft'] as const)(
    'lose only the id if it cannot be read back from %s yet, and read it later',
    async (kind) => {
      const [ada, grace] = await begin(kind)
      if (ada === undefined || grace === undefined) throw new Error('Two mails')
      isAway = true
      if (kind === 'google') connecting.mailApi.mailbox = () => 'no JSON'
      await read()
      expect(await due()).toHaveLength(2)
      const followed = await goOn()
      // Compares the test's two messages by person, because the service sends the messages of a slice at once,
      // in no fixed order.
      const byPerson = (mails: readonly TakenMail[], header: string) =>
        new Map(mails.map((mail) => [headerOf('to', mail), headerOf(header, mail)] as const))
      expect(byPerson(followed, 'in-reply-to')).toEqual(byPerson([ada, grace], 'message-id'))
      isAway = false
      connecting.mailApi.mailbox = (path) => answerTo(decodeURIComponent(path))
      await read()
      await read()
      expect(await due()).toEqual([])
    },
  )
})
