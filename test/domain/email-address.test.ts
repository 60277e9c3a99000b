import { domainToASCII } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  deliverableEmail,
  emailOf,
  isRecipientAddress,
  normalizedEmail,
} from '../../src/domain/email-address.ts'
import { faultOfType } from '../../src/domain/table/column/column-type.ts'

describe('the validator of recipients', () => {
  it.each(['ada@example.com', ' Ada.Lovelace+news@Example.co.uk ', 'grüße@münchen.de', "o'hara@example.com"])(
    'takes %j',
    (text) => expect(isRecipientAddress(text)).toBe(true),
  )

  it.each([
    'anna@@globex.example',
    'anna@globex',
    'mailto:anna@globex.example',
    'anna@globex.example, ben@globex.example',
    'Anna <anna@globex.example>',
    'anna lee@globex.example',
    'anna%globex.example@relay.example',
    `${'a'.repeat(250)}@globex.example`,
    '',
  ])('refuses %j', (text) => expect(isRecipientAddress(text)).toBe(false))

  it('is used by the types of columns, the same as by e-mail steps', () => {
    const faultOf = (text: string) => faultOfType({ type: 'email' }, text)
    expect(faultOf('anna@@globex.example')).toMatchObject({ code: 'NOT_AN_EMAIL' })
    expect(faultOf('anna@globex.example')).toBeNull()
  })
})

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
  ])('%j is normalized to ada@example.com', (spelling) =>
    expect(normalizedEmail(spelling)).toBe('ada@example.com'),
  )

  it.each([
    'grüße@münchen.de',
    'GRÜSSE@xn--mnchen-3ya.de'.replace('SS', 'ß'),
    'gru\u{308}ße@mu\u{308}nchen.de',
    'grüße@XN--MNCHEN-3YA.DE',
  ])('%j has an international domain, in its ASCII form', (spelling) =>
    expect(normalizedEmail(spelling)).toBe('grüße@xn--mnchen-3ya.de'),
  )

  it('keeps characters in the local part that UTS-46 would remove from a domain', () => {
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
  ])('%j is not valid', (text) => {
    expect(normalizedEmail(text)).toBeNull()
    expect(() => emailOf(text)).toThrow('The text is not an e-mail address')
  })

  it('does not change when it is normalized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (domain) => {
        const email = normalizedEmail(`ada@${domain}`)
        if (email !== null) expect(normalizedEmail(email)).toBe(email)
      }),
    )
  })

  it('has the domain by UTS-46, even if a plain domain is only lowercased', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        expect(normalizedEmail(`ada@${domain}`)).toBe(`ada@${domainToASCII(domain)}`)
      }),
    )
  })

  it('is delivered as it was written, except for a domain that servers could read differently', () => {
    expect(deliverableEmail('Ada@Example.com')).toBe('Ada@Example.com')
    expect(deliverableEmail('Ada@ｅｘａｍｐｌｅ.com')).toBe('Ada@example.com')
    expect(deliverableEmail('Ada@a..b')).toBeNull()
  })
})
