import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { addSender } from '../../support/data/senders.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

let world: PostgresWorld
beforeAll(async () => {
  world = await createPostgresWorld()
})
afterAll(() => world.close())

it('takes changes of senders that processes of the previous version store', async () => {
  const { organizationId } = world.demo
  const senderId = await addSender(world, organizationId)
  const store = (at: Date) =>
    world.sql.query(
      `insert into sender_changes as c (sender_id, organization_id, since, ends_rest) values ($1, $2, $3, true)
       on conflict (sender_id) do update set since = greatest(excluded.since, c.since + interval '1 millisecond'),
             ends_rest = c.ends_rest or excluded.ends_rest, lease_until = null`,
      [senderId, organizationId, at],
    )
  const at = new Date('2026-11-27T12:00:00.000Z')
  await store(at)
  await store(at)
  const locked = 'select since from sender_changes where sender_id = $1 for update'
  expect((await world.sql.query(locked, [senderId])).rows).toEqual([{ since: new Date(at.getTime() + 1) }])
  const taken = await world.container.get(UnitOfWork).run((tx) => tx.outdatedWaits.take(senderId, at))
  expect(taken).toMatchObject({ organizationId, subjectId: senderId, reasons: null })
  const end = 'delete from sender_changes where sender_id = $1 and since = $2'
  expect((await world.sql.query(end, [senderId, taken?.since])).rowCount).toBe(1)
})
