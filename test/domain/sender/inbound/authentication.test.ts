import { describe, expect, it } from '@jest/globals'
import { isAuthenticated, mayReportOn } from '../../../../src/domain/sender/inbound/authentication.ts'
import { inboundFactIn } from '../../../../src/domain/sender/inbound/mail-fact.ts'
import { bounceText, mailText, parse } from '../../../support/data/mails.ts'

const imap = { kind: 'smtp', email: 'sales@own.example', host: 'imap.own.example' } as const
const google = { kind: 'google', email: 'sales@own.example', host: null } as const
const microsoft = { kind: 'microsoft', email: 'sales@own.example', host: null } as const

const received = 'Received: from mx.example.com ([192.0.2.9]) by mx.own.example with ESMTPS id 1'
const pass = (id: string) =>
  `Authentication-Results: ${id}; dkim=pass header.d=example.com; dmarc=pass (p=NONE) header.from=example.com`
const mailWith = (lines: readonly string[], text = mailText({})) => parse([...lines, text].join('\r\n'))

describe('isAuthenticated', () => {
  it('accepts results of the mail server above the header with which it received the mail', async () => {
    expect(isAuthenticated(await mailWith([pass('mx.own.example'), received]), imap)).toBe(true)
    const lmtp = 'Received: from mx.own.example by imap.own.example with LMTP id 2'
    expect(isAuthenticated(await mailWith([lmtp, pass('own.example'), received]), imap)).toBe(true)
  })

  it.each([
    ['below the header with which the server received the mail', [received, pass('mx.own.example')]],
    ['of another server', [pass('mx.evil.example'), received]],
    ['of a server whose name has the same ending', [pass('evilown.example'), received]],
    ['without a name', [pass(''), received]],
    ['of a mail that no server received', [pass('mx.own.example')]],
    [
      'other than a pass',
      ['Authentication-Results: mx.own.example; dmarc=fail header.from=example.com', received],
    ],
    ['of another domain', [pass('mx.own.example').replaceAll('example.com', 'evil.example'), received]],
    [
      'of a subdomain',
      [`Authentication-Results: mx.own.example; dkim=pass header.d=evil.example.com`, received],
    ],
    [
      'inside a comment',
      ['Authentication-Results: mx.own.example; dmarc=fail (dmarc=pass header.from=example.com)', received],
    ],
    [
      'of a failing signature beside DMARC',
      [
        'Authentication-Results: mx.own.example; dkim=pass header.d=example.com; dmarc=fail header.from=example.com',
        received,
      ],
    ],
    [
      'with a domain in the local part of the sender',
      [
        'Authentication-Results: mx.own.example; spf=pass smtp.mailfrom="example.com"@evil.example; dmarc=none',
        received,
      ],
    ],
    [
      'with a verdict in the local part of the sender',
      [
        'Authentication-Results: mx.own.example; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.com"@evil.example; dmarc=fail header.from=example.com',
        received,
      ],
    ],
    [
      'with a local part that ends a comment',
      [
        'Authentication-Results: mx.own.example; spf=pass (domain of "a); dmarc=pass header.from=example.com; x=("@evil.example) smtp.mailfrom=evil.example; dmarc=fail header.from=example.com',
        received,
      ],
    ],
    ...[
      'from x by y with local (unknown [192.0.2.9]) by mx.own.example with ESMTPS id 1',
      'from x (with local [192.0.2.9]) by mx.own.example with ESMTPS id 1',
      'from x by mx.own.example with ESMTPS id 1 for <"sales by x with local"@own.example>',
      'from x by mx.own.example with esmtps (Exim 4.97) (envelope-from <"with local"@evil.example>) id 1',
    ].map((value): [string, string[]] => [
      `below a Received with words of the sender: ${value}`,
      [`Received: ${value}`, pass('mx.own.example'), received],
    ]),
    ['with a second From', ['From: eve@evil.example', pass('mx.own.example'), received]],
  ])('does not accept results %s', async (_, lines) => {
    expect(isAuthenticated(await mailWith(lines), imap)).toBe(false)
  })

  it('accepts results that quote a key, a reason or a plain address', async () => {
    const results =
      'dkim=pass reason="2048-bit key; unprotected key" header.d=example.com header.b="a+b/c="; spf=pass smtp.mailfrom="news=ada@example.com"'
    const line = `Authentication-Results: mx.own.example; ${results}`
    expect(isAuthenticated(await mailWith([line, received]), imap)).toBe(true)
    const cyrus =
      'Received: from mx.own.example ([unix socket]) by imap.own.example (Cyrus v3) with LMTPA; date'
    expect(isAuthenticated(await mailWith([cyrus, line, received]), imap)).toBe(true)
  })

  it('accepts nothing if From has two addresses', async () => {
    const text = mailText({ from: 'Ada <ada@example.com>, eve@evil.example' })
    expect(isAuthenticated(await mailWith([pass('mx.own.example'), received], text), imap)).toBe(false)
  })

  it.each([
    ['a signature of the domain', 'dkim=pass header.d=example.com', true],
    ['a signature of the parent domain', 'dkim=pass header.i=@com', false],
    ['a Return-Path of the domain', 'spf=pass smtp.mailfrom=ada@example.com', true],
    ['a Return-Path of another domain', 'spf=pass smtp.mailfrom=eve@evil.example', false],
    ['no DMARC record', 'dmarc=none header.from=example.com; dkim=pass header.d=example.com', true],
  ])('without a result of DMARC: %s', async (_, results, expected) => {
    const line = `Authentication-Results: mx.own.example; ${results}`
    expect(isAuthenticated(await mailWith([line, received]), imap)).toBe(expected)
  })

  it('accepts the topmost results of Gmail, and no forged ones below', async () => {
    const byGoogle = 'Received: from mx.example.com by mx.google.com with ESMTPS id 1'
    expect(isAuthenticated(await mailWith([byGoogle, pass('mx.google.com')]), google)).toBe(true)
    const fail = 'Authentication-Results: mx.google.com; dmarc=fail header.from=example.com'
    expect(isAuthenticated(await mailWith([byGoogle, fail, pass('mx.google.com')]), google)).toBe(false)
    expect(isAuthenticated(await mailWith([byGoogle, pass('mx.own.example')]), google)).toBe(false)
  })

  it('recognizes the unnamed results of Microsoft 365 by their unique form', async () => {
    const results = 'spf=pass smtp.mailfrom=example.com; dmarc=pass action=none header.from=example.com'
    const own = `Authentication-Results: ${results};compauth=pass reason=100`
    expect(isAuthenticated(await mailWith([received, own]), microsoft)).toBe(true)
    expect(isAuthenticated(await mailWith([received, `Authentication-Results: ${results}`]), microsoft)).toBe(
      false,
    )
  })
})

describe('the voucher of a fact', () => {
  it('is the authentication of the author of a reply', async () => {
    expect(inboundFactIn(await mailWith([pass('mx.own.example'), received]), imap)?.voucher).toBe(
      'authentication',
    )
    expect(inboundFactIn(await mailWith([received]), imap)?.voucher).toBeNull()
  })

  it('is, for a report, the authentication of a server in the domain of the address', async () => {
    const lines = [pass('mx.own.example'), received]
    const text = (from: string) => bounceText({ from, to: 'grace@example.com' })
    expect(inboundFactIn(await mailWith(lines, text('mailer-daemon@example.com')), imap)?.voucher).toBe(
      'authentication',
    )
    const other = lines.map((line) => line.replaceAll('example.com', 'evil.example'))
    expect(inboundFactIn(await mailWith(other, text('mailer-daemon@evil.example')), imap)?.voucher).toBeNull()
    const neighbour = inboundFactIn(await mailWith(lines, text('eve@example.com')), imap)
    expect([neighbour?.kind, neighbour?.voucher]).toEqual(['hardBounce', null])
    const mail = await mailWith(lines, text('mailer-daemon@mx.example.com'))
    expect([mayReportOn(mail, 'grace@example.com'), mayReportOn(mail, 'grace@le.com')]).toEqual([true, false])
  })
})
