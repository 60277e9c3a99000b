import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'

import { DataTables } from '../../../src/use-cases/table/data-tables.ts'

import { CopyFromTest } from '../../../src/use-cases/test-mode/copy-from-test.ts'
import { CopyToTest } from '../../../src/use-cases/test-mode/copy-to-test.ts'
import { addSender } from '../../support/data/senders.ts'
import { createTenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a copy of a project into test mode', () => {
  let world: World
  /** The database connection of another request, which the test controls. */
  let other: pg.Client

  beforeAll(async () => {
    world = await createWorld()
    other = await world.connect()
  })
  afterAll(() => world.close())

  it('does not wait for records and triggers, and does not let them wait', async () => {
    const { organizationId } = world.demo
    const { rows: projects } = await world.sql.query<{ id: string }>(
      'select id from projects where organization_id = $1',
      [organizationId],
    )
    await other.query('begin')
    for (const table of ['data_tables', 'spinners'])
      await other.query(`select from ${table} where organization_id = $1 for no key update`, [organizationId])
    const projectId = String(projects[0]?.id)
    const command = { organizationId, projectId, preview: false, by: operator }
    const { items } = await world.container.get(CopyToTest).execute(command)
    await other.query('commit')
    expect(items.map(({ kind, change }) => `${kind} ${change}`)).toEqual(
      expect.arrayContaining(['dataTable new', 'spinner new']),
    )
  })

  it('keeps a pause of a copied sender that is committed meanwhile', async () => {
    const { organizationId } = world.demo
    const { rows: projects } = await world.sql.query<{ id: string }>(
      'select id from projects where organization_id = $1',
      [organizationId],
    )
    const projectId = String(projects[0]?.id)
    const sender = await addSender(world, organizationId)
    const copy = () =>
      world.container.get(CopyToTest).execute({ organizationId, projectId, preview: false, by: operator })
    await copy()
    await world.sql.query('update senders set daily_limit = 5 where id = $1', [sender])
    await other.query('begin')
    await other.query(
      "update senders set status = 'paused', revision = revision + 1 where organization_id <> $1",
      [organizationId],
    )
    const copying = copy()
    await untilLocksAreAwaited(world.sql)
    await other.query('commit')
    await copying
    const { rows } = await world.sql.query(
      'select status, daily_limit, revision from senders where organization_id <> $1',
      [organizationId],
    )
    expect(rows).toEqual([{ status: 'paused', daily_limit: 5, revision: 3 }])
  })

  it('that is copied back creates no spinner over a data table that is being deleted', async () => {
    const { container, sql } = world
    const { organizationId, projectId, dataTableId, spinnerId } = await createTenant(world)
    const of = { organizationId, by: operator }
    const copied = await container.get(CopyToTest).execute({ ...of, projectId, preview: false })
    await container.get(Spinners).unpublish(of, spinnerId)
    await container.get(Spinners).delete(of, spinnerId)
    const testId = await container.get(UnitOfWork).run((tx) => tx.testClocks.organizationOf(organizationId))
    // Keeps the deletion from its end: it has found no spinner over the table and waits to write its audit entry.
    await other.query('begin')
    await other.query('lock table audit_events in share mode')
    const deletion = container.get(DataTables).delete(of, dataTableId)
    await untilLocksAreAwaited(sql)
    const copy = container.get(CopyFromTest).execute({
      organizationId: String(testId),
      projectId: String(copied.projectId),
      preview: false,
      now: world.clock.now(),
      by: operator,
    })
    await untilLocksAreAwaited(sql, 2)
    await other.query('commit')
    await deletion
    expect((await copy).items.map(({ kind, change }) => `${kind} ${change}`)).toContain('spinner conflict')
    const { rows } = await sql.query('select from spinners where data_table_id = $1', [dataTableId])
    expect(rows).toEqual([])
  })
})
