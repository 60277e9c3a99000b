import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { SignedSns } from '../../../src/adapters/channels/signed-sns.ts'
import { provideAs, provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { OrganizationMove } from '../../../src/operation/cells/organization-move.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Sns } from '../../../src/ports/sender/inbound/sns.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import {
  AddressSuppressor,
  type AddressToSuppress,
} from '../../../src/use-cases/contact/address-suppressor.ts'
import { OrganizationSecrets } from '../../../src/use-cases/sender/organization-secrets.ts'

import { type Api, createApi } from '../../support/api.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { certificate, sesBounce, snsMessage } from '../../support/servers/sns.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a request that began before its organization moved to another cell', () => {
  let here: World
  let there: World
  let api: Api
  let tenant: Tenant
  /** Called when the certificate of Amazon is fetched. */
  let whileFetched: () => Promise<unknown>
  let beforeSuppressing: () => Promise<unknown>

  beforeAll(async () => {
    const sns = new SignedSns(async () => {
      await whileFetched()
      return certificate
    })
    class LateSuppressor extends AddressSuppressor {
      override async suppress(command: AddressToSuppress) {
        await beforeSuppressing()
        return super.suppress(command)
      }
    }
    here = await createWorld([
      provideValue(Sns, sns),
      provideAs(AddressSuppressor, LateSuppressor, UnitOfWork, Clock, Ids, PersonDigests),
    ])
    there = await createWorld()
    api = await createApi(here)
  })
  afterAll(async () => {
    await api.close()
    await here.close()
    await there.close()
  })
  beforeEach(async () => {
    tenant = await createTenant(here)
    const plan = await here.sql.query('select * from plans where id = $1', [tenant.planId])
    await there.sql.query('insert into plans select (jsonb_populate_record(null::plans, $1)).*', [
      JSON.stringify(plan.rows[0]),
    ])
  })

  /** Moves the organization until the other cell has it, and its rows here are locked and not yet deleted. */
  const move = async (): Promise<OrganizationMove> => {
    const moving = await OrganizationMove.open(here.databaseUrl, {
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
    return moving
  }
  const held = async ({ sql }: World) => {
    const text = 'select from arrivals where organization_id = $1'
    return (await sql.query(text, [tenant.organizationId])).rows.length
  }

  it('is refused if it would be held, because the former cell deletes held requests', async () => {
    const moving = await move()
    const holding = here.container.get(ArrivalStore).keep(heldArrival(here, tenant, 1, {}), null)
    await expect(holding).rejects.toMatchObject({ code: 'OVERLOADED' })
    await moving.clearAway()
    await moving.end()
    expect([await held(here), await held(there)]).toEqual([0, 0])
  })

  it('delays no request of another organization that is held at the same time', async () => {
    const moving = await move()
    const other = await createTenant(here)
    const arrivals = here.container.get(ArrivalStore)
    const begunAt = Date.now()
    const outcomes = await Promise.allSettled([
      arrivals.keep(heldArrival(here, tenant, 1, {}), null),
      arrivals.keep(heldArrival(here, other, 2, {}), null),
      arrivals.keep(heldArrival(here, tenant, 3, {}), null),
      arrivals.keep(heldArrival(here, other, 4, {}), null),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    // A wait for a lock ends after 4 seconds.
    expect(Date.now() - begunAt).toBeLessThan(3_000)
    await moving.clearAway()
    await moving.end()
  })

  it('is not held after the other cell has the organization, even if the move was interrupted', async () => {
    const moving = await move()
    await moving.end()
    const holding = here.container.get(ArrivalStore).keep(heldArrival(here, tenant, 1, {}), null)
    await expect(holding).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(await held(here)).toBe(0)
  })

  it('is sent to the other cell if it unsubscribes a person', async () => {
    beforeSuppressing = async () => {
      const moving = await move()
      await moving.end()
    }
    const link = here.container
      .get(MessageTokens)
      .unsubscribeLinkFor({ organizationId: tenant.organizationId, email: 'ada@example.com' })
    const reply = await api.ask(new URL(link).pathname, { method: 'POST', undocumented: true })
    expect(reply.status).toBe(421)
  })

  it('is sent to the other cell if it is an event of Amazon SES', async () => {
    const { organizationId } = tenant
    const token = await here.container
      .get(OrganizationSecrets)
      .rotateEventToken({ organizationId, by: operator }, 'ses', null)
    whileFetched = async () => {
      const moving = await move()
      await moving.clearAway()
      await moving.end()
    }
    const json = snsMessage({ Message: sesBounce('ada@example.com', null) })
    const reply = await api.ask(`/api/v1/channels/ses/${token}`, { method: 'POST', json })
    expect([reply.status, reply.body['cell']]).toEqual([421, 'us2'])
  })
})
