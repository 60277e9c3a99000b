import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ChangeColumn } from '../../../src/use-cases/table/columns/change-column.ts'
import { Columns } from '../../../src/use-cases/table/columns/columns.ts'

import { leads } from '../../support/api.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the keys of columns', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const place = () => ({
    organizationId: own.organizationId,
    dataTableId: own.dataTableId,
    revision: null,
    by: operator,
  })
  const rename = (column: string, name: string) =>
    world.container.get(ChangeColumn).execute({ ...place(), column, changes: { name } })
  const remove = (column: string) => world.container.get(Columns).remove(place(), { ...place(), column })
  const add = (name: string) =>
    world.container.get(Columns).add(place(), { ...place(), name, isMetadata: false })
  const clear = (most: number) => world.container.get(UnitOfWork).run((tx) => tx.records.clear(most))
  const ingest = (count: number) => own.ingest(leads(count))
  const one = async (sql: string) => {
    const { rows } = await world.sql.query<{ value: unknown }>(sql, [own.dataTableId])
    return rows[0]?.value
  }
  const keys = () => one('select column_keys as value from data_tables where id = $1')
  const filled = () =>
    one("select count(*)::int as value from records where data_table_id = $1 and data ? 'phone'")

  it('do not exist before a column is renamed, or after it gets its name again', async () => {
    await add('city')
    expect(await keys()).toBeNull()
    await rename('phone', 'mobile')
    expect(await keys()).toEqual({
      name: 'name',
      mobile: 'phone',
      account_id: 'account_id',
      email: 'email',
      city: 'city',
    })
    await rename('mobile', 'phone')
    expect(await keys()).toBeNull()
  })

  it('of removed columns are deleted with their table', async () => {
    await ingest(25)
    await remove('phone')
    await one(
      'delete from spinner_versions where spinner_id in (select id from stored_spinners where data_table_id = $1)',
    )
    await one('delete from stored_spinners where data_table_id = $1')
    await world.container.get(UnitOfWork).run((tx) => tx.dataTables.remove(own.dataTableId))
    while ((await clear(10)) > 0) {
      // Deletes the records of the removed table in batches until none are left.
    }
    expect(await one('select count(*)::int as value from removed_columns where data_table_id = $1')).toBe(0)
  })

  it('are removed after the values of a removed column are deleted, which happens in batches', async () => {
    await ingest(25)
    await remove('phone')
    expect([await filled(), await keys()]).toEqual([25, expect.any(Object)])
    expect([await clear(10), await filled()]).toEqual([10, 15])
    await add('phone')
    expect(await keys()).toMatchObject({ phone: expect.stringMatching(/^ \d+\.1$/) })
    while ((await clear(10)) > 0) {
      // Deletes the values of the removed column from the test's records in batches until none are left.
    }
    expect([await filled(), await keys()]).toEqual([0, expect.any(Object)])
    await remove('phone')
    while ((await clear(10)) > 0) {
      // Deletes the values of the removed column from the test's records in batches until none are left.
    }
    expect(await keys()).toBeNull()
  })

  it('change no record when a column is renamed', async () => {
    await ingest(25)
    const places = () =>
      one(
        "select string_agg(ctid || ' ' || xmin, ',' order by id) as value from records where data_table_id = $1",
      )
    const before = await places()
    await rename('phone', 'mobile')
    expect(await places()).toBe(before)
  })
})
