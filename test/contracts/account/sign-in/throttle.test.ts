import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Database } from '../../../../src/adapters/postgres/database.ts'
import { FlexibleThrottle } from '../../../../src/adapters/throttle/flexible-throttle.ts'
import type { Throttle } from '../../../../src/ports/account/throttle.ts'
import { createWorld, type World } from '../../../support/world.ts'

const rule = {
  perAddress: { attempts: 3, seconds: 60 },
  perAccountAndAddress: { attempts: 2, seconds: 60 },
  perAccount: { attempts: 2, seconds: 60 },
}
const rules = {
  signIn: rule,
  signUp: rule,
  passwordReset: rule,
  passwordChange: rule,
  confirmation: rule,
  invitation: rule,
  testSend: rule,
  destinationRequest: rule,
  secondFactor: rule,
}

describe('Throttle', () => {
  let world: World
  let throttle: Throttle
  /**
   * The throttle of a second process of the service, which must share its limits with the first one in these
   * tests.
   */
  let other: Throttle
  let people = 0
  const somebody = () => `person${people++}@example.com`

  beforeAll(async () => {
    world = await createWorld()
    const create = () => FlexibleThrottle.inPostgres(world.container.get(Database), rules)
    throttle = create()
    other = create()
  })
  afterAll(() => world.close())

  const limited = { code: 'RATE_LIMITED', details: { retryAfter: expect.any(Number) } }

  it('permits a number of attempts and refuses the next, with the seconds to wait', async () => {
    const who = somebody()
    for (let no = 0; no < 3; no++) await throttle.attempt('signIn', 'perAddress', who)
    const refusal = await throttle.attempt('signIn', 'perAddress', who).catch((error: unknown) => error)
    expect(refusal).toMatchObject(limited)
    const { retryAfter } = (refusal as { details: { retryAfter: number } }).details
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  })

  it('counts across processes', async () => {
    const who = somebody()
    await throttle.attempt('signIn', 'perAccount', who)
    await other.attempt('signIn', 'perAccount', who)
    for (const one of [throttle, other])
      await expect(one.attempt('signIn', 'perAccount', who)).rejects.toMatchObject(limited)
  })

  it('counts each kind of attempt, each person, address and account separately', async () => {
    const [who, another] = [somebody(), somebody()]
    for (let no = 0; no < 2; no++) await throttle.attempt('signIn', 'perAccount', who)
    await throttle.attempt('signUp', 'perAccount', who)
    await throttle.attempt('signIn', 'perAddress', who)
    await throttle.attempt('signIn', 'perAccount', another)
    await expect(throttle.attempt('signIn', 'perAccount', who)).rejects.toMatchObject(limited)
  })

  it('is exact when many attempt at once', async () => {
    const who = somebody()
    const attempts = Array.from({ length: 20 }, (_, no) =>
      (no % 2 ? throttle : other).attempt('signUp', 'perAddress', who),
    )
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('reports the first refusal in a while once for all processes, with its subject', async () => {
    const attempter = { account: somebody(), address: '203.0.113.7' }
    const refusals: unknown[] = []
    for (const one of [throttle, other, throttle, throttle, other, throttle, other])
      await one.attemptOn('signIn', attempter).catch((error: unknown) => refusals.push(error))
    const { account } = attempter
    const reported = { attempts: 'signIn', countedBy: 'perAccountAndAddress', account }
    expect(refusals).toEqual(
      Array.from({ length: 5 }, (_, no) => expect.objectContaining({ ...reported, isFirst: no === 0 })),
    )
  })

  it('forgets the attempts of one subject, and of no other', async () => {
    const [who, another] = [somebody(), somebody()]
    for (const one of [who, another])
      for (let no = 0; no < 2; no++) await throttle.attempt('signIn', 'perAccount', one)
    await throttle.forgive('signIn', 'perAccount', who)
    await throttle.attempt('signIn', 'perAccount', who)
    await expect(throttle.attempt('signIn', 'perAccount', another)).rejects.toMatchObject(limited)
  })

  it('accepts forgetting a subject without attempts', async () => {
    await throttle.forgive('signIn', 'perAccount', somebody())
  })

  it('accepts names of every length and kind', async () => {
    for (const who of ['', 'x'.repeat(10_000), "'; drop table throttle; --", 'ü\u{1F9F5}'])
      await throttle.attempt('passwordReset', 'perAccount', who)
  })
})
