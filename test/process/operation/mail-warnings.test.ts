import { expect, it } from '@jest/globals'
import type { AccountMailSender } from '../../../src/domain/sender/account-mail.ts'
import { mailWarnings } from '../../../src/operation/process/mail-warnings.ts'
import type { SenderStore } from '../../../src/ports/sender/senders.ts'

const id = '01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f'
const connected: AccountMailSender = {
  organizationId: id,
  kind: 'microsoft',
  status: 'connected',
  email: 'desk@example.com',
  isOpen: true,
}
const warned = async (
  sender: AccountMailSender | null,
  config: { smtpUrl: string | null; mailSender: string | null },
  hosts: ReadonlyMap<string, number> = new Map(),
) => {
  const senders = { accountMailSender: async () => sender, smtpHosts: async () => hosts }
  return await mailWarnings(senders as unknown as SenderStore, config)
}

it('says nothing about servers that keep the password, and a sender that can send', async () => {
  const smtpUrl = 'smtps://u:p@smtp.example.com'
  expect(await warned(connected, { smtpUrl, mailSender: id }, new Map([['smtp.gmail.com', 3]]))).toEqual([])
  // A server of Microsoft that takes mail without a sign-in keeps doing so.
  const relay = 'smtp://contoso-com.mail.protection.outlook.com:25'
  expect(await warned(null, { smtpUrl: relay, mailSender: null })).toEqual([])
})

it('warns of SMTP_URL and of senders at Microsoft, with the remedy', async () => {
  const smtpUrl = 'smtp://desk%40example.com:secret@smtp.office365.com:587'
  const hosts = new Map([
    ['smtp.office365.com', 2],
    ['smtp-mail.outlook.com', 1],
    ['smtp.example.com', 4],
  ])
  const [ofUrl, ofSenders, ...others] = await warned(null, { smtpUrl, mailSender: null }, hosts)
  expect(ofUrl?.what).toMatch(/end of December 2026\. SMTP_URL signs in to smtp\.office365\.com/)
  expect(ofUrl?.remedy).toContain('MAIL_SENDER')
  expect(JSON.stringify(ofUrl)).not.toContain('secret')
  expect(ofSenders?.what).toContain('3 SMTP senders sign in there')
  expect(others).toEqual([])
})

it.each([
  ['is unknown', null, /names no sender/],
  ['is paused', { ...connected, status: 'paused' } as const, /is paused/],
  ['needs attention', { ...connected, status: 'needsAttention' } as const, /Connect it again/],
  ['has the wrong kind', { ...connected, kind: 'smtp' } as const, /has the kind "smtp"/],
  ['left with its organization', { ...connected, isOpen: false }, /is closed, moves/],
])(
  'warns of a sender in MAIL_SENDER that %s, and says where the mail leaves meanwhile',
  async (_, sender, what) => {
    const [printed] = await warned(sender, { smtpUrl: null, mailSender: id })
    expect(printed?.what).toMatch(what)
    expect(printed?.remedy).toContain('printed to the log')
    const [sent] = await warned(sender, { smtpUrl: 'smtp://localhost', mailSender: id })
    expect(sent?.remedy).toContain('leaves by SMTP_URL')
  },
)
