import { parsedMail } from '../../../src/adapters/channels/mailboxes/parsed-mail.ts'
import type { IncomingMail } from '../../../src/domain/sender/inbound/incoming-mail.ts'

interface Written {
  readonly from?: string
  readonly subject?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType?: string
}

export const receivedAt = new Date('2026-11-21T10:00:00.000Z')

/** Returns the source of an e-mail message for tests; by default a reply to a message of the service. */
export function mailText(written: Written): string {
  const { from = 'Ada <ada@example.com>', subject = 'Re: Hello', text = 'Yes!', headers = {} } = written
  const all = {
    From: from,
    To: 'sales@own.example',
    Subject: subject,
    'Message-ID': '<answer@example.com>',
    'MIME-Version': '1.0',
    'Content-Type': written.contentType ?? 'text/plain; charset=utf-8',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [...lines, '', text].join('\n').replaceAll(/\r?\n/g, '\r\n')
}

export function mailOf(written: Written): Promise<IncomingMail> {
  return parse(mailText(written))
}

export function parse(text: string): Promise<IncomingMail> {
  return parsedMail({ bytes: Buffer.from(text), receivedAt, providerId: 'uid 7', providerThread: null })
}

/** Returns a bounce report for tests as mail servers send it (RFC 3464). */
export function bounceText({
  status = '5.1.1',
  action = 'failed',
  code = 'smtp; 550 5.1.1 <grace@example.com>: User unknown',
  messageId = '<sent@own.example>',
  to = 'grace@example.com',
  from = 'Mail Delivery Subsystem <mailer-daemon@mx.example>',
  id = '<dsn@mx.example>',
}: Readonly<Record<string, string>> = {}): string {
  return mailText({
    from,
    subject: 'Undelivered Mail Returned to Sender',
    contentType: 'multipart/report; report-type=delivery-status; boundary="part"',
    headers: { 'Auto-Submitted': 'auto-replied', 'Message-ID': id },
    text: `--part
Content-Type: text/plain

Your message could not be delivered.

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: ${action}
Status: ${status}
Diagnostic-Code: ${code}

--part
Content-Type: text/rfc822-headers

Message-ID:
 ${messageId}
From: sales@own.example
To: Grace <${to}>
Subject: Hello

--part--
`,
  })
}
