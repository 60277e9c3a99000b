import { describe, expect, it } from '@jest/globals'
import { SignedUnsubscribeLinks } from '../../../src/adapters/security/signed-unsubscribe-links.ts'
import { ringOf } from '../../support/data/ring.ts'

const links = new SignedUnsubscribeLinks('https://spindle.example', ringOf('x'))
const organizationId = '01936f51-0000-7000-8000-000000000001'
const tokenFor = (email: string, from = links) =>
  from.linkFor({ organizationId, email }).replace('https://spindle.example/unsubscribe/', '')

describe('signed unsubscribe links', () => {
  it.each(['a@b', "o'brien+x@exämple.com", '\u{1F9F5}@example.com', `${'x'.repeat(300)}@example.com`])(
    'contain their organization and address: %s',
    (email) => {
      expect(links.read(tokenFor(email))).toEqual({ organizationId, email })
    },
  )

  it('can be part of a URL without encoding', () => {
    expect(tokenFor('ä/?#&@example.com')).toMatch(/^[\w-]+$/)
  })

  it('are the same for one recipient each time', () => {
    expect(tokenFor('a@example.com')).toBe(tokenFor('a@example.com'))
  })

  it('are not accepted with one changed byte of the organization, signature or address', () => {
    const bytes = Buffer.from(tokenFor('a@example.com'), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(links.read(changed.toString('base64url'))).toBeNull()
    }
  })

  it('are accepted for as long as their key is in the ring, and signed with the newest', () => {
    const rotated = new SignedUnsubscribeLinks('https://spindle.example', ringOf('z', 'y', 'x'))
    expect(rotated.read(tokenFor('a@example.com'))).toEqual({ organizationId, email: 'a@example.com' })
    expect(links.read(tokenFor('a@example.com', rotated))).toBeNull()
  })

  it('are the same as before the key ring existed', () => {
    const before =
      'https://spindle.example/unsubscribe/AZNvUQAAcACAAAAAAAAAAVEolTTuy-vtOD_AyQur8S1hQGV4YW1wbGUuY29t'
    expect(links.linkFor({ organizationId, email: 'a@example.com' })).toBe(before)
  })

  it('are not accepted with another SESSION_SECRET, shortened or invented', () => {
    const other = new SignedUnsubscribeLinks('https://spindle.example', ringOf('y'))
    const token = tokenFor('a@example.com')
    for (const wrong of [
      tokenFor('a@example.com', other),
      token.slice(0, -2),
      '',
      'x',
      'A'.repeat(100),
      '%00',
    ])
      expect(links.read(wrong)).toBeNull()
  })
})
