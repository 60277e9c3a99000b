import { describe, expect, it } from '@jest/globals'
import { inboundFactIn } from '../../../../../src/domain/sender/inbound/mail-fact.ts'
import { recipientsIn, stageIn } from '../../../../../src/domain/sender/inbound/report/text-report.ts'
import { bounceText, mailText, parse } from '../../../../support/data/mails.ts'
import { workedMsDuring } from '../../../../support/max-wait.ts'

const imap = { kind: 'smtp', email: 'sales@own.example', host: 'imap.own.example' } as const

describe('text-only reports', () => {
  it('name the recipient after any number of spaces', () => {
    expect(recipientsIn(`Delivery to the recipient${' '.repeat(300)}\n\tada@example.com failed`)).toContain(
      'ada@example.com',
    )
  })

  it.each([
    ['Delivery to this address failed: marisa@example.com', 'marisa@example.com'],
    ['Unknown user: smtp;marisa@example.com', 'marisa@example.com'],
    ["The recipient o'neill@example.com has no mailbox", "o'neill@example.com"],
    ["Recipient 'marisa@example.com' rejected", 'marisa@example.com'],
    ['Your message to\n  * marisa@example.com\nwas not delivered', 'marisa@example.com'],
    ['marisa@example.com (user not found)', 'marisa@example.com'],
    ['<"marisa k"@example.com>: 550 no such user', '"marisa k"@example.com'],
    ['Sender address: sales@own.example\nFailed address: marisa@example.com', 'marisa@example.com'],
    ['宛先：marisa@example.com\nユーザーが存在しません', 'marisa@example.com'],
  ])('name the recipient whole: %s', (text, address) => {
    expect(recipientsIn(text)[0]).toBe(address)
  })

  it('name nobody by the end of an address that is too long', () => {
    expect(recipientsIn(`Failed: ${'m'.repeat(60)}.long@example.com`)).toEqual([])
  })

  it('name the recipient of a field whole', async () => {
    const to = (value: string) => parse(bounceText().replaceAll(/(?:Final|Original)-Recipient: .*/g, value))
    const field = async (value: string) => inboundFactIn(await to(value), imap)?.answers.addresses[0]
    expect(await field("Final-Recipient: rfc822; o'neill@example.com")).toBe("o'neill@example.com")
    expect(await field('Final-Recipient: rfc822;<smtp:marisa@example.com>')).toBe('marisa@example.com')
    expect(await field('Final-Recipient: rfc822; Marisa K marisa@example.com')).toBe('marisa@example.com')
    expect(await field('Final-Recipient: rfc822;"marisa k"@example.com')).toBe('"marisa k"@example.com')
    expect(await field('Final-Recipient: rfc822;@a.example:marisa@example.com')).toBe('marisa@example.com')
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
