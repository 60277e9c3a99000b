import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { TestInbox } from '../../support/conversation/inbox.ts'
import { bounceText } from '../../support/data/mails.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'

/** Failures that users of other products have reported, by the product and the number of its issue. */
describe('threads are right where other products were wrong', () => {
  let world: World
  let api: Api
  let owner: Person
  let inbox: TestInbox

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    inbox = await TestInbox.begin(world, owner, await createWorkshop(owner))
  })

  const messagesOf = async (query = '') => {
    const [{ id }] = (await owner.do('GET', `/threads?${query}`)).items
    return (await owner.do('GET', `/threads/${id}`)).messages
  }

  it('Reply-To and Sender of a mail are no parents: mails that share them stay apart (warmbly 384)', async () => {
    const shared = { 'Reply-To': '<reports@example.com>', Sender: '<reports@example.com>' }
    for (const address of [ada, grace])
      await inbox.receive({
        from: address,
        subject: 'Report',
        headers: shared,
        references: [await inbox.sentTo(address)],
      })
    expect(await inbox.threads()).toEqual([
      [grace, 1],
      [ada, 1],
    ])
  })

  it('mails with one subject from one address, about nothing in common, stay apart', async () => {
    const mail = { from: 'reception@example.com', subject: 'Re: Welcome' }
    await inbox.receive({ ...mail, references: [await inbox.sentTo(ada)] })
    await inbox.receive({ ...mail, references: [await inbox.sentTo(grace)] })
    expect(await inbox.threads()).toHaveLength(2)
  })

  it('the same mail in three mailboxes is one message (freescout 5620)', async () => {
    const references = [await inbox.sentTo(ada)]
    const id = await inbox.receive({ references, conversation: 'a' })
    for (const conversation of ['b', 'c']) {
      const { id: senderId } = await addSender(world, owner.organizationId)
      await inbox.receive({ id, references, senderId, conversation })
    }
    expect(await inbox.threads()).toEqual([[ada, 1]])
    const { rows } = await world.sql.query(
      'select sender_id from thread_placements where organization_id = $1',
      [owner.organizationId],
    )
    expect(new Set(rows.map((row) => row.sender_id)).size).toBe(3)
  })

  it('an answer to a mail that a member wrote in another program stays in the thread (chatwoot 10028)', async () => {
    const sent = await inbox.sentTo(ada)
    const first = await inbox.receive({ references: [sent] })
    await inbox.receive({ references: [sent, first, '<by-hand@outlook.example>'] })
    await inbox.receive({
      references: ['<by-hand@outlook.example>'],
      from: 'ada@private.example',
      conversation: 'x',
    })
    expect(await inbox.threads()).toEqual([[ada, 2]])
    await inbox.receive({ references: [sent, '<by-hand@outlook.example>'], from: 'ada@private.example' })
    expect(await inbox.threads()).toEqual([[ada, 3]])
  })

  it('a thread that a message of ours began gets its answer (chatwoot 10750, 10791)', async () => {
    await inbox.receive({ references: [await inbox.sentTo(ada)] })
    expect((await messagesOf()).map(({ kind }: { kind: string }) => kind)).toEqual(['sent', 'reply'])
  })

  it('each message has its own subject (chatwoot 15869)', async () => {
    const references = [await inbox.sentTo(ada)]
    await inbox.receive({ references, subject: 'Re: Welcome' })
    await inbox.receive({ references, subject: 'A new question' })
    const subjects = (await messagesOf()).map(({ subject }: { subject: string }) => subject)
    expect(subjects).toEqual(['Welcome, Ada', 'Re: Welcome', 'A new question'])
    expect((await owner.do('GET', '/threads')).items[0].latest.subject).toBe('A new question')
  })

  it('a copy of our own message is no answer (warmbly 549)', async () => {
    const sent = await inbox.sentTo(ada)
    await inbox.receive({ from: 'sales@alias.example', id: sent, references: [await inbox.sentTo(grace)] })
    await inbox.receive({ from: 'sales@own.example', references: [sent] })
    expect(await inbox.threads()).toEqual([])
    const { items } = await owner.do('GET', '/messages?status=replied')
    expect(items).toEqual([])
  })

  it('an answer in another mailbox of the organization is found (warmbly 601)', async () => {
    const { id: senderId } = await addSender(world, owner.organizationId)
    await inbox.receive({ references: [await inbox.sentTo(ada)], senderId })
    expect(await inbox.threads()).toEqual([[ada, 1]])
  })

  it('an answer from another address of the person is in the thread with the address that was written to', async () => {
    await inbox.receive({ from: 'Ada <countess@lovelace.example>', references: [await inbox.sentTo(ada)] })
    expect(await inbox.threads()).toEqual([[ada, 1]])
    expect((await messagesOf()).at(-1).from).toBe('Ada <countess@lovelace.example>')
  })

  it('bodies in any character set are decoded, and a cut mail says that it is (warmbly 137)', async () => {
    const references = [await inbox.sentTo(ada)]
    const latin = Buffer.concat([
      Buffer.from(
        `From: Ada <ada@example.com>\r\nTo: sales@own.example\r\nSubject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\nMessage-ID: <latin@person.example>\r\nIn-Reply-To: ${references[0]}\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`,
      ),
      Buffer.from('Schöne Grüße', 'latin1'),
    ])
    await inbox.receiveSource(latin)
    await inbox.receive({ references, text: `Yes\n${'long line of text\n'.repeat(8_000)}` })
    const [, first, second] = await messagesOf()
    expect(first).toMatchObject({
      subject: 'Grüße',
      text: expect.stringContaining('Schöne Grüße'),
      isTruncated: false,
    })
    expect(second).toMatchObject({ isTruncated: true, text: expect.stringMatching(/^Yes\n/) })
    expect(second.text.length).toBeLessThanOrEqual(64 * 1024)
  })

  it('bounces that a provider files under one conversation by their subject stay apart, and are done', async () => {
    for (const [no, to] of [ada, grace].entries()) {
      const source = bounceText({ to, messageId: await inbox.sentTo(to), id: `<dsn-${no}@mx.example>` })
      await inbox.receiveSource(source, { conversation: 'Delivery Status Notification' })
    }
    expect(await inbox.threads('status=open')).toEqual([])
    expect(await inbox.threads('status=done')).toHaveLength(2)
  })

  it('two machines that answer each other are cut after three answers, which the thread says', async () => {
    const references = [await inbox.sentTo(ada)]
    const headers = { 'Auto-Submitted': 'auto-replied' }
    for (let no = 0; no < 6; no++)
      await inbox.receive({ references, headers, text: `We got your mail ${no}` })
    const [thread] = (await owner.do('GET', '/threads')).items
    expect(thread).toMatchObject({ messageCount: 3, omittedCount: 3, isAwaiting: false })
  })

  it('threads merge when a mail belongs to both, and keep labels, unread mails and the assignee', async () => {
    const sent = await inbox.sentTo(ada)
    const apart = await inbox.receive({ references: [await inbox.sentTo(grace)], from: grace })
    const [{ id: second }] = (await owner.do('GET', '/threads')).items
    const label = await owner.do('POST', '/labels', { name: 'Second', color: 'red' })
    await owner.do('PUT', `/threads/${second}/labels`, { labels: [label.id] })
    const { user } = await owner.do('GET', '/whoami')
    await owner.do('PATCH', `/threads/${second}`, { assigneeId: user.id, isUnread: false })
    await inbox.receive({ references: [sent] })
    await inbox.receive({ references: [apart, sent] })
    const { items } = await owner.do('GET', '/threads')
    expect(items).toMatchObject([
      { id: second, messageCount: 3, isUnread: true, labels: [{ id: label.id }], assignee: { id: user.id } },
    ])
    const kinds = (await messagesOf()).map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['sent', 'sent', 'reply', 'reply', 'reply'])
  })

  it('two mails of a conversation that arrive at once begin one thread', async () => {
    const references = [await inbox.sentTo(ada)]
    await Promise.all(Array.from({ length: 8 }, () => inbox.receive({ references, conversation: 'c' })))
    expect(await inbox.threads()).toEqual([[ada, 8]])
  })

  it('hostile HTML is kept as text, and a mail of 20 MB takes no more than its beginning', async () => {
    const references = [await inbox.sentTo(ada)]
    const html = '<p onclick="x()">Hi</p><script>alert(1)</script><img src="https://spy.example/a.png">'
    await inbox.receive({ references, contentType: 'text/html; charset=utf-8', text: html })
    await inbox.receive({ references, contentType: 'text/html', text: '<div>'.repeat(4_000_000) })
    await inbox.receive({ references, contentType: 'text/plain; charset=no-such-set', text: 'Caf\u00E9' })
    const [, first, , third] = await messagesOf()
    expect(first.html).toContain('<p onclick="x()">Hi</p>')
    expect(first.text).not.toContain('alert')
    expect(third.text).toContain('Caf')
  })
})
