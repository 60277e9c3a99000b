import { describe, expect, it } from '@jest/globals'
import { replay } from '../../src/domain/idempotency.ts'

const earlier = { fingerprint: 'of the payload', answer: { inserted: 2 } }

describe('a repeated idempotency key', () => {
  it('returns the first answer, marked as replayed', () => {
    expect(replay({ key: 'k', fingerprint: 'of the payload' }, earlier)).toEqual({
      answer: { inserted: 2 },
      replayed: true,
    })
  })

  it('is refused with a different payload', () => {
    expect(() => replay({ key: 'k', fingerprint: 'of another' }, earlier)).toThrow(
      expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REUSED' }),
    )
  })
})
