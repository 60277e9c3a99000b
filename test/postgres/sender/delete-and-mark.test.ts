import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { Senders } from '../../../src/use-cases/sender/senders.ts'

import { addSender } from '../../support/data/senders.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('deleting a sender', () => {
  let world: World
  let own: Tenant
  /** The database connection of a runtime that the test controls. It marks a message of the sender. */
  let runtime: pg.Client

  beforeAll(async () => {
    world = await createWorld()
    own = await createTenant(world)
    runtime = await world.connect()
  })
  afterAll(() => world.close())

  it('does not deadlock with a runtime that counts a message of the sender', async () => {
    const { organizationId, spinnerId } = own
    const senderId = await addSender(world, organizationId, { isDefault: false })
    await world.sql.query(
      'insert into sender_budgets (sender_id, day, used, next_at, scheduled_until) values ($1, now(), 0, now(), now())',
      [senderId],
    )
    // Locks the sender's budget and counts the message in the test, in the order of claim_senders.
    await runtime.query('begin')
    await runtime.query('select from sender_budgets where sender_id = $1 for no key update', [senderId])
    const deleting = world.container.get(Senders).disconnect({ organizationId, by: operator }, senderId)
    await untilLocksAreAwaited(world.sql)
    await runtime.query(
      'select count_sent(p_at => now(), p_sender => $1, p_spinner => $2, p_messages => 1)',
      [senderId, spinnerId],
    )
    await runtime.query('commit')
    await deleting
    const { rows } = await world.sql.query(
      'select (select count(*)::int from senders where id = $1) as senders, (select count(*)::int from sender_health where sender_id = $1) as counts',
      [senderId],
    )
    expect(rows).toEqual([{ senders: 0, counts: 0 }])
  })
})
