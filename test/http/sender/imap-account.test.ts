import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { type Api, createApi } from '../../support/api.ts'
import { mailText } from '../../support/data/mails.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { acceptingAccounts } from '../../support/data/senders.ts'
import { readMailboxes } from '../../support/read-mailboxes.ts'
import { startImapServer, type TestImapServer } from '../../support/servers/imap-server.ts'
import { createWorld, type World } from '../../support/world.ts'

const smtp = {
  host: 'smtp.example.com',
  port: 465,
  tls: 'tls',
  user: 'sales@own.example',
  password: 'secret',
}
const account = { kind: 'smtp', name: 'Sales', email: 'sales@own.example', smtp }

describe('the IMAP server of an SMTP sender', () => {
  let world: World
  let api: Api
  let owner: Person
  let server: TestImapServer

  beforeAll(async () => {
    world = await createWorld([
      acceptingAccounts,
      provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1'])),
    ])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    server = await startImapServer()
    owner = await signUp(api)
  })
  afterEach(() => server.close())

  const imap = (changes = {}) => ({ host: '127.0.0.1', port: server.port, tls: 'starttls', ...changes })
  const list = async () => (await owner.do('GET', '/senders')).items

  it('is signed in to when it is added, and no mail is read', async () => {
    server.mails = [{ uid: 1, text: 'From: ada@example.com\r\n\r\nHello' }]
    expect((await owner.do('POST', '/senders', { ...account, imap: imap() })).readsReplies).toBe(true)
    expect(server.commands).toContain('EXAMINE')
    expect(server.commands).not.toContain('UID FETCH')
  })

  it.each([
    ['a wrong password', { user: 'somebody@else.example' }, 'Wrong password'],
    ['a private host', { host: '10.0.0.1' }, 'not on the public internet'],
    ['a port that is not open', { port: 1 }, 'accepts no connections at port 1. Usual port: 143'],
    ['a port without TLS', { tls: 'tls' }, 'This port does not speak TLS. Usual port: 993'],
  ])(
    'is refused with a message for %s, when it is added and when it is changed',
    async (_, changes, message) => {
      const refused = {
        message: expect.stringMatching(new RegExp(`^The IMAP server cannot be used: .*${message}`)),
        errors: [expect.objectContaining({ pointer: '/imap', code: 'IMAP_REFUSED' })],
      }
      const added = await owner.ask('POST', '/senders', { ...account, imap: imap(changes) })
      expect([added.status, added.body]).toEqual([400, expect.objectContaining(refused)])
      expect(await list()).toEqual([])
      const { id } = await owner.do('POST', '/senders', account)
      const changed = await owner.ask('PATCH', `/senders/${id}`, { imap: imap(changes), smtp })
      expect([changed.status, changed.body]).toEqual([400, expect.objectContaining(refused)])
      expect(await list()).toMatchObject([{ imap: null }])
    },
  )

  it('never receives a password that was stored for another server', async () => {
    const { id } = await owner.do('POST', '/senders', account)
    const { status, body } = await owner.ask('PATCH', `/senders/${id}`, { imap: imap() })
    expect([status, body['message']]).toEqual([400, expect.stringContaining('To change the IMAP server')])
    expect(server.commands).toEqual([])
    expect(await owner.do('PATCH', `/senders/${id}`, { imap: imap(), smtp })).toMatchObject({ imap: imap() })
  })

  it('is contacted only if its settings or the password change', async () => {
    const { id } = await owner.do('POST', '/senders', { ...account, imap: imap() })
    server.commands.length = 0
    await owner.do('PATCH', `/senders/${id}`, { name: 'Sales and more', imap: imap() })
    expect(server.commands).toEqual([])
    const another = { smtp: { ...smtp, password: 'another' } }
    expect((await owner.ask('PATCH', `/senders/${id}`, another)).body['message']).toContain('Wrong password')
    expect(await owner.do('PATCH', `/senders/${id}`, { ...another, imap: null })).toMatchObject({
      imap: null,
    })
  })

  const mail = (uid: number) => ({
    uid,
    text: mailText({ headers: { 'Message-ID': `<${uid}.${server.port}@example.com>` } }),
  })
  /**
   * Lets the service read all mailboxes again in the test. Returns how many mails it has found in the first
   * sender's mailbox so far. The mails of this test answer no message, so they count as `unattributed`.
   */
  const readMails = async (): Promise<number> => {
    world.clock.advance(60 * 60)
    await world.sql.query('update mailboxes set due_at = $1, lease_until = null', [world.clock.now()])
    await readMailboxes(world)
    const { items } = await owner.do('GET', '/mailboxes')
    return items[0].received.unattributed
  }

  it('is read from the time of connecting, so that mail before the first reading is not lost', async () => {
    server.mails = [mail(1), mail(2)]
    await owner.do('POST', '/senders', { ...account, imap: imap() })
    server.mails.push(mail(3), mail(4))
    expect(await readMails()).toBe(2)
    server.mails.push(mail(5))
    expect(await readMails()).toBe(3)
  })

  it('is read from the time of adding if the sender exists already', async () => {
    const { id } = await owner.do('POST', '/senders', account)
    expect(await readMails()).toBe(0)
    server.mails = [mail(1)]
    await owner.do('PATCH', `/senders/${id}`, { imap: imap(), smtp })
    server.mails.push(mail(2))
    expect(await readMails()).toBe(1)
  })

  it('continues at its position if the password changes', async () => {
    const { id } = await owner.do('POST', '/senders', { ...account, imap: imap() })
    server.mails = [mail(1)]
    await owner.do('PATCH', `/senders/${id}`, { smtp })
    server.mails.push(mail(2))
    expect(await readMails()).toBe(2)
  })

  it('is read since the last reading if the sender changes to another server', async () => {
    const { id } = await owner.do('POST', '/senders', { ...account, imap: imap() })
    expect(await readMails()).toBe(0)
    const other = await startImapServer()
    try {
      // Gives the test's new IMAP server the same UIDVALIDITY and UIDs as the former one, although it holds
      // other mails.
      other.mails = [mail(1), mail(2)]
      await owner.do('PATCH', `/senders/${id}`, { imap: imap({ port: other.port }), smtp })
      expect(await readMails()).toBe(2)
    } finally {
      await other.close()
    }
  })
})
