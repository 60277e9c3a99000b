import { describe, expect, it } from '@jest/globals'
import { SignedMessageIds } from '../../../src/adapters/security/signed-message-ids.ts'
import { ringOf } from '../../support/data/ring.ts'

const place = {
  jobId: '01999999-0000-7000-8000-000000000001',
  slice: 70_000,
  recordId: '4398046511104',
  step: 19,
}

describe('the Message-ID of a message', () => {
  const ids = new SignedMessageIds(ringOf('a'), 'example.com')

  it('identifies the message and the recipient to whom it was sent', () => {
    expect(ids.read(ids.idFor(place, null))).toEqual(place)
  })

  it('contains the domain of the sender', () => {
    expect(ids.idFor(place, null)).toMatch(/@example\.com>$/)
    expect(ids.idFor(place, 'ada@analytical.example')).toMatch(/@analytical\.example>$/)
  })

  it('is recognized after a key rotation', () => {
    const later = new SignedMessageIds(ringOf('b', 'a'), 'example.com')
    expect(later.read(ids.idFor(place, null))).toEqual(place)
  })

  it('is not accepted if it was invented', () => {
    const forged = new SignedMessageIds(ringOf('z'), 'example.com').idFor(place, null)
    expect(ids.read(forged)).toBeNull()
    for (const id of ['', '<>', '<a@b>', `<${'A'.repeat(55)}@b>`, ids.idFor(place, null).replace('<', '<x')])
      expect(ids.read(id)).toBeNull()
  })
})
