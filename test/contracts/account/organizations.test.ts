import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { deletionTime } from '../../../src/domain/account/deletion/organization-deletion.ts'
import { newSettings } from '../../../src/domain/account/organization.ts'
import { defaultPlans } from '../../../src/domain/plan/plan.ts'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('OrganizationStore', () => {
  let world: World
  let queries: OrganizationStore
  beforeAll(async () => {
    world = await createWorld()
    queries = world.container.get(OrganizationStore)
  })
  afterAll(() => world.close())

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const starter = defaultPlans.find(({ id }) => id === 'starter')

  async function added(createdAt: string, planId = 'starter') {
    const rest = { planId, ...newSettings, createdAt: new Date(createdAt) }
    const organization = { id: newId(), name: "Ørsted's \u{1F9F5}", ...rest }
    await inTransaction((tx) => tx.organizations.add(organization))
    return organization
  }

  it('find an organization as it was added, with its plan', async () => {
    const organization = await added('2026-11-20T12:00:00.123Z')
    expect(await inTransaction((tx) => tx.organizations.lock(organization.id))).toEqual(organization)
    expect(await queries.find(organization.id)).toEqual({
      ...organization,
      plan: starter,
      deletion: null,
    })
  })

  it('are open until their deletion is requested, and again after it was undone', async () => {
    const { id: organizationId } = await added('2026-11-20T12:00:00Z')
    const assertOpen = () => inTransaction((tx) => tx.organizations.assertOpen(organizationId))
    await assertOpen()
    const requestedAt = world.clock.now()
    const deletesAt = deletionTime(requestedAt)
    const deletion = {
      organizationId,
      status: 'grace',
      requestedAt,
      deletesAt,
      requestedBy: newId(),
    } as const
    await inTransaction((tx) => tx.organizations.requestDeletion(deletion))
    await expect(assertOpen()).rejects.toMatchObject({
      code: 'ORGANIZATION_CLOSED',
      organizationId,
      details: { deletesAt: deletesAt.toISOString() },
    })
    await inTransaction((tx) => tx.organizations.undoDeletion(organizationId))
    await assertOpen()
  })

  it('find nothing under an unknown id', async () => {
    expect(await inTransaction((tx) => tx.organizations.lock(newId()))).toBeNull()
    expect(await queries.find(newId())).toBeNull()
  })

  it('find an organization by its id in any capitalization', async () => {
    const { id } = await added('2026-11-20T12:00:00Z')
    expect((await queries.find(id.toUpperCase()))?.id).toBe(id)
    expect((await inTransaction((tx) => tx.organizations.lock(id.toUpperCase())))?.id).toBe(id)
  })

  it('keep a new name, another plan and the setting for message bodies', async () => {
    const before = await added('2026-11-20T12:00:00Z')
    await inTransaction((tx) =>
      tx.organizations.save({
        ...before,
        name: 'New',
        planId: 'free',
        keepsBodies: true,
        allowsSeveralSessions: true,
        auditsValues: true,
        unsubscribesByReply: true,
        unsubscribeLine: 'Enough? [Leave]',
        postalAddress: '12 Square',
      }),
    )
    expect(await queries.find(before.id)).toMatchObject({
      name: 'New',
      planId: 'free',
      keepsBodies: true,
      allowsSeveralSessions: true,
      auditsValues: true,
      unsubscribesByReply: true,
      unsubscribeLine: 'Enough? [Leave]',
      postalAddress: '12 Square',
      plan: { id: 'free', hasApiKeys: false },
    })
  })

  it('count what the transaction itself has added', async () => {
    const [before, within] = await inTransaction(async (tx) => {
      const count = await tx.organizations.count()
      const rest = { ...newSettings, createdAt: world.clock.now() }
      await tx.organizations.add({ id: newId(), name: 'One more', planId: 'free', ...rest })
      return [count, await tx.organizations.count()]
    })
    expect(within).toBe((before ?? 0) + 1)
  })

  it('list every organization, oldest first, with the addresses of its owners only', async () => {
    const [young, old] = [await added('2030-01-02T00:00:00Z'), await added('2020-01-01T00:00:00Z')]
    const roles = { first: 'owner', second: 'editor', third: 'owner' } as const
    await inTransaction(async (tx) => {
      for (const [who, role] of Object.entries(roles)) {
        const [accountId, email, createdAt] = [newId(), `${who}-${old.id}@example.com`, old.createdAt]
        const account = { id: accountId, email, passwordHash: 'hash', addressConfirmedAt: null, createdAt }
        await tx.accounts.add(account)
        const user = { id: newId(), organizationId: old.id, accountId, email, name: who, role, createdAt }
        await tx.accounts.addUser(user)
      }
    })
    const all = await queries.list()
    expect(all[0]).toEqual({ ...old, owners: [`first-${old.id}@example.com`, `third-${old.id}@example.com`] })
    expect(all.at(-1)).toEqual({ ...young, owners: [] })
    const moments = all.map(({ createdAt }) => createdAt.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  })

  it('let one transaction at a time lock an organization', async () => {
    const { id } = await added('2026-11-20T12:00:00Z')
    const order: string[] = []
    const hold = (who: string) =>
      inTransaction(async (tx) => {
        await tx.organizations.lock(id)
        order.push(`${who} in`)
        await new Promise((done) => setTimeout(done, 20))
        order.push(`${who} out`)
      })
    await Promise.all([hold('a'), hold('b')])
    expect(order.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out'])
  })
})
