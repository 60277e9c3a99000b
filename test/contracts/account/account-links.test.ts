import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newAccountLink } from '../../../src/domain/account/account-link.ts'
import type { StoredInvitation } from '../../../src/domain/account/invitation.ts'
import type { Role } from '../../../src/domain/account/role.ts'
import { AccountLinkStore } from '../../../src/ports/account/account-links.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('AccountLinkStore', () => {
  let world: World
  let unitOfWork: UnitOfWork

  beforeAll(async () => {
    world = await createWorld()
    unitOfWork = world.container.get(UnitOfWork)
  })
  afterAll(() => world.close())

  const added = async (digest: string) => {
    const userId = world.demo.userId ?? ''
    const link = newAccountLink({ digest, purpose: 'demo', userId }, world.clock.now())
    await unitOfWork.run((tx) => tx.accountLinks.add(link))
    return link
  }
  const take = (digest: string, at = world.clock.now()) =>
    unitOfWork.run((tx) => tx.accountLinks.take(digest, 'demo', at))

  it('returns a link as it was added, once', async () => {
    const link = await added('once')
    expect(await take('once')).toEqual(link)
    expect(await take('once')).toBeNull()
  })

  it('gives an invitation into an organization to its address only, once', async () => {
    const { organizationId } = world.demo
    const now = world.clock.now()
    const email = 'mary@example.com'
    const into = { digest: 'into', purpose: 'invitation', email, organizationId, role: 'viewer' } as const
    const creating = { digest: 'creating', purpose: 'invitation', email } as const
    for (const link of [into, creating])
      await unitOfWork.run((tx) => tx.accountLinks.add(newAccountLink(link, now)))
    const takeInvitation = (digest: string, to = email, at = now) =>
      unitOfWork.run((tx) => tx.accountLinks.takeInvitation(digest, to, at))
    const organizationOfUsed = (digest: string, to = email) =>
      unitOfWork.run((tx) => tx.accountLinks.organizationOfUsed(digest, to))
    expect(await takeInvitation('creating')).toBeNull()
    expect(await takeInvitation('into', 'eve@example.com')).toBeNull()
    const stored = newAccountLink(into, now)
    expect(await takeInvitation('into', email, stored.expiresAt)).toBeNull()
    expect(await organizationOfUsed('into')).toBeNull()
    expect(await takeInvitation('into')).toEqual(stored)
    expect(await takeInvitation('into')).toBeNull()
    expect(await organizationOfUsed('into')).toBe(stored.organizationId)
    expect(await organizationOfUsed('into', 'eve@example.com')).toBeNull()
    await unitOfWork.run((tx) => tx.accountLinks.take('creating', 'invitation', now))
    expect(await organizationOfUsed('creating')).toBeNull()
  })

  it('stores an invitation until it is withdrawn, in place of the earlier one to the same address', async () => {
    const { organizationId } = world.demo
    const invitation = (id: string, email: string): StoredInvitation => ({
      id,
      organizationId,
      email,
      role: 'viewer',
      invitedBy: null,
      digest: `invitation ${id}`,
      createdAt: world.clock.now(),
      expiresAt: new Date(world.clock.now().getTime() + 3_600_000),
    })
    const newId = () => world.container.get(Ids).next()
    const [first, second, other] = [
      invitation(newId(), 'grace@example.com'),
      invitation(newId(), 'grace@example.com'),
      invitation(newId(), 'joan@example.com'),
    ]
    const within = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      unitOfWork.run(async (tx) => {
        await tx.organizations.lock(organizationId)
        return work(tx)
      })
    const idsOf = (email: string) =>
      within(async (tx) =>
        (await tx.accountLinks.lockInvitationsOf(organizationId, email)).map(({ id }) => id),
      )
    await within((tx) => tx.accountLinks.invite(first))
    await within((tx) => tx.accountLinks.invite(other))
    expect(await idsOf('grace@example.com')).toEqual([first.id])
    await within((tx) => tx.accountLinks.invite(second))
    expect(await idsOf('grace@example.com')).toEqual([second.id])
    expect(await within((tx) => tx.accountLinks.lockInvitation(organizationId, first.id))).toBeNull()
    expect(await within((tx) => tx.accountLinks.lockInvitation(organizationId, second.id))).toMatchObject(
      second,
    )
    const listed = async () =>
      (await world.container.get(AccountLinkStore).invitations(organizationId)).map(({ id }) => id)
    expect(await listed()).toEqual(expect.arrayContaining([second.id, other.id]))
    await within((tx) => tx.accountLinks.withdraw(second.id))
    expect(await listed()).not.toContain(second.id)
    expect(await idsOf('grace@example.com')).toEqual([])
  })

  it('finds an invitation by its address and organization, without using it', async () => {
    const { organizationId } = world.demo
    const named = {
      digest: 'invited',
      purpose: 'invitation',
      email: 'ada@example.com',
      organizationId,
    } as const
    const link = newAccountLink(named, world.clock.now())
    await unitOfWork.run((tx) => tx.accountLinks.add(link))
    expect(await take('invited')).toBeNull()
    const isInvited = (email: string, at = world.clock.now()) =>
      unitOfWork.run((tx) => tx.accountLinks.isInvited(email, at))
    expect([await isInvited('ada@example.com'), await isInvited('bea@example.com')]).toEqual([true, false])
    expect(await isInvited('ada@example.com', link.expiresAt)).toBe(false)
    const taken = await unitOfWork.run((tx) =>
      tx.accountLinks.take('invited', 'invitation', world.clock.now()),
    )
    expect(taken).toEqual(link)
    expect(await isInvited('ada@example.com')).toBe(false)
  })

  it('ends an invitation with the role of the user who sent it', async () => {
    const { organizationId, userId } = world.demo
    const newId = () => world.container.get(Ids).next()
    const email = 'late@example.com'
    const invite = async (invitedBy: string | null) => {
      const digest = newId()
      const at = world.clock.now()
      const { createdAt, expiresAt } = newAccountLink({ digest, purpose: 'invitation' }, at)
      const sent = {
        id: newId(),
        organizationId,
        email,
        role: 'admin',
        invitedBy,
        digest,
        createdAt,
        expiresAt,
      } as const
      await unitOfWork.run(async (tx) => {
        await tx.organizations.lock(organizationId)
        await tx.accountLinks.invite(sent)
      })
      return digest
    }
    const seen = async (digest: string) => ({
      end: await unitOfWork.run((tx) => tx.accountLinks.endOf(digest)),
      isInvited: await unitOfWork.run((tx) => tx.accountLinks.isInvited(email, world.clock.now())),
      listed: (await world.container.get(AccountLinkStore).invitations(organizationId)).find(
        (invitation) => invitation.email === email,
      )?.endedBecause,
    })
    const become = (role: Role) =>
      unitOfWork.run(async (tx) => {
        const user = await tx.accounts.lockUser(userId ?? '')
        if (user !== null) await tx.accounts.saveUser({ ...user, role })
      })
    const stands = { end: null, isInvited: true, listed: null }
    expect(await seen(await invite(null))).toEqual(stands)
    const left = { end: 'inviterLeft', isInvited: false, listed: 'inviterLeft' }
    expect(await seen(await invite(newId()))).toEqual(left)
    const byOwner = await invite(userId)
    expect(await seen(byOwner)).toEqual(stands)
    await become('admin')
    expect(await seen(byOwner)).toEqual({ end: 'inviterDemoted', isInvited: false, listed: 'inviterDemoted' })
    await become('owner')
    expect(await seen(byOwner)).toEqual(stands)
    expect(await unitOfWork.run((tx) => tx.accountLinks.endOf('unknown'))).toBeNull()
  })

  it('gives a link to one of eight that request it at once', async () => {
    await added('raced')
    const taken = await Promise.all(Array.from({ length: 8 }, () => take('raced')))
    expect(taken.filter((link) => link !== null)).toHaveLength(1)
  })

  it('returns null for a link that is too old, and for an unknown one', async () => {
    const { expiresAt } = await added('old')
    expect(await take('old', expiresAt)).toBeNull()
    expect(await take('none')).toBeNull()
  })

  it('keeps a link if the transaction that used it is rolled back', async () => {
    await added('kept')
    const run = unitOfWork.run(async (tx) => {
      await tx.accountLinks.take('kept', 'demo', world.clock.now())
      throw new Error('afterwards')
    })
    await expect(run).rejects.toThrow('afterwards')
    expect(await take('kept')).not.toBeNull()
  })
})
