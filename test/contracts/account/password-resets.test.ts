import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newPasswordReset } from '../../../src/domain/account/password/password-reset.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { demoEmail } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { demoAccount } from '../../support/demo/demo-account.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('tx.accountLinks', () => {
  let world: World
  let accountId: string
  beforeAll(async () => {
    world = await createWorld()
    accountId = (await demoAccount(world)).id
  })
  afterAll(() => world.close())

  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const now = () => world.clock.now()
  const resetNow = () => newPasswordReset(world.container.get(Ids).next(), now())
  const take = (digest: string, at = now()) => inTransaction((tx) => tx.accountLinks.takeReset(digest, at))

  async function added(email = demoEmail) {
    const reset = resetNow()
    return { ...reset, to: await inTransaction((tx) => tx.accountLinks.addReset(email, reset)) }
  }

  it('returns the user of a link with the language of the organization, and nothing more of the account', async () => {
    const { organizationId, userId: id } = world.demo
    const owner = { id, organizationId, email: demoEmail, name: 'Demo', language: 'en' }
    expect((await added()).to).toEqual(owner)
  })

  it('stores a request for an address without an account, whose link opens nothing', async () => {
    const { to, digest } = await added('nobody@example.com')
    expect([to, await take(digest)]).toEqual([null, null])
  })

  it('returns the account of a link once', async () => {
    const { digest } = await added()
    expect(await take(digest)).toBe(accountId)
    expect(await take(digest)).toBeNull()
  })

  it('returns the account of a link without using it', async () => {
    const { digest, expiresAt } = await added()
    const find = (at = now()) => inTransaction((tx) => tx.accountLinks.accountOfReset(digest, at))
    expect([await find(), await find(), await find(expiresAt)]).toEqual([accountId, accountId, null])
    expect(await take(digest)).toBe(accountId)
    expect(await find()).toBeNull()
  })

  it('gives a link to one of many who use it at once', async () => {
    const { digest } = await added()
    const takers = await Promise.all(Array.from({ length: 6 }, () => take(digest)))
    expect(takers.filter((taker) => taker !== null)).toEqual([accountId])
  })

  it('ends the other links of an account when the first is used', async () => {
    const [first, second] = [await added(), await added()]
    expect(await take(second.digest)).toBe(accountId)
    expect(await take(first.digest)).toBeNull()
  })

  it('accepts a link before it expires, and not at that time', async () => {
    const [late, inTime] = [await added(), await added()]
    expect(await take(late.digest, late.expiresAt)).toBeNull()
    expect(await take(inTime.digest, new Date(inTime.expiresAt.getTime() - 1))).toBe(accountId)
  })

  it('finds no link that was never requested', async () => {
    expect(await take('')).toBeNull()
    expect(await take('unknown')).toBeNull()
  })
})
