import { describe, expect, it } from '@jest/globals'
import { inboundFactIn } from '../../../../src/domain/sender/inbound/mail-fact.ts'
import { recipientsIn, stageIn } from '../../../../src/domain/sender/inbound/text-report.ts'
import { bounceText, mailText, parse } from '../../../support/data/mails.ts'
import { workedMsDuring } from '../../../support/longest-wait.ts'

const imap = { kind: 'smtp', address: 'sales@own.example', host: 'imap.own.example' } as const

describe('text-only reports', () => {
  it('name the recipient after any number of spaces', () => {
    expect(recipientsIn(`Delivery to the recipient${' '.repeat(300)}\n\tada@example.com failed`)).toContain(
      'ada@example.com',
    )
  })

  it('name the refused command', () => {
    expect(stageIn('>>> RCPT To:<ada@example.com>\n<<< 550 5.1.1 User unknown')).toBe('recipient')
    expect(stageIn('>>> DATA\n<<< 554 5.7.1 Rejected')).toBe('data')
  })

  // Tests that hostile bounce reports are parsed quickly. Strangers can send such a report, and it is parsed on
  // the thread that sends all messages.
  it.each([
    ['spaces after a word', `user${' '.repeat(7_000)}`],
    ['tabs after words', `recipient${'\t'.repeat(3_000)}\n`.repeat(2)],
    ['a command of one long word', `>>>${'a'.repeat(31_000)}\n`],
    ['commands on one line', '>>>a'.repeat(7_500)],
    ['spaces after an answer', `<<<${' '.repeat(30_000)}5`],
  ])('are parsed within a second of processor time: %s', async (_, text) => {
    const from = 'mailer-daemon@mx.example.com'
    const mails = [
      await parse(mailText({ from, subject: 'Undelivered Mail Returned to Sender', text })),
      await parse(bounceText({ from, status: '5.0.0', to: 'ada@example.com' })),
    ]
    const worked = workedMsDuring(() => {
      for (const mail of mails) inboundFactIn({ ...mail, text }, imap)
    })
    expect(worked).toBeLessThan(1_000)
  })
})
