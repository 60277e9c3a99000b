import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newAccountLink } from '../../../src/domain/account/account-link.ts'
import { newSecondFactor } from '../../../src/domain/account/second-factor/second-factor.ts'
import { Accounts } from '../../../src/ports/account/accounts.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { contract, part, partOfStore } from '../../support/contracts/contract.ts'
import { createWorld, type World } from '../../support/world.ts'

const links = partOfStore('accountLinks', 'signInOf', 'endSignIns')

contract(['secondFactors', links, part(Accounts, 'secondFactor')], 'second factors', (name) => {
  let world: World
  const userId = () => world.demo.userId ?? ''
  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const stored = () => run((tx) => tx.secondFactors.of(userId()))
  const seen = () => world.container.get(Accounts).secondFactor(userId())

  beforeAll(async () => {
    world = await createWorld(name)
  })
  afterAll(() => world.close())

  it('are returned as they were stored, and shown to their user once they are confirmed', async () => {
    expect([await stored(), await seen()]).toEqual([null, null])
    const now = world.clock.now()
    const begun = newSecondFactor(userId(), 'encrypted', now)
    await run((tx) => tx.secondFactors.save(begun))
    expect([await stored(), await seen()]).toEqual([begun, null])
    const again = { ...begun, encryptedSecret: 'another', createdAt: now }
    const confirmed = { ...again, confirmedAt: now, lastStep: 59_000_000, recoveryDigests: ['one', 'two'] }
    await run((tx) => tx.secondFactors.save(confirmed))
    expect([await stored(), await seen()]).toEqual([confirmed, { confirmedAt: now, recoveryCodes: 2 }])
    await run((tx) => tx.secondFactors.remove(userId()))
    expect([await stored(), await seen()]).toEqual([null, null])
  })

  it('keep the sign-ins that wait for them until these end, with their user', async () => {
    const now = world.clock.now()
    const { organizationId } = world.demo
    const waiting = (digest: string) =>
      newAccountLink({ digest, purpose: 'signIn', userId: userId(), organizationId }, now)
    for (const digest of ['first', 'second']) await run((tx) => tx.accountLinks.add(waiting(digest)))
    const find = (digest: string, at = now) => run((tx) => tx.accountLinks.signInOf(digest, at))
    expect(await find('first')).toBe(userId())
    expect(await find('first', waiting('first').expiresAt)).toBeNull()
    expect(await find('unknown')).toBeNull()
    await run((tx) => tx.accountLinks.take('first', 'signIn', now))
    expect(await find('first')).toBeNull()
    const demo = newAccountLink({ digest: 'demo', purpose: 'demo', userId: userId() }, now)
    await run((tx) => tx.accountLinks.add(demo))
    expect(await find('demo')).toBeNull()
    await run((tx) => tx.accountLinks.endSignIns(userId()))
    expect(await find('second')).toBeNull()
    expect(await run((tx) => tx.accountLinks.take('demo', 'demo', now))).toEqual(demo)
  })

  it('are removed with their user', async () => {
    const now = world.clock.now()
    await run((tx) => tx.secondFactors.save(newSecondFactor(userId(), 'encrypted', now)))
    await run((tx) => tx.users.remove(userId()))
    expect(await stored()).toBeNull()
  })
})
