import { readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { ThreadedPasswordStrength } from '../../../src/adapters/security/threaded-password-strength.ts'
import { maxWaitDuring } from '../../support/max-wait.ts'
import { until } from '../../support/until.ts'

const own = ['ada.lovelace@example.com', 'Ada Lovelace']
const threadsOfProcess = () => readdirSync('/proc/self/task').length

describe('the strength of a password that a thread rates', () => {
  it('is known without blocking the process while the list of passwords is loaded', async () => {
    const strength = new ThreadedPasswordStrength()
    const longest = await maxWaitDuring(async () => {
      expect(await strength.weaknessOf('password12345', own)).toBe('common')
      expect(await strength.weaknessOf('adalovelace1815', own)).toBe('own')
      expect(await strength.weaknessOf('correct horse battery staple', own)).toBeNull()
    })
    expect(longest).toBeLessThan(100)
  })

  it('is known again after the unused thread has ended', async () => {
    const strength = new ThreadedPasswordStrength(50)
    expect(await strength.weaknessOf('password12345', own)).toBe('common')
    const used = threadsOfProcess()
    await until(() => threadsOfProcess() < used)
    expect(await strength.weaknessOf('password12345', own)).toBe('common')
  })

  it('is refused when too many passwords wait, instead of delaying all', async () => {
    const strength = new ThreadedPasswordStrength()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 170 }, () => strength.weaknessOf('password12345', own)),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ reason: { code: 'OVERLOADED' } })
    expect(
      outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'common'),
    ).toHaveLength(170 - refused.length)
  })
})
