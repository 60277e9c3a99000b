import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Account } from '../../../src/domain/account/account.ts'
import { newSettings } from '../../../src/domain/account/organization.ts'
import { newPasswordReset } from '../../../src/domain/account/password/password-reset.ts'
import { roles } from '../../../src/domain/account/role.ts'
import {
  newSession,
  type SessionEnd,
  type SessionKind,
  sessionKinds,
} from '../../../src/domain/account/sessions/session.ts'
import type { User } from '../../../src/domain/account/user.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { testOrganizationOf, testPlan } from '../../../src/domain/test-mode/test-organization.ts'
import { AccountStore, SessionStore } from '../../../src/ports/account/accounts.ts'
import { Credentials } from '../../../src/ports/account/credentials.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('AccountStore, SessionStore', () => {
  let world: World
  let accounts: AccountStore
  let credentials: Credentials
  let user: User
  beforeAll(async () => {
    world = await createWorld()
    accounts = world.container.get(AccountStore)
    credentials = world.container.get(Credentials)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    user = await added()
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)

  /** Adds a user with an account of their own, or one of the account with the id in `changes`. */
  async function added(changes: Partial<User> = {}): Promise<User> {
    const id = newId()
    const one: User = {
      id,
      organizationId: world.demo.organizationId,
      accountId: newId(),
      email: `${id}@example.com`,
      name: 'Ada Lovelace',
      role: 'owner',
      createdAt: world.clock.now(),
      ...changes,
    }
    await inTransaction(async (tx) => {
      if (changes.accountId === undefined) await tx.accounts.add(accountOf(one))
      await tx.accounts.addUser(one)
    })
    return one
  }

  const accountOf = ({ accountId: id, email, createdAt }: User): Account => {
    return { id, email, passwordHash: '$argon2id$hash', addressConfirmedAt: null, createdAt }
  }

  async function addedOrganization(): Promise<string> {
    const id = newId()
    const own = { id, name: 'Difference Engines', planId: 'free', createdAt: world.clock.now() }
    await inTransaction((tx) => tx.organizations.add({ ...newSettings, ...own }))
    return id
  }

  describe('a user', () => {
    it.each(roles)('who is %s is found as added, by address and by id', async (role) => {
      const one = await added({ role, name: "O'Brien \u{1F9F5}", email: `öffnung+${newId()}@exämple.com` })
      expect(await accounts.findByEmail(one.email)).toEqual({ account: accountOf(one), users: [one] })
      expect(await inTransaction((tx) => tx.accounts.lockUser(one.id))).toEqual(one)
    })

    it('is not found by another address', async () => {
      for (const email of [
        '',
        `${user.email} `,
        user.email.toUpperCase(),
        `%${user.email}`,
        'nobody@example.com',
      ])
        expect(await accounts.findByEmail(email)).toBeNull()
    })

    it('is not found by an unknown id', async () => {
      expect(await inTransaction((tx) => tx.accounts.lockUser(newId()))).toBeNull()
    })

    it('keeps saved changes', async () => {
      const changed = { ...user, name: 'Grace', role: 'viewer' } as const
      await inTransaction((tx) => tx.accounts.saveUser(changed))
      expect((await accounts.findByEmail(user.email))?.users).toEqual([changed])
    })

    it('has the address of the account, also after it changed', async () => {
      const email = `${newId()}@example.com`
      const addressConfirmedAt = world.clock.now()
      const changed = { ...accountOf(user), email, passwordHash: 'another', addressConfirmedAt }
      await inTransaction((tx) => tx.accounts.save(changed))
      expect(await accounts.findByEmail(user.email)).toBeNull()
      expect(await accounts.findByEmail(email)).toEqual({ account: changed, users: [{ ...user, email }] })
      expect(await inTransaction((tx) => tx.accounts.lock(changed.id))).toEqual(changed)
      expect(await inTransaction((tx) => tx.accounts.lock(newId()))).toBeNull()
    })

    it('is one of several users of a person, each in another organization', async () => {
      world.clock.advance(1)
      const { accountId, email } = user
      const other = await added({ accountId, email, organizationId: await addedOrganization() })
      expect((await accounts.findByEmail(email))?.users).toEqual([user, other])
      expect(await inTransaction((tx) => tx.accounts.usersOf(accountId))).toEqual([user, other])
      const again = added({ accountId, email, organizationId: user.organizationId })
      await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
      await inTransaction((tx) => tx.accounts.removeUser(user))
      expect((await accounts.findByEmail(email))?.users).toEqual([other])
      await inTransaction((tx) => tx.accounts.removeUser(other))
      expect(await accounts.findByEmail(email)).toBeNull()
      expect(await inTransaction((tx) => tx.accounts.lock(accountId))).toBeNull()
    })

    it('is listed first after the last sign-in, with the organizations of the person by name', async () => {
      const { accountId, email } = user
      const organizationId = await addedOrganization()
      const other = await added({ accountId, email, organizationId, role: 'viewer' })
      for (const latest of [other, user]) {
        const session = newSession(newId(), latest.id, world.clock.now())
        await inTransaction((tx) => tx.sessions.start(session, sessionKinds))
        const rest = latest === user ? other : user
        expect((await accounts.findByEmail(email))?.users).toEqual([latest, rest])
        expect(await inTransaction((tx) => tx.accounts.usersOf(accountId))).toEqual([latest, rest])
        const reset = newPasswordReset(newId(), world.clock.now())
        expect(await inTransaction((tx) => tx.accountLinks.addReset(email, reset))).toMatchObject({
          id: latest.id,
        })
      }
      expect(await accounts.membershipsOf(accountId)).toEqual([
        { organizationId: user.organizationId, organizationName: 'Demo', role: 'owner' },
        { organizationId, organizationName: 'Difference Engines', role: 'viewer' },
      ])
      expect(await accounts.membershipsOf(newId())).toEqual([])
    })

    it('takes the account along if two transactions remove the last two users at once', async () => {
      const { accountId, email } = user
      const other = await added({ accountId, email, organizationId: await addedOrganization() })
      await Promise.all([user, other].map((one) => inTransaction((tx) => tx.accounts.removeUser(one))))
      expect(await inTransaction((tx) => tx.accounts.lock(accountId))).toBeNull()
      await added({ email })
    })

    it('cannot have the address of another account, in any organization', async () => {
      await expect(added({ email: user.email })).rejects.toMatchObject({ code: 'CONFLICT' })
      expect((await accounts.findByEmail(user.email))?.users).toEqual([user])
    })

    it('is listed with the members of the organization, and with its owners', async () => {
      const { organizationId } = user
      const owners = () => inTransaction((tx) => tx.accounts.ownersOf(organizationId))
      expect(await owners()).toContainEqual(user)
      const viewer = await added({ role: 'viewer' })
      expect(await owners()).not.toContainEqual(viewer)
      const other = await added({ role: 'owner' })
      expect(await owners()).toEqual(expect.arrayContaining([user, other]))
      const members = await accounts.membersOf(organizationId)
      expect(members.find(({ id }) => id === viewer.id)).toEqual({
        ...viewer,
        lastSeenAt: null,
        hasSecondFactor: false,
      })
      expect(members.at(0)?.role).toBe('owner')
      expect(await accounts.membersOf(newId())).toEqual([])
    })

    it('is gone with the sessions after it was removed', async () => {
      const session = newSession(newId(), user.id, world.clock.now())
      await inTransaction(async (tx) => {
        await tx.accounts.lockUser(user.id)
        await tx.sessions.start(session, sessionKinds)
      })
      await inTransaction(async (tx) => {
        await tx.accounts.lockUser(user.id)
        await tx.accounts.removeUser(user)
      })
      expect(await accounts.findByEmail(user.email)).toBeNull()
      expect(await credentials.signedIn(session.id)).toBeNull()
    })

    it('is added once by many at once', async () => {
      const email = `${newId()}@example.com`
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => added({ email })))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' })
    })
  })

  describe('a session', () => {
    async function started(of = user, replaced: readonly SessionKind[] = sessionKinds) {
      const client = {
        kind: replaced.length === 0 ? 'console' : 'token',
        userAgent: null,
        ipAddress: '192.0.2.7',
      } as const
      const session = newSession(newId(), of.id, world.clock.now(), client)
      await inTransaction(async (tx) => {
        await tx.accounts.lockUser(of.id)
        await tx.sessions.start(session, replaced)
      })
      return session
    }
    const endOf = async (id: string) => (await credentials.signedIn(id))?.session.end
    const end = (id: string, how: SessionEnd) =>
      inTransaction((tx) => tx.sessions.end(id, how, world.clock.now()))

    it('is open until it is ended', async () => {
      const session = await started()
      const isOpen = (id: string) => inTransaction((tx) => tx.sessions.isOpen(id))
      expect([await isOpen(session.id), await isOpen(newId())]).toEqual([true, false])
      const hasComeFrom = (account: string, address: string) =>
        inTransaction((tx) => tx.sessions.hasComeFrom(account, address))
      expect(await hasComeFrom(user.accountId, '192.0.2.7')).toBe(true)
      expect(await hasComeFrom(user.accountId, '192.0.2.99')).toBe(false)
      expect(await hasComeFrom(newId(), '192.0.2.7')).toBe(false)
      await end(session.id, 'signed_out')
      expect(await isOpen(session.id)).toBe(false)
    })

    it('is found with its user, without the password hash', async () => {
      const session = await started()
      expect(await credentials.signedIn(session.id)).toEqual({ session, user, test: null })
    })

    it('keeps who vouched for the sign-in', async () => {
      const client = { kind: 'console', userAgent: null, ipAddress: null } as const
      const session = newSession(newId(), user.id, world.clock.now(), client, 'organization')
      await inTransaction((tx) => tx.sessions.start(session, sessionKinds))
      expect((await credentials.signedIn(session.id))?.session).toEqual(session)
    })

    it('speaks for the test organization until it is switched back', async () => {
      const now = world.clock.now()
      const [real, testId] = [
        { ...newSettings, planId: 'starter', createdAt: now, id: newId(), name: 'Analytical Engines' },
        newId(),
      ]
      await inTransaction((tx) => tx.organizations.add(real))
      const session = await started(await added({ organizationId: real.id }))
      const speak = (test: boolean) => inTransaction((tx) => tx.sessions.speakForTest(session.id, test))
      const spokenFor = async () => (await credentials.signedIn(session.id))?.test
      await speak(true)
      expect(await spokenFor()).toBeNull()
      await inTransaction(async (tx) => {
        await tx.plans.putMissing([testPlan])
        await tx.organizations.add(testOrganizationOf(real, testId, now))
        await tx.testClocks.add(newTestClock(testId, now))
      })
      expect(await spokenFor()).toEqual({ organizationId: testId, now })
      await speak(false)
      expect(await spokenFor()).toBeNull()
      await inTransaction((tx) => tx.sessions.speakForTest(newId(), true))
    })

    it('is not found by an unknown id', async () => {
      expect(await credentials.signedIn(newId())).toBeNull()
      expect(await credentials.signedIn(user.id)).toBeNull()
    })

    it('replaces the user’s other session, and no session of others', async () => {
      const other = await started(await added())
      const [first, second] = [await started(), await started()]
      expect([await endOf(first.id), await endOf(second.id), await endOf(other.id)]).toEqual([
        'replaced',
        null,
        null,
      ])
    })

    it('is the only live one after many sign-ins at once', async () => {
      const sessions = await Promise.all(Array.from({ length: 6 }, () => started()))
      const ends = await Promise.all(sessions.map(({ id }) => endOf(id)))
      expect(ends.filter((sessionEnd) => sessionEnd === null)).toHaveLength(1)
    })

    it('replaces sessions of the given kinds, and no others', async () => {
      const someone = await added()
      const [first, second] = [await started(someone, []), await started(someone, ['token'])]
      expect([await endOf(first.id), await endOf(second.id)]).toEqual([null, null])
      const third = await started(someone, ['token'])
      const ends = await Promise.all([first, second, third].map(({ id }) => endOf(id)))
      expect(ends).toEqual([null, 'replaced', null])
    })

    it('is the newest of each user, or the kept one, after the sessions are reduced to one', async () => {
      const [keeper, someone] = [await added(), await added()]
      const stored = await started(keeper, [])
      const sessions = [
        stored,
        await started(keeper, []),
        await started(someone, []),
        await started(someone, []),
      ]
      await inTransaction(async (tx) => {
        await tx.organizations.lock(user.organizationId)
        await tx.sessions.leaveOneEach(user.organizationId, stored.id, world.clock.now())
      })
      const ends = await Promise.all(sessions.map(({ id }) => endOf(id)))
      expect(ends).toEqual([null, 'replaced', 'replaced', null])
    })

    it('is listed for its user while it is live, latest first', async () => {
      const someone = await added()
      const first = await started(someone, [])
      world.clock.advance(1)
      const second = await started(someone, [])
      const live = async () =>
        (await world.container.get(SessionStore).ofUser(someone.id, world.clock.now())).map(({ id }) => id)
      expect(await live()).toEqual([second.id, first.id])
      await end(second.id, 'signed_out')
      expect(await live()).toEqual([first.id])
      expect(await world.container.get(SessionStore).ofUser(someone.id, first.expiresAt)).toEqual([])
    })

    it('is ended by its own user only, who learns the client', async () => {
      const [one, other] = [await started(user, []), await started(user, [])]
      const endOwn = (userId: string) =>
        inTransaction((tx) => tx.sessions.endOwn(userId, one.id, 'signed_out', world.clock.now()))
      expect(await endOwn((await added()).id)).toBeNull()
      expect(await endOf(one.id)).toBeNull()
      const { kind, userAgent, ipAddress } = one
      expect(await endOwn(user.id)).toEqual({ kind, userAgent, ipAddress })
      expect(await endOwn(user.id)).toBeNull()
      expect([await endOf(one.id), await endOf(other.id)]).toEqual(['signed_out', null])
    })

    it('stays when the other sessions of its user end', async () => {
      const [one, other] = [await started(user, []), await started(user, [])]
      await inTransaction((tx) => tx.sessions.endOthers(one, 'signed_out', world.clock.now()))
      expect([await endOf(one.id), await endOf(other.id)]).toEqual([null, 'signed_out'])
    })

    it.each(['signed_out', 'replaced', 'password_reset'] as const)(
      'that ended as %s keeps that state',
      async (how) => {
        const { id } = await started()
        await end(id, how)
        await end(id, how === 'replaced' ? 'signed_out' : 'replaced')
        expect(await endOf(id)).toBe(how)
      },
    )

    it('ends with the sessions of all users of the account, except the kept one', async () => {
      const { accountId, email } = user
      const other = await added({ accountId, email, organizationId: await addedOrganization() })
      const [stored, ended] = [await started(user), await started(other)]
      await inTransaction((tx) =>
        tx.sessions.endAll(accountId, 'password_reset', world.clock.now(), stored.id),
      )
      expect([await endOf(stored.id), await endOf(ended.id)]).toEqual([null, 'password_reset'])
    })

    it('of one account ends with all of its sessions, and keeps its earlier end', async () => {
      const other = await started(await added())
      const [first, second] = [await started(), await started()]
      await inTransaction((tx) => tx.sessions.endAll(user.accountId, 'password_reset', world.clock.now()))
      expect([await endOf(first.id), await endOf(second.id), await endOf(other.id)]).toEqual([
        'replaced',
        'password_reset',
        null,
      ])
    })

    it('for which the account vouches ends with those of the organization, except of owners with a second factor', async () => {
      const { organizationId, accountId } = user
      const at = world.clock.now()
      const own = await started()
      const vouched = newSession(newId(), user.id, at, { ...own, kind: 'console' }, 'organization')
      await inTransaction((tx) => tx.sessions.start(vouched, []))
      const endAll = () => inTransaction((tx) => tx.sessions.endByAccount(organizationId, 'signed_out', at))
      const factor = { accountId, encryptedSecret: 'x', appConfirmedAt: at, confirmedAt: at, createdAt: at }
      await inTransaction((tx) =>
        tx.accounts.saveSecondFactor({ ...factor, lastStep: null, recoveryDigests: [] }),
      )
      await endAll()
      expect([await endOf(own.id), await endOf(vouched.id)]).toEqual([null, null])
      await inTransaction((tx) => tx.accounts.removeSecondFactor(accountId))
      await endAll()
      expect([await endOf(own.id), await endOf(vouched.id)]).toEqual(['signed_out', null])
    })

    it('of the other members of an organization ends with theirs, and not those of the account or of strangers', async () => {
      const { organizationId, accountId } = user
      const member = await started(await added())
      const stranger = await started(await added({ organizationId: await addedOrganization() }))
      const own = await started()
      const at = world.clock.now()
      await inTransaction((tx) => tx.sessions.endOfOthers(organizationId, accountId, 'password_reset', at))
      const ends = [await endOf(member.id), await endOf(stranger.id), await endOf(own.id)]
      expect(ends).toEqual(['password_reset', null, null])
    })

    it('that does not exist can be ended without harm', async () => {
      await end(newId(), 'signed_out')
      await inTransaction((tx) => tx.sessions.endAll(newId(), 'signed_out', world.clock.now()))
    })
  })
})
