import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { digest, digestOf, newSecret } from '../../../src/adapters/security/secret.ts'

const kinds = ['svc', 'tbl'] as const

describe('a new secret', () => {
  it.each(kinds)('of kind %s consists of its prefix, 30 random characters and a checksum of 6', (kind) => {
    expect(newSecret(kind)).toMatch(new RegExp(`^${kind}_[0-9A-Za-z]{36}$`))
  })

  it.each(kinds)('of kind %s has a valid checksum', (kind) => {
    for (let round = 0; round < 200; round++) expect(digestOf(kind, newSecret(kind))).not.toBeNull()
  })

  it('is never the same twice', () => {
    const secrets = new Set(Array.from({ length: 1_000 }, () => newSecret('svc')))
    expect(secrets.size).toBe(1_000)
  })

  it('uses the whole alphabet', () => {
    const random = Array.from({ length: 200 }, () => newSecret('svc').slice(4, 34)).join('')
    expect(new Set(random).size).toBe(62)
  })
})

describe('the digest of a secret', () => {
  it('is its SHA-256, which is stored', () => {
    expect(digest('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  })

  it('is equal to the stored one', () => {
    const secret = newSecret('svc')
    expect(digestOf('svc', secret)).toBe(digest(secret))
  })

  it('is not computed for a secret of another kind', () => {
    expect(digestOf('svc', newSecret('tbl'))).toBeNull()
  })

  it('is not computed for a longer text', () => {
    const secret = newSecret('svc')
    for (const longer of [`${secret}0`, ` ${secret}`, `${secret}\n`])
      expect(digestOf('svc', longer)).toBeNull()
  })

  it('is not computed for a secret with a typo, at any place', () => {
    const secret = newSecret('svc')
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('')
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 39 }), fc.constantFrom(...alphabet), (at, letter) => {
        fc.pre(secret[at] !== letter)
        expect(digestOf('svc', secret.slice(0, at) + letter + secret.slice(at + 1))).toBeNull()
      }),
    )
  })

  it('is not computed for a secret with two neighbours swapped', () => {
    const secret = newSecret('svc')
    for (let at = 4; at < secret.length - 1; at++) {
      if (secret[at] === secret[at + 1]) continue
      const swapped = `${secret.slice(0, at)}${secret[at + 1]}${secret[at]}${secret.slice(at + 2)}`
      expect(digestOf('svc', swapped)).toBeNull()
    }
  })

  it('is not computed for any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => digestOf('svc', text) === null))
  })
})
