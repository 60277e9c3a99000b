import { describe, expect, it } from '@jest/globals'
import { Callers } from '../../../../../src/adapters/http/request/caller/callers.ts'
import type { RequestRates } from '../../../../../src/domain/account/api-keys/caller-access.ts'
import type { Credential } from '../../../../../src/domain/account/api-keys/credential.ts'
import { DomainError } from '../../../../../src/domain/errors.ts'

const keyOf = (digest: string): Credential => ({ kind: 'apiKey', digest })
const settled = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Returns `Callers` for the test that finds these credentials by digest. Its clock advances only when the test
 * calls `pass`.
 */
function known(rows: Record<string, { organizationId: string; rates: RequestRates }>) {
  let now = 0
  let lookUps = 0
  const callers = new Callers(
    async ({ digest }) => {
      lookUps++
      const row = rows[digest]
      if (row === undefined) throw new DomainError('INVALID_API_KEY')
      return { ...row, scopes: ['ingest'] }
    },
    () => now,
  )
  return {
    callers,
    rows,
    lookUps: () => lookUps,
    pass: (seconds: number) => {
      now += seconds
    },
    /** Sends this number of test requests with one credential, and returns how many of them are admitted. */
    sent: (digest: string, requests: number) =>
      Array.from({ length: requests }, () => callers.take(keyOf(digest), 'ingest')).filter(
        (quota) => quota?.retryAfter === null,
      ).length,
  }
}

const of = (organizationId: string, credential: number | null, organization: number | null) => ({
  organizationId,
  rates: { credential, organization },
})

describe('callers', () => {
  it('looks a new source up in parallel, and counts its first requests', async () => {
    const { callers, sent, lookUps } = known({ a: of('one', null, 2) })
    for (let no = 0; no < 5; no++) {
      expect(callers.take(keyOf('a'), 'ingest')).toBeNull()
      callers.noteGood(keyOf('a'), 'ingest')
    }
    await settled()
    expect(lookUps()).toBe(1)
    expect(sent('a', 100)).toBe(15)
  })

  it('shares the rate of an organization between its credentials, and not with others', async () => {
    const { callers, sent, pass } = known({
      a: of('one', null, 1),
      b: of('one', null, 1),
      c: of('two', null, 1),
    })
    for (const digest of ['a', 'b', 'c']) await callers.admit(keyOf(digest), 'ingest')
    expect([sent('a', 7), sent('b', 7), sent('a', 7), sent('c', 7)]).toEqual([7, 3, 0, 7])
    pass(2)
    expect([sent('b', 7), sent('a', 7)]).toEqual([2, 0])
  })

  it('limits one key to its own rate, so that other keys can continue', async () => {
    const { callers, sent } = known({ slow: of('one', 1, 5), other: of('one', null, 5) })
    for (const digest of ['slow', 'other']) await callers.admit(keyOf(digest), 'ingest')
    expect([sent('slow', 100), sent('other', 100)]).toEqual([10, 40])
  })

  it('returns the tighter limit, its remainder, and the seconds to wait', async () => {
    const { callers, sent } = known({ a: of('one', 2, 50) })
    await callers.admit(keyOf('a'), 'ingest')
    expect(callers.take(keyOf('a'), 'ingest')).toEqual({
      limit: 20,
      remaining: 19,
      secondsToFull: 1,
      retryAfter: null,
    })
    sent('a', 19)
    expect(callers.take(keyOf('a'), 'ingest')).toEqual({
      limit: 20,
      remaining: 0,
      secondsToFull: 10,
      retryAfter: 1,
    })
  })

  it('returns nothing for a source without a limit, or for a missing scope', async () => {
    const { callers } = known({ free: of('one', null, null), a: of('two', 1, 1) })
    for (const digest of ['free', 'a']) await callers.admit(keyOf(digest), 'ingest')
    expect(callers.take(keyOf('free'), 'ingest')).toBeNull()
    expect(callers.take(keyOf('a'), 'trigger')).toBeNull()
    expect([callers.has(keyOf('a'), 'ingest'), callers.has(keyOf('a'), 'trigger')]).toEqual([true, false])
  })

  it('applies a new plan within a minute, and a revocation too', async () => {
    const { callers, rows, sent, pass, lookUps } = known({ a: of('one', null, 1) })
    await callers.admit(keyOf('a'), 'ingest')
    expect(sent('a', 20)).toBe(10)
    rows['a'] = of('one', null, 3)
    callers.noteGood(keyOf('a'), 'ingest')
    expect(lookUps()).toBe(1)
    pass(60)
    expect(callers.has(keyOf('a'), 'ingest')).toBe(false)
    callers.noteGood(keyOf('a'), 'ingest')
    await settled()
    expect(sent('a', 100)).toBe(30)
    delete rows['a']
    pass(60)
    callers.noteGood(keyOf('a'), 'ingest')
    await settled()
    expect(callers.take(keyOf('a'), 'ingest')).toBeNull()
    expect(callers.has(keyOf('a'), 'ingest')).toBe(false)
  })

  it('refuses an invalid credential', async () => {
    const { callers } = known({})
    await expect(callers.admit(keyOf('x'), 'ingest')).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })
})
