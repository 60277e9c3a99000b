import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Departures } from '../../../src/ports/cell/departures.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * These tests cover only organizations that are in this cell. The answers about organizations that moved away
 * need two databases: see test/postgres/cell.
 */
describe('Departures', () => {
  let world: World
  let tenant: Tenant
  let departures: Departures
  beforeAll(async () => {
    world = await createWorld()
    tenant = await createTenant(world)
    departures = world.container.get(Departures)
  })
  afterAll(() => world.close())

  it('are empty for an organization of this cell, and for an unknown one', async () => {
    expect(await departures.moveOf(tenant.organizationId)).toBeNull()
    expect(await departures.moveOf(world.container.get(Ids).next())).toBeNull()
  })

  it('are empty for credentials of this cell, and for unknown ones', async () => {
    expect(await departures.ofCredential(tenant.key.digest)).toBeNull()
    const { digest } = world.container.get(Secrets).apiKey()
    expect(await departures.ofCredential(digest)).toBeNull()
  })
})
