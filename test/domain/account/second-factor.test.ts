import { describe, expect, it } from '@jest/globals'
import {
  isConfirmed,
  newSecondFactor,
  withRecoveryCodeUsed,
  withStepUsed,
} from '../../../src/domain/account/second-factor/second-factor.ts'

const now = new Date('2026-11-20T09:00:00Z')
const fresh = newSecondFactor('ada', 'encrypted', now)

describe('a second factor', () => {
  it('waits for its first code', () => {
    expect(isConfirmed(null)).toBe(false)
    expect(isConfirmed(fresh)).toBe(false)
    expect(isConfirmed({ ...fresh, confirmedAt: now })).toBe(true)
  })

  it('accepts the code of a time step once, and none of an earlier step after it', () => {
    const used = withStepUsed(fresh, 100)
    expect(used).toEqual({ ...fresh, lastStep: 100 })
    for (const step of [100, 99]) expect(withStepUsed(used ?? fresh, step)).toBeNull()
    expect(withStepUsed(used ?? fresh, 101)?.lastStep).toBe(101)
  })

  it('accepts each recovery code once', () => {
    const factor = { ...fresh, recoveryDigests: ['one', 'two'] }
    const left = withRecoveryCodeUsed(factor, 'one')
    expect(left?.recoveryDigests).toEqual(['two'])
    expect(withRecoveryCodeUsed(left ?? factor, 'one')).toBeNull()
    expect(withRecoveryCodeUsed(factor, 'unknown')).toBeNull()
  })
})
