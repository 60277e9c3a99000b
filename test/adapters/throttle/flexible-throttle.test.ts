import { describe, expect, it } from '@jest/globals'
import { FlexibleThrottle } from '../../../src/adapters/throttle/flexible-throttle.ts'
import { DomainError } from '../../../src/domain/errors.ts'

describe('the throttle while the database is unavailable', () => {
  const throttle = FlexibleThrottle.inPostgres({
    write: async () => {
      throw new DomainError('OVERLOADED')
    },
  })

  it('refuses attempts, because they cannot be counted', async () => {
    await expect(throttle.attempt('signIn', 'perAddress', '192.0.2.1')).rejects.toMatchObject({
      code: 'OVERLOADED',
    })
  })

  it('accepts a success without resetting the count', async () => {
    await throttle.forgiveOn('signIn', { account: 'ada@example.com', address: '192.0.2.1' })
  })
})
