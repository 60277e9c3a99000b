import { describe, expect, it } from '@jest/globals'
import {
  isConfirmed,
  mustSetUpSecondFactor,
  withNewApp,
  withRecoveryCodeUsed,
  withStepUsed,
} from '../../../../src/domain/account/second-factor/second-factor.ts'

const now = new Date('2026-11-20T09:00:00Z')
const fresh = withNewApp(null, { accountId: 'ada', encryptedSecret: 'encrypted', now })

describe('the rule that everybody needs a second factor', () => {
  const session = { kind: 'console', createdAt: now, vouchedBy: 'account' } as const
  const lacking = { requiredAt: now, hasPassword: true, hasSecondFactor: false, session }
  const earlier = new Date(now.getTime() - 1)

  it.each([
    ['without the rule', { ...lacking, requiredAt: null }, false],
    ['without a second factor', lacking, true],
    ['with a second factor', { ...lacking, hasSecondFactor: true }, false],
    ['without a password', { ...lacking, hasPassword: false }, false],
    ['in a console session from before', { ...lacking, session: { ...session, createdAt: earlier } }, false],
    [
      'with a token from before',
      { ...lacking, session: { ...session, kind: 'token', createdAt: earlier } as const },
      true,
    ],
    [
      'in a session for which the provider of the organization vouches',
      { ...lacking, session: { ...session, vouchedBy: 'organization' } as const },
      false,
    ],
  ])('holds for a person %s: %j', (_, facts, expected) => {
    expect(mustSetUpSecondFactor(facts)).toBe(expected)
  })
})

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
