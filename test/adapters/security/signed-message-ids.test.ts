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

  it('tells which message of which recipient was answered', () => {
    expect(ids.read(ids.idFor(place, null))).toEqual(place)
  })

  it('carries the domain of whom the message is from', () => {
    expect(ids.idFor(place, null)).toMatch(/@example\.com>$/)
    expect(ids.idFor(place, 'ada@analytical.example')).toMatch(/@analytical\.example>$/)
  })

  it('is known after a new key came', () => {
    const later = new SignedMessageIds(ringOf('b', 'a'), 'example.com')
    expect(later.read(ids.idFor(place, null))).toEqual(place)
  })

  it('that somebody made up is not believed', () => {
    const forged = new SignedMessageIds(ringOf('z'), 'example.com').idFor(place, null)
    expect(ids.read(forged)).toBeNull()
    for (const id of ['', '<>', '<a@b>', `<${'A'.repeat(55)}@b>`, ids.idFor(place, null).replace('<', '<x')])
      expect(ids.read(id)).toBeNull()
  })
})
