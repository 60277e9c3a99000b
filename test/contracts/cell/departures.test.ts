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

  it('are empty for an organization of this cell, and for an unknown one', async () => {
    expect(await organizations.moveOf(tenant.organizationId)).toBeNull()
    expect(await organizations.moveOf(world.container.get(Ids).next())).toBeNull()
  })

  it('are empty for credentials of this cell, and for unknown ones', async () => {
    expect(await organizations.departureOfCredential(tenant.key.digest)).toBeNull()
    const { digest } = world.container.get(Secrets).apiKey()
    expect(await organizations.departureOfCredential(digest)).toBeNull()
  })
})
