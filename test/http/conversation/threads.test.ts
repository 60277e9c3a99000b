import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { labelIds } from '../../../src/domain/conversation/label.ts'
import { type Api, createApi } from '../../support/api.ts'
import { TestInbox } from '../../support/conversation/inbox.ts'
import { addMember, createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'

describe('threads', () => {
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

  const theOnly = async () => {
    const { items } = await owner.do('GET', '/threads')
    expect(items).toHaveLength(1)
    return items[0]
  }

  it('show a reply beside the message that it answers, with its content, and await an answer', async () => {
    await inbox.receive({ text: 'Yes, Tuesday!\n\n> Hello Ada', references: [await inbox.sentTo(ada)] })
    const thread = await theOnly()
    expect(thread).toMatchObject({
      person: { email: ada },
      status: 'open',
      isUnread: true,
      isAwaiting: true,
      messageCount: 1,
      latest: { kind: 'reply', from: 'Ada <ada@example.com>', subject: 'Re: Hello', text: 'Yes, Tuesday!' },
    })
    const { messages, hasEarlierMessages } = await owner.do('GET', `/threads/${thread.id}`)
    expect(messages.map(({ kind, subject }: Record<string, string>) => [kind, subject])).toEqual([
      ['sent', 'Welcome, Ada'],
      ['reply', 'Re: Hello'],
    ])
    expect(messages[1]).toMatchObject({
      to: ['sales@own.example'],
      text: expect.stringContaining('> Hello Ada'),
    })
    expect(hasEarlierMessages).toBe(false)
    expect(await owner.do('GET', '/threads/counts')).toEqual({
      all: 1,
      unread: 1,
      awaiting: 1,
      snoozed: 0,
      mine: 0,
    })
  })

  it('are stored only while the organization keeps replies', async () => {
    await owner.do('PATCH', '/organization', { keepReplies: false })
    await inbox.receive({ references: [await inbox.sentTo(ada)] })
    expect(await inbox.threads()).toEqual([])
    await owner.do('PATCH', '/organization', { keepReplies: true })
    await inbox.receive({ references: [await inbox.sentTo(ada)] })
    expect(await inbox.threads()).toEqual([[ada, 1]])
  })

  it('hold no mail that answers no message of the organization', async () => {
    await inbox.receive({ from: 'Eve <eve@elsewhere.example>', subject: 'Our offer', text: 'Buy!' })
    await inbox.receive({ from: 'Ada <ada@example.com>', subject: 'Forged', text: 'It proves nothing' })
    expect(await inbox.threads()).toEqual([])
    expect(
      (
        await world.sql.query('select from thread_messages where organization_id = $1', [
          owner.organizationId,
        ])
      ).rows,
    ).toEqual([])
  })

  it('store text encrypted', async () => {
    await inbox.receive({ text: 'A secret about lighthouses', references: [await inbox.sentTo(ada)] })
    const { rows } = await world.sql.query(
      'select head, ciphertext from thread_messages where organization_id = $1',
      [owner.organizationId],
    )
    expect(rows).toHaveLength(1)
    for (const bytes of [rows[0].head, rows[0].ciphertext])
      expect(bytes.toString('latin1')).not.toMatch(/lighthouses|Hello/)
  })

  it('are found by words of their mails, without regard to case and accents, and by the address', async () => {
    await inbox.receive({ text: 'Das Café ist geschlossen', references: [await inbox.sentTo(ada)] })
    await inbox.receive({
      from: 'Grace <grace@example.com>',
      text: 'No',
      references: [await inbox.sentTo(grace)],
    })
    expect(await inbox.threads('q=CAFE%20geschlossen')).toEqual([[ada, 1]])
    expect(await inbox.threads('q=cafe%20offen')).toEqual([])
    expect(await inbox.threads('q=grace%40example.com')).toEqual([[grace, 1]])
    expect(await inbox.threads(`email=${grace}`)).toEqual([[grace, 1]])
    expect(await inbox.threads('q=%3F')).toEqual([])
  })

  it('are found, newest first, by words that very many mails contain', async () => {
    await inbox.receive({ text: 'Thanks', references: [await inbox.sentTo(ada)] })
    await inbox.receive({ text: 'Thanks, no', references: [await inbox.sentTo(grace)] })
    await world.sql.query(
      `insert into thread_words
       select gen_random_uuid(), w.organization_id, gen_random_uuid(), w.words
         from thread_words w join threads t on t.id = w.thread_id cross join generate_series(1, 10_000)
        where t.organization_id = $1 and t.address = $2`,
      [owner.organizationId, ada],
    )
    expect(await inbox.threads('q=thanks')).toEqual([
      [grace, 1],
      [ada, 1],
    ])
    expect(await inbox.threads('q=thanks%20no')).toEqual([[grace, 1]])
    expect(await inbox.threads('q=thanks&limit=1')).toEqual([[grace, 1]])
  })

  it('are snoozed, done, read and assigned, and a mail of the person opens them again', async () => {
    const sent = await inbox.sentTo(ada)
    await inbox.receive({ references: [sent] })
    const { id } = await theOnly()
    const path = `/threads/${id}`
    const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    const snoozed = await owner.do('PATCH', path, { snoozedUntil: until, isUnread: false })
    expect(snoozed).toMatchObject({ status: 'snoozed', snoozedUntil: until, isUnread: false })
    expect(await owner.do('GET', '/threads/counts')).toMatchObject({ all: 0, awaiting: 0, snoozed: 1 })
    expect(await inbox.threads('status=snoozed')).toEqual([[ada, 1]])
    const user = (await owner.do('GET', '/whoami')).user
    const assigned = await owner.do('PATCH', path, { status: 'done', assigneeId: user.id })
    expect(assigned).toMatchObject({
      status: 'done',
      snoozedUntil: null,
      assignee: { id: user.id, name: 'Ada Lovelace' },
    })
    expect(await inbox.threads('status=open')).toEqual([])
    await inbox.receive({ references: [sent] })
    expect(await owner.do('GET', path)).toMatchObject({ status: 'open', isUnread: true, messageCount: 2 })
    expect(await owner.do('GET', '/threads/counts')).toMatchObject({ all: 1, mine: 1 })
    const stranger = await signUp(api)
    expect(
      (await owner.ask('PATCH', path, { assigneeId: (await stranger.do('GET', '/whoami')).user.id })).status,
    ).toBe(404)
    expect((await stranger.ask('GET', path)).status).toBe(404)
  })

  it('refuse a change of a thread that was changed since it was read', async () => {
    await inbox.receive({ references: [await inbox.sentTo(ada)] })
    const { id } = await theOnly()
    const { headers } = await owner.ask('GET', `/threads/${id}`)
    const etag = headers.get('etag') ?? ''
    await owner.do('PATCH', `/threads/${id}`, { isUnread: false })
    const refused = await owner.ask(
      'PATCH',
      `/threads/${id}`,
      { status: 'done' },
      { headers: { 'if-match': etag } },
    )
    expect(refused.status).toBe(409)
  })

  it('are read by viewers, who change none', async () => {
    await inbox.receive({ references: [await inbox.sentTo(ada)] })
    const { id } = await theOnly()
    const viewer = await addMember(api, world.container, owner.organizationId, 'viewer')
    expect((await viewer.ask('GET', `/threads/${id}`)).status).toBe(200)
    expect((await viewer.ask('PATCH', `/threads/${id}`, { status: 'done' })).status).toBe(403)
    expect((await viewer.ask('PUT', `/threads/${id}/labels`, { labels: [] })).status).toBe(403)
  })

  it('show an API key that is limited to projects only the threads of these projects', async () => {
    await inbox.receive({ references: [await inbox.sentTo(ada)] })
    const { id } = await theOnly()
    const [first] = (await owner.do('GET', '/projects')).items
    const other = await owner.do('POST', '/projects', { name: 'Other' })
    const listOf = async (projectId: string) => {
      const words = { name: 'Reader', scopes: ['messages:read'], projectIds: [projectId] }
      const { secret: key } = await owner.do('POST', '/api-keys', words)
      const [list, one, counts] = await Promise.all(
        ['', `/${id}`, '/counts'].map((path) => api.ask(`/api/v1/threads${path}`, { key })),
      )
      return [list?.body['items'], one?.status, counts?.body['all']]
    }
    expect(await listOf(first.id)).toMatchObject([[{ id }], 200, 1])
    expect(await listOf(other.id)).toEqual([[], 404, 0])
  })

  it('get labels from members and rules, and automatic answers the label of an absence', async () => {
    const label = await owner.do('POST', '/labels', { name: 'Asks for a price', color: 'blue' })
    await owner.do('POST', '/label-rules', { labelId: label.id, kind: 'words', words: ['How much'] })
    const sent = await inbox.sentTo(ada)
    await inbox.receive({ text: 'And how  MUCH is it?\n\n> interested', references: [sent] })
    const away = { 'Auto-Submitted': 'auto-replied' }
    await inbox.receive({ from: grace, text: 'Away', headers: away, references: [await inbox.sentTo(grace)] })
    expect(await inbox.threads(`label=${label.id}`)).toEqual([[ada, 1]])
    expect(await inbox.threads(`label=${labelIds.outOfOffice}`)).toEqual([[grace, 1]])
    const [{ id }] = (await owner.do('GET', `/threads?label=${label.id}`)).items
    const changed = await owner.do('PUT', `/threads/${id}/labels`, { labels: [labelIds.interested] })
    expect(changed.labels.map(({ kind }: { kind: string }) => kind)).toEqual(['interested'])
    expect((await owner.ask('PUT', `/threads/${id}/labels`, { labels: [sent.slice(1, 37)] })).status).toBe(
      400,
    )
    await owner.do('PUT', `/threads/${id}/labels`, { labels: [label.id] })
    await owner.do('DELETE', `/labels/${label.id}`)
    expect((await owner.do('GET', `/threads/${id}`)).labels).toEqual([])
    expect((await owner.do('GET', '/label-rules')).items).toEqual([])
  })

  it('list two thousand messages page by page', async () => {
    const sent = await inbox.sentTo(ada)
    await inbox.receive({ references: [sent] })
    const { id } = await theOnly()
    await world.sql.query(
      `insert into thread_messages
       select gen_random_uuid(), organization_id, thread_id, decode(md5(n::text), 'hex'), kind, sender_id,
              at + n * interval '1 second', address, job_id, record_id, step, head, ciphertext
         from thread_messages cross join generate_series(1, 1998) n where thread_id = $1`,
      [id],
    )
    const shown = await owner.do('GET', `/threads/${id}`)
    expect([shown.messages.length, shown.hasEarlierMessages]).toEqual([50, true])
    let [count, cursor] = [0, '']
    do {
      const page = await owner.do('GET', `/threads/${id}/messages?limit=200${cursor && `&cursor=${cursor}`}`)
      count += page.items.length
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(count).toBe(2_000)
  })
})
