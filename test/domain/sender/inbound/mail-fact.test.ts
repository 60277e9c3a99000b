import { describe, expect, it } from '@jest/globals'
import { inboundFactIn } from '../../../../src/domain/sender/inbound/mail-fact.ts'
import { bounceText, mailOf, mailText, parse, receivedAt } from '../../../support/data/mails.ts'

const own = { kind: 'smtp', email: 'sales@own.example', host: 'imap.own.example' } as const
const hear = async (text: string) => inboundFactIn(await parse(text), own)

describe('inboundFactIn', () => {
  it('recognizes a reply, and its message: In-Reply-To, then References from the last', async () => {
    const headers = {
      'In-Reply-To': '<two@own.example>',
      References: '<one@own.example>\r\n <two@own.example>',
    }
    expect(inboundFactIn(await mailOf({ headers }), own)).toEqual({
      kind: 'reply',
      key: 'mail <answer@example.com>',
      voucher: null,
      asksToStop: false,
      at: receivedAt,
      messageId: '<answer@example.com>',
      until: null,
      status: null,
      serverResponse: null,
      answers: {
        messageIds: ['<two@own.example>', '<one@own.example>'],
        providerId: null,
        providerThread: null,
        addresses: ['ada@example.com'],
      },
      mail: {
        messageId: '<answer@example.com>',
        providerId: 'uid 7',
        content: {
          from: 'Ada <ada@example.com>',
          to: ['sales@own.example'],
          subject: 'Re: Hello',
          text: 'Yes!\n',
          html: null,
          attachments: [],
          isTruncated: false,
        },
      },
    })
  })

  it('distinguishes mails without a Message-ID that have the same number in two mailboxes', async () => {
    const mail = await mailOf({ headers: { 'Message-ID': '' } })
    expect(mail.providerId).not.toBeNull()
    const inbox = (address: string, host: string) =>
      inboundFactIn(mail, { kind: 'smtp', email: address, host })?.key
    const first = inbox('sales@own.example', 'imap.own.example')
    expect(inbox('sales@own.example', 'imap.own.example')).toBe(first)
    expect(inbox('help@own.example', 'imap.own.example')).not.toBe(first)
    expect(inbox('sales@own.example', 'imap.other.example')).not.toBe(first)
  })

  it.each(['sales@own.example', 'Sales <SALES@OWN.EXAMPLE>'])(
    'ignores mail that the sender wrote itself (%s)',
    async (from) => {
      expect(inboundFactIn(await mailOf({ from }), own)).toBeNull()
    },
  )

  it('ignores a newsletter, and recognizes a reply through a mailing list', async () => {
    const list = { 'List-Id': '<news.example>' }
    expect(inboundFactIn(await mailOf({ headers: list }), own)).toBeNull()
    expect(inboundFactIn(await mailOf({ headers: { ...list, Precedence: 'bulk' } }), own)).toBeNull()
    const headers = { ...list, 'In-Reply-To': '<one@own.example>' }
    expect(inboundFactIn(await mailOf({ headers }), own)).toMatchObject({ kind: 'reply' })
  })

  it.each([
    { headers: { 'Auto-Submitted': 'auto-replied' } },
    { headers: { 'Auto-Submitted': 'auto-generated (rejected)' } },
    { headers: { Precedence: 'auto_reply' } },
    { headers: { 'X-Autoreply': 'yes' } },
    { headers: { 'X-Autorespond': 'Re: Hello' } },
    { subject: 'Automatic reply: Hello' },
    { subject: 'Out of Office Re: Hello' },
    { subject: 'Automatische Antwort: Hallo' },
    { subject: 'Abwesenheitsnotiz' },
    { subject: '=?utf-8?Q?R=C3=A9ponse_automatique_=3A_Bonjour?=' },
    { subject: 'Respuesta automática: Hola' },
    { subject: 'Risposta automatica: Ciao' },
    { subject: 'Automatisch antwoord: Hallo' },
    { subject: 'Autosvar: Hej' },
    { subject: 'Автоответ: Привет' },
    { subject: '自動返信: こんにちは' },
  ])('does not count an automatic answer as a reply (%j)', async (written) => {
    expect(inboundFactIn(await mailOf(written), own)).toMatchObject({ kind: 'autoReply' })
  })

  it.each([
    { subject: 'Re: Hello', headers: { 'Auto-Submitted': 'no' } },
    { subject: 'Re: Automatic reply to your offer' },
    { subject: 'Our office is out of order' },
  ])('counts mail written by a person as a reply (%j)', async (written) => {
    expect(inboundFactIn(await mailOf(written), own)).toMatchObject({ kind: 'reply' })
  })

  it('recognizes a bounce with its status, text, the original Message-ID and the address', async () => {
    expect(await hear(bounceText())).toMatchObject({
      kind: 'hardBounce',
      key: 'hardBounce of <sent@own.example>',
      status: '5.1.1',
      serverResponse: '550 5.1.1 <grace@example.com>: User unknown',
      answers: { messageIds: ['<sent@own.example>'], addresses: ['grace@example.com'] },
    })
  })

  it.each([
    { status: '4.4.7', code: 'smtp; 451 4.4.7 expired' },
    { status: '5.2.2', code: 'smtp; 552 5.2.2 mailbox full' },
    { action: 'delayed', status: '4.0.0' },
    { status: '5.0.0', code: 'smtp; 552 over quota' },
  ])('counts a bounce without a statement about the address as a soft one (%j)', async (changes) => {
    expect(await hear(bounceText(changes))).toMatchObject({ kind: 'softBounce' })
  })

  it('counts a bounce about the sender as a refusal', async () => {
    const blocked = { status: '5.7.1', code: 'smtp; 550 5.7.1 blocked' }
    expect(await hear(bounceText(blocked))).toMatchObject({ kind: 'refusal', status: '5.7.1' })
    const general = { status: '5.0.0', code: 'smtp; 550-5.7.26 unauthenticated email is not accepted' }
    expect(await hear(bounceText(general))).toMatchObject({ kind: 'refusal', status: '5.7.26' })
  })

  it.each([
    ['an address in brackets', 'Final-Recipient: rfc822;<grace@example.com>'],
    ['an address with a comment', 'Final-Recipient: RFC822; grace@example.com (Grace)'],
    [
      'xtext',
      'Original-Recipient: rfc822;grace+2Bnews@example.com\nFinal-Recipient: rfc822; x@relay.example',
    ],
    ['a plus sign that is not encoded', 'Original-Recipient: rfc822;grace+news@example.com'],
    ['smtp as the type', 'Final-Recipient: smtp; grace@example.com'],
    [
      'the original before the final',
      'Original-Recipient: rfc822;grace@example.com\nFinal-Recipient: rfc822;g@new.example',
    ],
  ])('reads the recipient of a report: %s', async (_, field) => {
    const recipient = field.includes('news') ? 'grace+news@example.com' : 'grace@example.com'
    const text = bounceText({ messageId: '<x@own.example>' })
      .replace(/Final-Recipient: [^]*?(?=Action)/, `${field}\r\n`.replaceAll(/\r?\n/g, '\r\n'))
      .replace(/To: Grace <[^>]*>\r\n/, '')
    expect((await hear(text))?.answers.addresses[0]).toBe(recipient)
  })

  it('reads the original recipient among several', async () => {
    const other = 'Final-Recipient: rfc822; list@example.com\r\nAction: failed\r\nStatus: 5.7.1\r\n\r\n'
    const text = bounceText().replace('Final-Recipient: ', `${other}Final-Recipient: `)
    expect(await hear(text)).toMatchObject({
      kind: 'hardBounce',
      answers: { addresses: ['grace@example.com'] },
    })
  })

  it('recognizes a delivery report, and ignores a read receipt', async () => {
    expect(await hear(bounceText({ action: 'delivered', status: '2.0.0' }))).toMatchObject({
      kind: 'delivered',
    })
    const receipt = mailText({
      contentType: 'multipart/report; report-type=disposition-notification; boundary="part"',
      text: '--part\n\nRead\n--part\nContent-Type: message/disposition-notification\n\nDisposition: x\n--part--',
    })
    expect(await hear(receipt)).toBeNull()
  })

  it('recognizes the bounce of a server that precedes the standard', async () => {
    const text = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its recipients.

  grace@example.com
    host mx.example.com [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<grace@example.com>:
    550 5.1.1 User unknown

------ This is a copy of the message, including all the headers. ------

Return-path: <sales@own.example>
Message-ID: <sent@own.example>
To: grace@example.com
`
    const subject = 'Mail delivery failed: returning message to sender'
    const headers = { 'X-Failed-Recipients': 'grace@example.com' }
    expect(
      inboundFactIn(await mailOf({ from: 'Mailer-Daemon@mx.example', subject, headers, text }), own),
    ).toMatchObject({
      kind: 'hardBounce',
      status: '5.1.1',
      answers: { messageIds: ['<sent@own.example>'], addresses: ['grace@example.com'] },
    })
    const qmail =
      'Hi. This is the qmail-send program.\n\n<grace@example.com>:\nSorry, no mailbox here by that name. User unknown\n'
    expect(
      inboundFactIn(
        await mailOf({ from: 'MAILER-DAEMON@mx.example', subject: 'failure notice', text: qmail }),
        own,
      ),
    ).toMatchObject({ kind: 'hardBounce', answers: { addresses: ['grace@example.com'] } })
  })

  it('recognizes an abuse report as a complaint', async () => {
    const text = `--part
Content-Type: text/plain

This is an abuse report.
--part
Content-Type: message/feedback-report

Feedback-Type: abuse
Original-Rcpt-To: <ada@example.com>
--part
Content-Type: message/rfc822

Message-ID: <sent@own.example>
To: ada@example.com
Subject: Hello

Hello
--part--
`
    const contentType = 'multipart/report; report-type=feedback-report; boundary=part'
    expect(
      inboundFactIn(await mailOf({ from: 'feedback@mx.example', contentType, text }), own),
    ).toMatchObject({
      kind: 'complaint',
      answers: { messageIds: ['<sent@own.example>'], addresses: ['ada@example.com'] },
    })
  })

  it('recognizes a reply whose text is cut off, or is not text at all', async () => {
    const cut = mailText({
      contentType: 'multipart/mixed; boundary=part',
      text: `--part\n\n${'a'.repeat(90_000)}`,
    })
    expect(await hear(cut)).toMatchObject({ kind: 'reply', answers: { addresses: ['ada@example.com'] } })
    expect(await hear('\u0000\u0001\u0002')).toMatchObject({ kind: 'reply', answers: { addresses: [] } })
  })

  it('reads a limited number of thousands of ids', async () => {
    const References = Array.from({ length: 2_000 }, (_, no) => `<${no}@x.example>`).join(' ')
    const received = inboundFactIn(await mailOf({ headers: { References } }), own)
    expect(received?.answers.messageIds.length).toBeLessThanOrEqual(50)
  })
})
