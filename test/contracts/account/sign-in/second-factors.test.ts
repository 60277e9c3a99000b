import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Account, noPassword } from '../../../../src/domain/account/account.ts'
import { type LinkPurpose, newAccountLink } from '../../../../src/domain/account/account-link.ts'
import {
  isConfirmed,
  mustSetUpSecondFactor,
  ownSecondFactor,
  withNewApp,
  withoutApp,
} from '../../../../src/domain/account/second-factor/second-factor.ts'
import {
  newSession,
  type SessionKind,
  sessionKinds,
} from '../../../../src/domain/account/sessions/session.ts'
import { Credentials } from '../../../../src/ports/account/credentials.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { addUser } from '../../../support/data/sign-in/add-user.ts'
import { createWorld, type World } from '../../../support/world.ts'

describe('second factors', () => {
  let world: World
  let userId: string
  let accountId: string
  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const stored = () => run((tx) => tx.accounts.secondFactorOf(accountId))
  const seen = async () => ownSecondFactor(await stored())

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ;({ id: userId, accountId } = await addUser(world))
  })

  it('are returned as they were stored, and shown to their user once they are confirmed', async () => {
    expect([await stored(), await seen()]).toEqual([null, null])
    const now = world.clock.now()
    const begun = withNewApp(null, { accountId, encryptedSecret: 'encrypted', now })
    await run((tx) => tx.accounts.saveSecondFactor(begun))
    expect([await stored(), await seen()]).toEqual([begun, null])
    const again = { ...begun, encryptedSecret: 'another', createdAt: now }
    const confirmed = {
      ...again,
      confirmedAt: now,
      appConfirmedAt: now,
      lastStep: 59_000_000,
      recoveryDigests: ['one', 'two'],
    }
    await run((tx) => tx.accounts.saveSecondFactor(confirmed))
    expect([await stored(), await seen()]).toEqual([
      confirmed,
      { confirmedAt: now, recoveryCodes: 2, hasApp: true },
    ])
    const withPasskeys = withoutApp(confirmed)
    await run((tx) => tx.accounts.saveSecondFactor(withPasskeys))
    expect([await stored(), await seen()]).toEqual([
      withPasskeys,
      { confirmedAt: now, recoveryCodes: 2, hasApp: false },
    ])
    await run((tx) => tx.accounts.removeSecondFactor(accountId))
    expect([await stored(), await seen()]).toEqual([null, null])
  })

  it('keep the sign-ins that wait for them until these end, with their user', async () => {
    const now = world.clock.now()
    const { organizationId } = world.demo
    const waiting = (digest: string) =>
      newAccountLink({ digest, purpose: 'signIn', userId, organizationId }, now)
    for (const digest of ['first', 'second']) await run((tx) => tx.accountLinks.add(waiting(digest)))
    const find = (digest: string, at = now) => run((tx) => tx.accountLinks.userOf(digest, 'signIn', at))
    expect(await find('first')).toBe(userId)
    expect(await find('first', waiting('first').expiresAt)).toBeNull()
    expect(await find('unknown')).toBeNull()
    await run((tx) => tx.accountLinks.take('first', 'signIn', now))
    expect(await find('first')).toBeNull()
    const demo = newAccountLink({ digest: 'demo', purpose: 'demo', userId }, now)
    await run((tx) => tx.accountLinks.add(demo))
    expect(await find('demo')).toBeNull()
    await run((tx) => tx.accountLinks.endLinks(accountId, ['signIn']))
    expect(await find('second')).toBeNull()
    expect(await run((tx) => tx.accountLinks.take('demo', 'demo', now))).toEqual(demo)
  })

  it('know which of the two links of a change of address was used', async () => {
    const now = world.clock.now()
    const email = 'ada@analytical.example'
    const link = { digest: 'new', purpose: 'newAddress', userId, email } as const
    await run((tx) => tx.accountLinks.add(newAccountLink(link, now)))
    const wasTaken = (purpose: LinkPurpose, address = email) =>
      run((tx) => tx.accountLinks.wasTaken(userId, purpose, address))
    expect(await wasTaken('newAddress')).toBe(false)
    await run((tx) => tx.accountLinks.take('new', 'newAddress', now))
    expect([
      await wasTaken('newAddress'),
      await wasTaken('newAddress', 'eve@example.com'),
      await wasTaken('oldAddress'),
    ]).toEqual([true, false, false])
    await run((tx) => tx.accountLinks.endLinks(accountId, ['newAddress']))
    expect(await wasTaken('newAddress')).toBe(false)
  })

  it('are missing where the organization requires them, by the rule of the domain', async () => {
    const { organizationId } = world.demo
    const now = world.clock.now()
    const change = (changes: Partial<Account>) =>
      run(async (tx) => {
        const account = await tx.accounts.lock(accountId)
        if (account !== null) await tx.accounts.save({ ...account, ...changes })
      })
    const require = (secondFactorRequiredAt: Date | null) =>
      run(async (tx) => {
        const organization = await tx.organizations.lock(organizationId)
        if (organization !== null) await tx.organizations.save({ ...organization, secondFactorRequiredAt })
      })
    const begun = async (kind: SessionKind, at: Date) => {
      const client = { kind, userAgent: null, ipAddress: null }
      const session = newSession(world.container.get(Ids).next(), userId, at, client)
      await run((tx) => tx.sessions.start(session, sessionKinds))
      return (await world.container.get(Credentials).signedIn(session.id))?.mustSetUpSecondFactor ?? false
    }
    const earlier = new Date(now.getTime() - 60_000)
    const factor = withNewApp(null, { accountId, encryptedSecret: 'encrypted', now })
    for (const passwordHash of ['a hash', noPassword])
      for (const requiredAt of [null, now])
        for (const present of [null, factor, { ...factor, confirmedAt: now }])
          for (const kind of sessionKinds)
            for (const createdAt of [earlier, now]) {
              await change({ passwordHash })
              await require(requiredAt)
              await run((tx) =>
                present === null
                  ? tx.accounts.removeSecondFactor(accountId)
                  : tx.accounts.saveSecondFactor(present),
              )
              const facts = {
                requiredAt,
                hasPassword: passwordHash !== noPassword,
                hasSecondFactor: isConfirmed(present),
                session: { kind, createdAt, vouchedBy: 'account' as const },
              }
              expect([facts, await begun(kind, createdAt)]).toEqual([facts, mustSetUpSecondFactor(facts)])
            }
  })

  it('are removed with their account', async () => {
    const now = world.clock.now()
    await run((tx) =>
      tx.accounts.saveSecondFactor(withNewApp(null, { accountId, encryptedSecret: 'encrypted', now })),
    )
    await run((tx) => tx.accounts.removeUser({ id: userId, accountId }))
    expect(await stored()).toBeNull()
  })
})
