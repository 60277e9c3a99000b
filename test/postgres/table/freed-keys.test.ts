import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { ErasePerson } from '../../../src/use-cases/person/erase-person.ts'
import { ChangeDataTable } from '../../../src/use-cases/table/change-data-table.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { deleteRecords } from '../../support/data/table/delete-records.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = 'ada@example.com'
const lead = { name: 'Ada', phone: null, account_id: null, email }

describe('a match key without a record, which a flush is claiming', () => {
  let world: World
  let own: Tenant
  /** The database connection of the flush. */
  let flush: pg.Client
  let key: Buffer

  beforeAll(async () => {
    world = await createWorld()
    flush = await world.connect()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
    const match = { columns: ['email'], onMatch: 'update', newerBy: null } as const
    const changed = {
      changes: { match },
      mergesDuplicates: false,
      revision: null,
      requestId: 'r',
      by: operator,
    }
    const { organizationId, dataTableId } = own
    await world.container
      .get(ChangeDataTable)
      .execute({ organizationId, dataTableId, ...changed }, async () => {})
    await own.ingest([lead])
    key = (await keys())[0]?.key as Buffer
  })

  const keys = async () =>
    (
      await world.sql.query<{ key: Buffer; id: string }>(
        'select key, record_id as id from record_keys where data_table_id = $1',
        [own.dataTableId],
      )
    ).rows
  const ids = async () =>
    (
      await world.sql.query<{ id: string }>('select id from records where data_table_id = $1 order by id', [
        own.dataTableId,
      ])
    ).rows.map(({ id }) => id)
  const addRecord = (id: number) =>
    flush.query('insert into records (data_table_id, id, data) values ($1, $2, $3)', [
      own.dataTableId,
      id,
      JSON.stringify(lead),
    ])

  it('stays with the new record when a record of the bin with this key is restored meanwhile', async () => {
    const recordIds = await ids()
    const restore = await deleteRecords(world, own, recordIds)
    await flush.query('begin')
    await flush.query(
      'insert into record_keys (data_table_id, generation, key, record_id) select id, match_generation, $2, 900000 from data_tables where id = $1',
      [own.dataTableId, key],
    )
    await addRecord(900_000)
    const restoring = restore()
    await untilLocksAreAwaited(world.sql)
    await flush.query('commit')
    expect(await restoring).toMatchObject({
      restored: 0,
      conflicts: [{ recordId: recordIds[0], existingId: '900000' }],
    })
    expect([await ids(), (await keys()).map(({ id }) => id)]).toEqual([['900000'], ['900000']])
  })

  it('stays with the new record when another record is edited to its value meanwhile', async () => {
    const { organizationId, dataTableId } = own
    await own.ingest([{ ...lead, email: 'grace@example.com' }])
    const [gone, recordId = ''] = await ids()
    // Deletes the record as a process does that does not support match keys.
    await world.sql.query('delete from records where data_table_id = $1 and id = $2', [dataTableId, gone])
    await flush.query('begin')
    await flush.query('update record_keys set record_id = 900000 where data_table_id = $1 and key = $2', [
      dataTableId,
      key,
    ])
    await addRecord(900_000)
    const edit = { organizationId, dataTableId, recordId, data: { email }, requestId: 'edit', by: operator }
    const editing = world.container
      .get(Records)
      .change(edit, edit)
      .catch(({ code }) => code)
    await untilLocksAreAwaited(world.sql)
    await flush.query('commit')
    expect(await editing).toBe('CONFLICT')
    expect((await keys()).find((one) => one.key.equals(key))?.id).toBe('900000')
  })

  it('stays with the new record when the person is erased meanwhile', async () => {
    // Deletes the record as a process does that does not support match keys.
    await world.sql.query('delete from records where data_table_id = $1', [own.dataTableId])
    await flush.query('begin')
    await flush.query('update record_keys set record_id = 900000 where data_table_id = $1', [own.dataTableId])
    await addRecord(900_000)
    const { organizationId } = own
    const erasing = world.container
      .get(ErasePerson)
      .execute({ organizationId, sought: { email }, by: operator })
    await untilLocksAreAwaited(world.sql)
    await flush.query('commit')
    await erasing
    expect([await ids(), (await keys()).map(({ id }) => id)]).toEqual([['900000'], ['900000']])
  })
})
