import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { service } from '../../../src/domain/account/audit/actor.ts'
import { Suppressions } from '../../../src/ports/person/contact-rules.ts'
import { SuppressAddress } from '../../../src/use-cases/person/suppress-address.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

describe('an unsubscribe', () => {
  let world: PostgresWorld
  let api: Api
  /** The database connection of a process that handles a bounce, which the test controls. */
  let other: pg.Client

  beforeEach(async () => {
    world = await createPostgresWorld()
    api = await createApi(world)
    other = await world.connect()
  })
  afterEach(() => world.close())

  it('does not deadlock with a bounce of the same address', async () => {
    const { organizationId } = world.demo
    await api.ingest(leads(1))
    await api.trigger()
    await world.drain()
    const { rows } = await world.sql.query<{ address: string }>('select address from contacts')
    const email = rows[0]?.address ?? ''
    // Makes the recipient unfinished, as if it waited for a second message.
    await world.sql.query("update recipients set state = 'waiting'")
    await world.sql.query("update slices set state = 'open'")
    await world.sql.query("update jobs set status = 'running'")
    await other.query('begin')
    await other.query('select from slices for no key update')
    const command = { organizationId, email, reason: 'unsubscribed', by: service } as const
    const unsubscribing = world.container.get(SuppressAddress).execute(command)
    await untilLocksAreAwaited(world.sql)
    await other.query(
      `insert into suppressions (id, organization_id, email, reason, created_at)
       values (gen_random_uuid(), $1, $2, 'bounced', now())`,
      [organizationId, email],
    )
    await other.query('commit')
    await unsubscribing
    expect(await world.container.get(Suppressions).reasonFor(organizationId, email)).not.toBeNull()
    const { rows: ended } = await world.sql.query('select state, reason from recipients')
    expect(ended).toEqual([{ state: 'stopped', reason: 'UNSUBSCRIBED' }])
  })
})
