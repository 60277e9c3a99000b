import { describe, expect, it } from '@jest/globals'
import { boundedMail } from '../../../../src/adapters/channels/mailboxes/bounded-mail.ts'
import { maxMailBytes, parsedMail } from '../../../../src/adapters/channels/mailboxes/parsed-mail.ts'
import { workedMs } from '../../../support/max-wait.ts'

const parsed = (mail: string) =>
  parsedMail({
    bytes: Buffer.from(mail).subarray(0, maxMailBytes),
    receivedAt: new Date(0),
    providerId: null,
    providerThread: null,
  })

describe('a mail that is expensive to parse', () => {
  it.each([
    ['empty lines in its headers', `Subject: x${'\n'.repeat(90_000)}`],
    ['empty lines in its text', `Subject: x\r\n\r\nHello${'\r\n'.repeat(45_000)}`],
    ['short lines', `Subject: x\r\n\r\n${'a\n'.repeat(45_000)}`],
    ['short lines of HTML', `Subject: x\nContent-Type: text/html\n\n${'<br> \n'.repeat(15_000)}`],
    ['line breaks of HTML', `Subject: x\nContent-Type: text/html\n\n${'<br> '.repeat(18_000)}`],
    ['addresses', `Subject: x\nFrom: ${'a@b,'.repeat(20_000)}\n\nx`],
    ['addresses on lines of their own', `Subject: x\nFrom: ${'a@b,\n '.repeat(15_000)}\n\nx`],
    ['groups', `Subject: x\nTo: ${'a: b <c@d>, '.repeat(7_000)}\n\nx`],
    ['encoded words', `Subject: x\nFrom: ${'=?utf-8?B?YQ==?='.repeat(6_000)}\n\nx`],
    ['headers', `Subject: x\n${'A:\n'.repeat(30_000)}\nx`],
    ['parts', `Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(10_000)}`],
  ])('is parsed in a bounded time: %s', async (_what, mail) => {
    await parsed('Subject: warm\r\n\r\nx')
    const before = workedMs()
    const { subject } = await parsed(mail)
    expect(subject).toBe('x')
    expect(workedMs() - before).toBeLessThan(600)
  })

  it('keeps its content if it is an ordinary one', () => {
    const text = Array.from({ length: 1_200 }, (_, no) => `Line ${no} of a long answer\r\n\r\n`).join('')
    const references = Array.from({ length: 100 }, (_, no) => `<${no}.of.a.long.thread@example.com>`).join(
      '\r\n ',
    )
    const mail = Buffer.from(`From: a@b.example\r\nReferences: ${references}\r\n\r\n${text}`)
    expect(boundedMail(mail).equals(mail)).toBe(true)
  })
})
