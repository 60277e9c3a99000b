import { expect, it } from '@jest/globals'
import { newRecoveryCode, recoveryDigestOf } from '../../../src/adapters/security/recovery-code.ts'

it('recovery codes are easy to type, and differ', () => {
  const codes = Array.from({ length: 100 }, newRecoveryCode)
  for (const code of codes) expect(code).toMatch(/^(?:[a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/)
  expect(new Set(codes).size).toBe(100)
})

it('recovery codes are the same with spaces, without hyphens and in capital letters', () => {
  const code = newRecoveryCode()
  const digest = recoveryDigestOf(code)
  expect(digest).toMatch(/^[\w-]{43}$/)
  for (const typed of [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
    expect(recoveryDigestOf(typed)).toBe(digest)
  expect(recoveryDigestOf(newRecoveryCode())).not.toBe(digest)
})

it.each(['', '123456', 'aaaa-aaaa-aaaa', 'aaaa-aaaa-aaaa-aaa0', 'aaaa-aaaa-aaaa-aaaa-a'])(
  '%j is no recovery code',
  (typed) => {
    expect(recoveryDigestOf(typed)).toBeNull()
  },
)
