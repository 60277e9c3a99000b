import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { PostgresOrganizationMoves } from '../../../src/adapters/postgres/cell/move/postgres-organization-moves.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import type { OrganizationMove } from '../../../src/ports/cell/organization-moves.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

describe('a request that is held while its organization moves to another cell', () => {
  let here: PostgresWorld
  let there: PostgresWorld
  let tenant: Tenant
  let moving: OrganizationMove

  beforeAll(async () => {
    ;[here, there] = [await createPostgresWorld(), await createPostgresWorld()]
  })
  afterAll(async () => {
    await here.close()
    await there.close()
  })
  beforeEach(async () => {
    tenant = await createTenant(here)
    const plan = await here.sql.query('select * from plans where id = $1', [tenant.planId])
    await there.sql.query('insert into plans select (jsonb_populate_record(null::plans, $1)).*', [
      JSON.stringify(plan.rows[0]),
    ])
    moving = await new PostgresOrganizationMoves(here.databaseUrl).open({
      organizationId: tenant.organizationId,
      to: there.databaseUrl,
      cell: 'us2',
      from: 'eu1',
      url: null,
      refusedSeconds: 10,
      drainSeconds: 5,
    })
    await moving.state()
    expect(await moving.obstacle()).toBeNull()
    await moving.copy()
    await moving.drain()
    await moving.close()
    await moving.switch()
  })

  /** Begins to hold a request whose credential was checked before the organization was closed. */
  const hold = () => {
    const holding = here.container.get(ArrivalStore).keep(heldArrival(here, tenant, 1, {}), null)
    holding.catch(() => {})
    return holding
  }
  const waiting = (holding: Promise<unknown>) => Promise.race([holding, untilLocksAreAwaited(here.sql)])
  const held = async ({ sql }: PostgresWorld) => {
    const text = 'select from arrivals where organization_id = $1'
    return (await sql.query(text, [tenant.organizationId])).rows.length
  }

  it('is refused if the other cell has the organization', async () => {
    const holding = hold()
    await waiting(holding)
    await moving.clearAway()
    await moving.end()
    await expect(holding).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect([await held(here), await held(there)]).toEqual([0, 0])
  })
})
