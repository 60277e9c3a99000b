import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { ErasePerson } from '../../../src/use-cases/person/erase-person.ts'

import { deleteRecords } from '../../support/data/table/delete-records.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { until, untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = 'ada@example.com'

describe('a table with a search index', () => {
  let world: World
  let own: Tenant
  /** The database connection of a process that changes the columns or indexes of the table. */
  let other: pg.Client
  let recordIds: readonly string[]

  beforeAll(async () => {
    world = await createWorld()
    other = await world.connect()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
    await own.ingest([{ name: 'Ada', phone: null, account_id: null, email }])
    await world.sql.query('insert into index_progress (data_table_id, index_number) values ($1, 1)', [
      own.dataTableId,
    ])
    const first = { limit: 9, after: null }
    const records = await world.container.get(RecordStore).list(own.dataTableId, 'asc', first)
    recordIds = records.items.map(({ id }) => id)
  })

  async function countEntries(): Promise<number> {
    const { rows } = await world.sql.query<{ count: number }>(
      'select count(*)::int as count from index_entries where data_table_id = $1',
      [own.dataTableId],
    )
    return rows[0]?.count ?? 0
  }

  /** Returns a function that changes the records. Deletes the records first if it restores them. */
  async function changeOf(what: 'deletion' | 'restoration' | 'erasure'): Promise<() => Promise<unknown>> {
    if (what === 'deletion') return () => deleteRecords(world, own, recordIds)
    if (what === 'restoration') return deleteRecords(world, own, recordIds)
    const command = { organizationId: own.organizationId, sought: { email }, by: operator }
    return () => world.container.get(ErasePerson).execute(command)
  }

  it.each(['deletion', 'restoration', 'erasure'] as const)(
    'is locked before its indexes by a %s of records, as by a change of its columns',
    async (what) => {
      const change = await changeOf(what)
      await other.query('begin')
      await other.query('select from stored_data_tables where id = $1 for no key update', [own.dataTableId])
      const changing = change()
      await untilLocksAreAwaited(world.sql)
      await other.query("set local lock_timeout = '500ms'")
      const locking = other.query('select from index_progress where data_table_id = $1 for update', [
        own.dataTableId,
      ])
      const isLocked = await locking.then(({ rowCount }) => rowCount === 1).catch(() => false)
      await other.query('rollback')
      await changing
      expect(isLocked).toBe(true)
    },
  )

  it.each(['deletion', 'restoration', 'erasure'] as const)(
    'is not held up in a %s of records by the removal of an index, which leaves no entry behind',
    async (what) => {
      const change = await changeOf(what)
      const { dataTableId } = own
      await world.sql.query(
        'insert into index_progress (data_table_id, index_number, dropped) values ($1, 2, true)',
        [dataTableId],
      )
      await world.sql.query(
        `insert into index_entries (data_table_id, index_number, value, record_id)
         select $1, i, $3 || n, $2 from generate_series(1, 2) i, generate_series(1, 3) n`,
        [dataTableId, recordIds[0], email],
      )
      await other.query('begin')
      await other.query('select from index_progress where data_table_id = $1 and dropped for update', [
        dataTableId,
      ])
      await other.query('delete from index_entries where data_table_id = $1 and index_number = 2', [
        dataTableId,
      ])
      const changing = change().then(() => 'done')
      const first = await Promise.race([changing, untilLocksAreAwaited(world.sql).then(() => 'waits')])
      await other.query('rollback')
      await changing
      expect(first).toBe('done')
      await world.container.get(RecordStore).fillIndexes(new AbortController().signal)
      expect(await countEntries()).toBe(0)
    },
  )

  it('is indexed after a restore from a server whose transactions have higher numbers', async () => {
    const { dataTableId } = own
    await world.sql.query(
      `insert into record_indexes (data_table_id, key, index_number) values ($1, 'email', 1)`,
      [dataTableId],
    )
    await world.sql.query(
      `update index_progress set begun_in_transaction = (pg_current_xact_id()::text::bigint + 1000000)::text::xid8
        where data_table_id = $1`,
      [dataTableId],
    )
    await world.container.get(RecordStore).fillIndexes(new AbortController().signal)
    expect(await countEntries()).toBe(1)
  })

  it('takes over no changes into an index that removals of records do not wait for', async () => {
    const { dataTableId } = own
    await world.sql.query('update index_progress set dropped = true where data_table_id = $1', [dataTableId])
    await world.sql.query(
      `insert into record_indexes (data_table_id, key, index_number) values ($1, 'email', 2)`,
      [dataTableId],
    )
    await world.sql.query('insert into index_changes (data_table_id, record_id) values ($1, $2)', [
      dataTableId,
      recordIds[0],
    ])
    // Keeps the transaction open, so that the runtime does not begin to fill the index.
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    await world.container.get(RecordStore).fillIndexes(new AbortController().signal)
    const early = await countEntries()
    await other.query('rollback')
    await until(async () => {
      await world.container.get(RecordStore).fillIndexes(new AbortController().signal)
      return (await countEntries()) === 1
    })
    expect(early).toBe(0)
  })
})
