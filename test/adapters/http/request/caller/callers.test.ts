import { describe, expect, it } from '@jest/globals'
import { Callers } from '../../../../../src/adapters/http/request/caller/callers.ts'
import { DomainError } from '../../../../../src/domain/errors.ts'
import { holderOf } from './credential-holder.ts'

/**
 * Returns `Callers` for the test that finds these credentials by digest. Its clock advances only when the test
 * calls `pass`.
 */
function known(rows: Record<string, ReturnType<typeof holderOf>>) {
  let now = 0
  const callers = new Callers({ find: async (digest) => rows[digest] ?? null }, () => now)
  return {
    callers,
    rows,
    pass: (seconds: number) => {
      now += seconds
    },
    /** Sends this number of test requests with one credential, and returns how many of them are admitted. */
    sent: (digest: string, requests: number) =>
      Array.from({ length: requests }, () => callers.take(digest)).filter(
        (quota) => quota?.retryAfter === null,
      ).length,
  }
}

const of = (organizationId: string, credential: number | null, organization: number | null) =>
  holderOf(organizationId, { ofCredential: credential, organization })

describe('callers', () => {
  it('shares the rate of an organization between its credentials, and not with others', async () => {
    const { callers, sent, pass } = known({
      a: of('one', null, 1),
      b: of('one', null, 1),
      c: of('two', null, 1),
    })
    for (const digest of ['a', 'b', 'c']) await callers.lookUp(digest)
    expect([sent('a', 7), sent('b', 7), sent('a', 7), sent('c', 7)]).toEqual([7, 3, 0, 7])
    pass(2)
    expect([sent('b', 7), sent('a', 7)]).toEqual([2, 0])
  })

  it('limits one key to its own rate, so that other keys can continue', async () => {
    const { callers, sent } = known({ slow: of('one', 1, 5), other: of('one', null, 5) })
    for (const digest of ['slow', 'other']) await callers.lookUp(digest)
    expect([sent('slow', 100), sent('other', 100)]).toEqual([10, 40])
  })

  it('returns the tighter limit, its remainder, and the seconds to wait', async () => {
    const { callers, sent } = known({ a: of('one', 2, 50) })
    await callers.lookUp('a')
    expect(callers.take('a')).toEqual({
      limit: 20,
      remaining: 19,
      secondsToFull: 1,
      retryAfter: null,
    })
    sent('a', 19)
    expect(callers.take('a')).toEqual({
      limit: 20,
      remaining: 0,
      secondsToFull: 10,
      retryAfter: 1,
    })
  })

  it('returns nothing for a source without a limit, or one that is not cached', async () => {
    const { callers } = known({ free: of('one', null, null), a: of('two', 1, 1) })
    await callers.lookUp('free')
    expect([callers.take('free'), callers.take('a'), callers.cached('a')]).toEqual([null, null, null])
  })

  it('trusts a look-up for a minute, and then applies a new plan or a revocation', async () => {
    const { callers, rows, sent, pass } = known({ a: of('one', null, 1) })
    expect(callers.trusts('a')).toBe(false)
    await callers.lookUp('a')
    expect([sent('a', 20), callers.trusts('a')]).toEqual([10, true])
    rows['a'] = of('one', null, 3)
    pass(60)
    expect(callers.trusts('a')).toBe(false)
    await callers.lookUp('a')
    expect([sent('a', 100), callers.trusts('a')]).toEqual([30, true])
    delete rows['a']
    expect(await callers.lookUp('a')).toBeNull()
    expect([callers.take('a'), callers.trusts('a'), callers.cached('a')]).toEqual([null, false, null])
  })

  it('never trusts a look-up of a test organization, whose clock moves', async () => {
    const test = { organizationId: 'one', now: new Date(0) }
    const { callers } = known({ a: { ...of('one', null, 1), test } })
    await callers.lookUp('a')
    expect([callers.trusts('a'), callers.take('a')?.limit]).toEqual([false, 10])
  })

  it('forgets the caller of an organization that has left the cell', async () => {
    const { callers, rows } = known({ a: of('one', null, 1) })
    await callers.lookUp('a')
    const refusal = new DomainError('ORGANIZATION_CLOSED')
    Object.assign(rows, { a: refusal })
    await expect(callers.lookUp('a')).rejects.toBe(refusal)
    expect(callers.cached('a')).toBeNull()
  })
})
