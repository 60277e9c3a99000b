import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { inboundFactIn } from '../../../../src/domain/sender/inbound/mail-fact.ts'
import { bounceText, mailOf, parse } from '../../../support/data/mails.ts'
import { workedMsDuring } from '../../../support/max-wait.ts'

interface ReportCase {
  readonly expect: 'hardBounce' | 'softBounce' | 'refusal'
  readonly source: string
  readonly status: string
  readonly diagnostic: string
  readonly stage?: string
  readonly action?: string
  /** Whether this report must be classified as expected, and not only most reports of its kind. */
  readonly exact?: boolean
}

interface MailCase {
  readonly expect: string
  readonly source: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  readonly recipient?: string
}

const own = { kind: 'smtp', email: 'sales@own.example', host: 'imap.own.example' } as const
const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/bounces/${name}.json`, import.meta.url), 'utf8'))

const received = async ({ status, diagnostic, stage, action = 'failed' }: ReportCase) => {
  const code = stage === undefined ? diagnostic : `${diagnostic} (in reply to ${stage} command)`
  return inboundFactIn(await parse(bounceText({ status, code, action })), own)
}

/**
 * The bounces of this test use the words of RFC 3463, 3464, 5321, 7293, 7372, 7504 and 7505 and of the
 * providers' postmaster pages.
 */
describe('delivery reports of providers and servers', () => {
  const cases = fixture('reports') as readonly ReportCase[]

  async function kinds(expected: (kind: string) => boolean) {
    const some = cases.filter((reportCase) => expected(reportCase.expect))
    const found = await Promise.all(
      some.map(async (reportCase) => ({ ...reportCase, kind: (await received(reportCase))?.kind ?? null })),
    )
    const rateOf = (kind: string) => found.filter((one) => one.kind === kind).length / found.length
    const others = found.filter((one) => one.kind !== one.expect)
    return { rateOf, others: others.map((one) => `${one.source}: ${one.diagnostic} -> ${one.kind}`) }
  }

  it.each(cases.filter(({ exact }) => exact === true))('$expect: $source', async (reportCase) => {
    expect((await received(reportCase))?.kind).toBe(reportCase.expect)
  })

  it('are at least 150, of each kind', () => {
    expect(cases.filter((reportCase) => reportCase.expect === 'hardBounce').length).toBeGreaterThan(75)
    expect(cases.filter((reportCase) => reportCase.expect !== 'hardBounce').length).toBeGreaterThan(75)
  })

  it('suppress at least 90 % of the addresses without a mailbox or that accept no mail', async () => {
    const { rateOf, others } = await kinds((kind) => kind === 'hardBounce')
    expect({ isEnough: rateOf('hardBounce') >= 0.9, others }).toMatchObject({ isEnough: true })
  })

  it('suppress at most 2 % of all others', async () => {
    const { rateOf, others } = await kinds((kind) => kind !== 'hardBounce')
    const hard = others.filter((one) => one.endsWith('-> hardBounce'))
    expect({ isFew: rateOf('hardBounce') <= 0.02, hard }).toMatchObject({ isFew: true })
  })

  it('count against the sender in at least 90 % of those about it, and in at most 2 % of the others', async () => {
    const ofSender = await kinds((kind) => kind === 'refusal')
    expect({ isEnough: ofSender.rateOf('refusal') >= 0.9, ...ofSender }).toMatchObject({ isEnough: true })
    const ofOthers = await kinds((kind) => kind !== 'refusal')
    expect({ isFew: ofOthers.rateOf('refusal') <= 0.02, ...ofOthers }).toMatchObject({ isFew: true })
  })
})

describe('mails of servers and people', () => {
  it.each(fixture('mails') as readonly MailCase[])('$expect: $source', async (mailCase) => {
    const { from, subject, text, headers = {} } = mailCase
    const fact = inboundFactIn(await mailOf({ from, subject, text, headers }), own)
    expect(fact?.kind ?? null).toBe(mailCase.expect === 'nothing' ? null : mailCase.expect)
    if (mailCase.recipient !== undefined) expect(fact?.answers.addresses[0]).toBe(mailCase.recipient)
  })
})

describe('mails that are written to be expensive to parse', () => {
  it.each([
    ' ',
    '\n',
    'a',
    '@',
    '>',
    '<',
    '>>> a\n',
    '>>>\n\n',
    '5.1.1 ',
    '550-',
    '<a@',
    'user ',
    'rejected ',
    'message ',
    '> ',
  ])('are parsed within 200 ms of processor time: 90 kB of %j', async (unit) => {
    const filling = unit.repeat(90_000 / unit.length)
    const from = 'MAILER-DAEMON@mx.example'
    const mails = [
      await parse(bounceText({ code: `smtp; 550 ${filling}` })),
      await mailOf({ from, subject: 'failure notice', text: filling }),
      await mailOf({
        from: 'Ada <ada@example.com>',
        subject: filling,
        text: filling,
        headers: { 'Return-Path': '<>' },
      }),
    ]
    for (const mail of mails) expect(workedMsDuring(() => inboundFactIn(mail, own))).toBeLessThan(200)
  })
})
