import type { IncomingMail } from '../../../../src/domain/sender/inbound/incoming-mail.ts'
import type { Sent } from '../../model/sent.ts'
import { named, operation } from '../operation.ts'

/**
 * Puts a mail about a sent message into its sender's simulated mailbox: a reply, an absence note or a bounce
 * report.
 */
export const mailArrives = operation({
  name: 'something comes back',
  weight: 4,
  draw: (random) => ({
    message: random.below(64),
    isLatest: random.chance(0.5),
    kind: random.pick(['reply', 'absence', 'report', 'report']),
    length: random.between(270, 300),
  }),
  run: async ({ model, clock, story }, { message: number, isLatest, kind, length }) => {
    const erased = new Set(model.erased)
    const sent = model.sent.taken.filter(
      ({ sender, messageId, address }) => sender !== null && messageId !== null && !erased.has(address),
    )
    const inTransit = sent.filter(({ jobId, recordId }) => isLatest && model.inTransit.has(jobId, recordId))
    const message = named(inTransit.length > 0 ? inTransit : sent, number)
    if (message === null || message.sender === null) return
    const uid = model.mailboxes.of(message.sender).length + 1
    const mail = kind === 'report' ? reportOn(message, length) : answerTo(message, kind === 'absence')
    model.mailboxes.lay(message.sender, {
      trace: [],
      reportParts: [],
      receivedAt: clock.now(),
      providerId: `uid ${uid} of ${message.sender}`,
      providerThread: null,
      ...mail,
    })
    story.tell(`a ${kind} on ${message.step} to ${message.address} is in the mailbox as number ${uid}`)
  },
})

type Written = Pick<IncomingMail, 'headers' | 'from' | 'subject' | 'text'> & Partial<IncomingMail>

function answerTo({ address, messageId }: Sent, isAbsence: boolean): Written {
  const headers = new Map([['in-reply-to', messageId ?? '']])
  if (isAbsence) headers.set('auto-submitted', 'auto-replied')
  return { headers, from: address, subject: 'Re: Hello', text: isAbsence ? 'I am away' : 'Yes, please' }
}

/**
 * Returns a bounce report for the simulation. Its diagnostic text is longer than the service keeps, with
 * characters of two code units.
 */
function reportOn({ address, messageId }: Sent, length: number): Written {
  const serverResponse = `550 5.1.1 ${'x'.repeat(length)}${'\u{1F600}'.repeat(20)}`
  const status = [
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${address}`,
    'Action: failed',
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; ${serverResponse}`,
  ]
  return {
    headers: new Map([['content-type', 'multipart/report; report-type=delivery-status']]),
    from: 'mailer-daemon@mx.example.net',
    subject: 'Undelivered Mail Returned to Sender',
    text: 'Your message could not be delivered.',
    reportParts: [
      { type: 'message/delivery-status', text: status.join('\n'), isNested: false },
      {
        type: 'text/rfc822-headers',
        text: `Message-ID: ${messageId}\nTo: ${address}`,
        isNested: false,
      },
    ],
  }
}
