import { domainToASCII } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { deliverableEmail, emailOf, normalizedEmail } from '../../src/domain/email-address.ts'

describe('an address', () => {
  it.each([
    'ada@example.com',
    ' Ada@Example.COM ',
    'ada@ｅｘａｍｐｌｅ.com',
    'ada@exa\u{ad}mple.com',
    'ada@example\u{200b}.com',
    'ada@example。com',
    'ada@example.com.',
    'ada@ⓔxample.com',
  ])('%j is ada@example.com', (spelling) => expect(normalizedEmail(spelling)).toBe('ada@example.com'))

  it.each([
    'grüße@münchen.de',
    'GRÜSSE@xn--mnchen-3ya.de'.replace('SS', 'ß'),
    'gru\u{308}ße@mu\u{308}nchen.de',
    'grüße@XN--MNCHEN-3YA.DE',
  ])('%j is one of another script, in its form for machines', (spelling) =>
    expect(normalizedEmail(spelling)).toBe('grüße@xn--mnchen-3ya.de'),
  )

  it('keeps what UTS-46 leaves out of a domain in its local part, where it means something', () => {
    expect(normalizedEmail('a\u{ad}da@example.com')).toBe('a\u{ad}da@example.com')
  })

  it.each([
    'ada',
    '@example.com',
    'ada@',
    'ada@a..b',
    'ada@.example.com',
    'ada@example.com..',
    'ada@exa mple.com',
    'ada@example.com/path',
    'ada@example.com:25',
    'ada@ex%61mple.com',
    'ada@ex％61mple.com',
    'ada@[127.0.0.1]',
    'ada@a\u{200d}b.com',
    'ada@example．com／x',
  ])('%j is none', (text) => {
    expect(normalizedEmail(text)).toBeNull()
    expect(() => emailOf(text)).toThrow('The text is not an e-mail address')
  })

  it('is normalised once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (domain) => {
        const email = normalizedEmail(`ada@${domain}`)
        if (email !== null) expect(normalizedEmail(email)).toBe(email)
      }),
    )
  })

  it('has the domain that UTS-46 says, also where a plain one is only lowered', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        expect(normalizedEmail(`ada@${domain}`)).toBe(`ada@${domainToASCII(domain)}`)
      }),
    )
  })

  it('is written to as it is spelt, but for a domain that servers could read in another way', () => {
    expect(deliverableEmail('Ada@Example.com')).toBe('Ada@Example.com')
    expect(deliverableEmail('Ada@ｅｘａｍｐｌｅ.com')).toBe('Ada@example.com')
    expect(deliverableEmail('Ada@a..b')).toBeNull()
  })
})
