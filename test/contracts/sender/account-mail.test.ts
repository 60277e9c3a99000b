import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { SenderMailer } from '../../../src/adapters/channels/senders/sender-mailer.ts'
import { faultOfAccountMailSender } from '../../../src/domain/sender/account-mail.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import {
  type ConnectingWorld,
  connectMailbox,
  createConnectingWorld,
} from '../../support/connecting-world.ts'
import { CapturingMailer } from '../../support/data/capturing-mailer.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'

describe('mail about accounts through a sender', () => {
  let connecting: ConnectingWorld
  let owner: Person
  let senderId: string
  let fallback: CapturingMailer
  let reasons: string[]
  let faults: unknown[]

  beforeAll(async () => {
    connecting = await createConnectingWorld()
  })
  afterAll(() => connecting.close())
  beforeEach(async () => {
    connecting.world.clock.set('2026-11-20T12:00:00.000Z')
    owner = await signUp(connecting.api)
    await connectMailbox(connecting, owner, 'microsoft')
    senderId = (await owner.do('GET', '/senders')).items[0].id
    fallback = new CapturingMailer()
    reasons = []
    faults = []
  })
  afterEach(() => {
    connecting.mailApi.taken.length = 0
    connecting.mailApi.faults.length = 0
    connecting.provider.tokenFault = null
  })

  const mail = { to: 'ada@example.com', subject: 'Set a new password', text: 'https://x/#rst_1' }
  const senders = () => connecting.world.container.get(SenderStore)
  const mailer = (id = senderId) => {
    const { container } = connecting.world
    const onFault = (error: unknown) => faults.push(error)
    const onFallback = (reason: string) => reasons.push(reason)
    const options = { senderId: id, fallback, onFault, onFallback }
    return new SenderMailer(
      options,
      senders(),
      container.get(SenderChannels),
      container.get(Clock),
      container.get(Ids),
    )
  }
  const mimeSent = () => connecting.mailApi.taken.map(({ mime }) => mime)

  it('leaves by the account, without signature and unsubscribe link, although the budget is used up', async () => {
    const limits = { dailyLimit: 1 }
    await owner.do('PATCH', `/senders/${senderId}`, { signature: 'Grace', limits })
    const senderMailer = mailer()
    senderMailer.post(mail)
    await senderMailer.close()
    await mailer().send(mail)
    expect(mimeSent()).toHaveLength(2)
    expect(mimeSent()[0]).toContain('Subject: Set a new password')
    expect(mimeSent()[0]).not.toMatch(/List-Unsubscribe|Grace$|\n-- \r?\n/m)
    expect((await owner.do('GET', `/senders/${senderId}`)).usedToday).toBe(2)
    expect([fallback.mails, reasons, faults]).toEqual([[], [], []])
  })

  it.each([
    ['paused', () => owner.do('POST', `/senders/${senderId}/pause`), /is paused\. Resume it/],
    ['disconnected', () => owner.do('DELETE', `/senders/${senderId}`), /names no sender/],
    [
      'of an organization that is being deleted',
      async () => {
        const { name: organizationName } = await owner.do('GET', '/organization')
        const request = { name: organizationName, password: owner.password }
        return owner.do('POST', '/organization/deletion', request)
      },
      /is closed/,
    ],
  ])(
    'leaves by the other mailer, with the reason, while the sender is %s',
    async (_state, change, reason) => {
      await change()
      await mailer().send(mail)
      expect(mimeSent()).toEqual([])
      expect(fallback.mails).toEqual([mail])
      expect(reasons).toEqual([expect.stringMatching(reason)])
    },
  )

  it('leaves by the other mailer if the grant was revoked, or the provider asks to wait', async () => {
    connecting.mailApi.faults.push({ status: 429, body: { error: { code: 'X', message: 'Slow down' } } })
    await mailer().send(mail)
    expect(fallback.mails).toHaveLength(1)
    connecting.mailApi.faults.push({ status: 401 }, { status: 401 })
    await mailer().send(mail)
    expect(fallback.mails).toHaveLength(2)
    expect(await senders().accountMailSender(senderId)).toMatchObject({ status: 'needsAttention' })
    await mailer().send(mail)
    expect(reasons.at(-1)).toMatch(/needs attention\. Connect it again/)
  })

  it('never leaves by a server that somebody entered, or by an unknown sender', async () => {
    const smtp = await addSender(connecting.world, owner.organizationId, { email: 'grace@example.com' })
    const fault = faultOfAccountMailSender(smtp.id, await senders().accountMailSender(smtp.id))
    expect(fault).toMatch(/has the kind "smtp"/)
    await mailer(smtp.id).send(mail)
    await mailer('01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f').send(mail)
    expect(fallback.mails).toHaveLength(2)
    expect((await senders().smtpHosts()).get('smtp.example.com')).toBeGreaterThan(0)
  })

  it('counts for no sender that was deleted meanwhile', async () => {
    const at = connecting.world.clock.now()
    await senders().countAccountMail('01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f', at)
    await senders().countAccountMail(senderId, at)
    expect((await senders().find(owner.organizationId, senderId))?.usedToday).toBe(1)
  })
})
