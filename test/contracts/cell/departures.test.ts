import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * These tests cover only organizations that are in this cell. The answers about organizations that moved away
 * need two databases: see test/postgres/cell.
 */
describe('the departures in OrganizationStore', () => {
  let world: World
  let tenant: Tenant
  let organizations: OrganizationStore
  beforeAll(async () => {
    world = await createWorld()
    tenant = await createTenant(world)
    organizations = world.container.get(OrganizationStore)
  })
  afterAll(() => world.close())

  it('refuse no organization of this cell, and no unknown one', async () => {
    await organizations.assertHere(tenant.organizationId)
    await organizations.assertHere(world.container.get(Ids).next())
  })

  it('refuse no credentials of this cell, and no unknown ones', async () => {
    expect(await organizations.refusalOfCredential(tenant.key.digest)).toBeNull()
    const { digest } = world.container.get(Secrets).apiKey()
    expect(await organizations.refusalOfCredential(digest)).toBeNull()
  })
})
