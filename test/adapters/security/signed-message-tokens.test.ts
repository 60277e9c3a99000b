import { describe, expect, it } from '@jest/globals'
import { messageTokensOf, ringOf } from '../../support/data/ring.ts'

const place = {
  jobId: '01999999-0000-7000-8000-000000000001',
  slice: 70_000,
  recordId: '4398046511104',
  step: 19,
}
const tokens = messageTokensOf(ringOf('x'))
const organizationId = '01936f51-0000-7000-8000-000000000001'
const tokenFor = (email: string, from = tokens) =>
  from.unsubscribeLinkFor({ organizationId, email }).replace('https://spindle.example/unsubscribe/', '')

describe('the Message-ID of a message', () => {
  it('identifies the message and the recipient to whom it was sent', () => {
    expect(tokens.placeOf(tokens.messageIdFor(place, null))).toEqual(place)
  })

  it('contains the domain of the sender', () => {
    expect(tokens.messageIdFor(place, null)).toMatch(/@example\.com>$/)
    expect(tokens.messageIdFor(place, 'ada@analytical.example')).toMatch(/@analytical\.example>$/)
  })

  it('is recognized after a key rotation', () => {
    const later = messageTokensOf(ringOf('b', 'x'))
    expect(later.placeOf(tokens.messageIdFor(place, null))).toEqual(place)
  })

  it('is not accepted if it was invented', () => {
    const forged = messageTokensOf(ringOf('z')).messageIdFor(place, null)
    expect(tokens.placeOf(forged)).toBeNull()
    for (const id of [
      '',
      '<>',
      '<a@b>',
      `<${'A'.repeat(55)}@b>`,
      tokens.messageIdFor(place, null).replace('<', '<x'),
    ])
      expect(tokens.placeOf(id)).toBeNull()
  })
})

describe('signed unsubscribe links', () => {
  it.each(['a@b', "o'brien+x@exämple.com", '\u{1F9F5}@example.com', `${'x'.repeat(300)}@example.com`])(
    'contain their organization and address: %s',
    (email) => {
      expect(tokens.unsubscriberOf(tokenFor(email))).toEqual({ organizationId, email })
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
      expect(tokens.unsubscriberOf(changed.toString('base64url'))).toBeNull()
    }
  })

  it('are accepted for as long as their key is in the ring, and signed with the newest', () => {
    const rotated = messageTokensOf(ringOf('z', 'y', 'x'))
    expect(rotated.unsubscriberOf(tokenFor('a@example.com'))).toEqual({
      organizationId,
      email: 'a@example.com',
    })
    expect(tokens.unsubscriberOf(tokenFor('a@example.com', rotated))).toBeNull()
  })

  it('are the same as before the key ring existed', () => {
    const before =
      'https://spindle.example/unsubscribe/AZNvUQAAcACAAAAAAAAAAVEolTTuy-vtOD_AyQur8S1hQGV4YW1wbGUuY29t'
    expect(tokens.unsubscribeLinkFor({ organizationId, email: 'a@example.com' })).toBe(before)
  })

  it('are not accepted with another SESSION_SECRET, shortened or invented', () => {
    const other = messageTokensOf(ringOf('y'))
    const token = tokenFor('a@example.com')
    for (const wrong of [
      tokenFor('a@example.com', other),
      token.slice(0, -2),
      '',
      'x',
      'A'.repeat(100),
      '%00',
    ])
      expect(tokens.unsubscriberOf(wrong)).toBeNull()
  })
})
