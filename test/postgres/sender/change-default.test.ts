import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { ChangeSender } from '../../../src/use-cases/sender/change-sender.ts'
import { PublishSpinner } from '../../../src/use-cases/spinner/publish-spinner.ts'
import { addSender } from '../../support/data/senders.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the choice of another default sender', () => {
  let world: World
  /** The database connection of another request, which the test controls. */
  let other: pg.Client

  beforeAll(async () => {
    world = await createWorld()
    other = await world.connect()
  })
  afterAll(() => world.close())

  it('keeps a pause and a lower limit of the former default that are committed meanwhile', async () => {
    const { organizationId } = world.demo
    const former = await addSender(world, organizationId)
    const next = await addSender(world, organizationId, { isDefault: false, email: 'next@example.com' })
    await other.query('begin')
    await other.query(
      "update senders set status = 'paused', daily_limit = 5, revision = revision + 1 where id = $1",
      [former],
    )
    const changing = world.container.get(ChangeSender).execute({
      organizationId,
      senderId: next,
      changes: { isDefault: true },
      revision: null,
      by: operator,
    })
    await untilLocksAreAwaited(world.sql)
    await other.query('commit')
    await changing
    const { rows } = await world.sql.query(
      'select id, status, daily_limit, is_default, revision from senders where organization_id = $1 order by id',
      [organizationId],
    )
    expect(rows).toEqual([
      { id: former, status: 'paused', daily_limit: 5, is_default: false, revision: 3 },
      { id: next, status: 'connected', daily_limit: null, is_default: true, revision: 2 },
    ])
  })

  it('is noticed by a publication whose steps need the default sender', async () => {
    const { organizationId, spinnerId } = world.demo
    const without = 'update senders set is_default = false where organization_id = $1'
    await world.sql.query(without, [organizationId])
    await addSender(world, organizationId, { email: 'third@example.com' })
    await other.query('begin')
    await other.query(without, [organizationId])
    const order = {
      organizationId,
      spinnerId,
      revision: null,
      ignoresWarnings: true,
      movesRecipients: false,
      by: operator,
    }
    const publishing = world.container
      .get(PublishSpinner)
      .execute(order)
      .then(
        () => 'published',
        (error: Error) => error.message,
      )
    await untilLocksAreAwaited(world.sql)
    await other.query('commit')
    expect(await publishing).toContain('The default sender was changed at the same time')
  })
})
