import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { deletionTime } from '../../../src/domain/account/deletion/organization-deletion.ts'
import { Credentials } from '../../../src/ports/account/credentials.ts'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('deletions of organizations', () => {
  let world: World
  let tenant: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    tenant = await createTenant(world)
  })

  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const organizations = () => world.container.get(OrganizationStore)
  const request = () => {
    const requestedAt = world.clock.now()
    const deletesAt = deletionTime(requestedAt)
    const { organizationId } = tenant
    const requestedBy = world.container.get(Ids).next()
    const deletion = { organizationId, status: 'grace', requestedAt, deletesAt, requestedBy } as const
    return run(async (tx) => {
      await tx.organizations.lock(organizationId)
      return tx.organizations.requestDeletion(deletion)
    })
  }
  const undo = () => run((tx) => tx.organizations.undoDeletion(tenant.organizationId))
  const begin = (at: Date) => run((tx) => tx.organizations.beginDeletion(tenant.organizationId, at))
  const states = async () =>
    (await organizations().deletions())
      .filter(({ organizationId }) => organizationId === tenant.organizationId)
      .map(({ status }) => status)
  const holder = () => world.container.get(Credentials).find(tenant.key.digest)
  const seen = async () => (await organizations().find(tenant.organizationId))?.deletion ?? null
  const refusal = () => organizations().refusalOfCredential(tenant.key.digest)

  it('make credentials unreachable until they are undone', async () => {
    expect([await request(), await request()]).toEqual([true, false])
    expect([await states(), await holder()]).toMatchObject([['grace'], { code: 'ORGANIZATION_CLOSED' }])
    const deletesAt = deletionTime(world.clock.now())
    expect(await seen()).toEqual({
      requestedAt: world.clock.now(),
      deletesAt,
      requestedBy: { kind: 'user', id: expect.any(String), name: null },
    })
    expect(await refusal()).toMatchObject({
      code: 'ORGANIZATION_CLOSED',
      details: { deletesAt: deletesAt.toISOString() },
    })
    expect([await undo(), await undo()]).toEqual([true, false])
    expect([await states(), await seen(), await refusal()]).toEqual([['reopening'], null, null])
    expect(await holder()).toMatchObject({ kind: 'apiKey', organizationId: tenant.organizationId })
    await run((tx) => tx.organizations.forgetDeletion(tenant.organizationId))
    expect(await states()).toEqual([])
  })

  it('can be requested again while the jobs of an undone one are resumed', async () => {
    await request()
    await undo()
    expect([await request(), await states()]).toEqual([true, ['grace']])
    expect(await holder()).toMatchObject({ code: 'ORGANIZATION_CLOSED' })
    await run((tx) => tx.organizations.forgetDeletion(tenant.organizationId))
    expect([await states(), await undo()]).toEqual([['grace'], true])
    expect(await holder()).toMatchObject({ kind: 'apiKey' })
  })

  it('are locked in their present state', async () => {
    const locked = () =>
      run(async ({ organizations: one }) => {
        const { organizationId } = tenant
        return [
          await one.lockDeletion(organizationId, 'grace'),
          await one.lockDeletion(organizationId, 'reopening'),
        ]
      })
    expect(await locked()).toEqual([false, false])
    await request()
    expect(await locked()).toEqual([true, false])
    await undo()
    expect(await locked()).toEqual([false, true])
  })

  it('pause and resume nothing of an organization without jobs', async () => {
    const { organizationId } = tenant
    const pause = (most: number | null) =>
      run((tx) => tx.jobs.pauseOfOrganization(organizationId, { at: world.clock.now(), actorId: null }, most))
    const resume = (most: number) => run((tx) => tx.jobs.resumeOfOrganization(organizationId, most))
    expect([await pause(10), await pause(null), await resume(10)]).toEqual([0, 0, 0])
  })

  it('begin when they are due, cannot be undone then, and delete the organization', async () => {
    await request()
    const due = deletionTime(world.clock.now())
    expect(await begin(new Date(due.getTime() - 1))).toBe(false)
    const { signal } = new AbortController()
    expect(await organizations().clear(tenant.organizationId, signal)).toBe(0)
    expect([await begin(due), await begin(due), await undo(), await states()]).toEqual([
      true,
      false,
      false,
      ['deleting'],
    ])
    expect(await organizations().clear(tenant.organizationId, AbortSignal.abort())).toBe(0)
    expect(await states()).toEqual(['deleting'])
    expect(await organizations().clear(tenant.organizationId, signal)).toBeGreaterThan(0)
    expect([await states(), await seen(), await refusal()]).toEqual([[], null, null])
    expect(await organizations().find(tenant.organizationId)).toBeNull()
  })
})
