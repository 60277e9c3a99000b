import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { BinQueries } from '../../../src/ports/bin/bin.ts'
import { RecordQueries } from '../../../src/ports/table/records.ts'
import { RestoreFromBin } from '../../../src/use-cases/bin/restore-from-bin.ts'
import { ErasePerson } from '../../../src/use-cases/person/erase-person.ts'
import { DeleteRecords } from '../../../src/use-cases/table/records/delete-records.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

const email = 'ada@example.com'

describe('a table with a search index', () => {
  let world: PostgresWorld
  let own: Tenant
  /** The database connection of a process that changes the columns or indexes of the table. */
  let other: pg.Client
  let recordIds: readonly string[]

  beforeAll(async () => {
    world = await createPostgresWorld()
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
    const records = await world.container.get(RecordQueries).list(own.dataTableId, 'arrival', first)
    recordIds = records.items.map(({ id }) => id)
  })

  const changes = {
    deletion: () => {
      const { organizationId, dataTableId } = own
      const command = { organizationId, dataTableId, recordIds, deletionId: null, by: operator }
      return world.container.get(DeleteRecords).execute(command)
    },
    restoration: async () => {
      const { organizationId } = own
      const first = { limit: 9, after: null }
      const entries = await world.container
        .get(BinQueries)
        .list(organizationId, { kind: null, projectIds: null }, first)
      const entryId = entries.items[0]?.id ?? ''
      const command = {
        organizationId,
        projectIds: null,
        recordIds: null,
        after: null,
        entryId,
        by: operator,
      }
      return world.container.get(RestoreFromBin).execute(command)
    },
    erasure: () => {
      const { organizationId } = own
      return world.container.get(ErasePerson).execute({ organizationId, sought: { email }, by: operator })
    },
  }

  it.each(['deletion', 'restoration', 'erasure'] as const)(
    'is locked before its indexes by a %s of records, as by a change of its columns',
    async (what) => {
      if (what === 'restoration') await changes.deletion()
      await other.query('begin')
      await other.query('select from stored_data_tables where id = $1 for no key update', [own.dataTableId])
      const changing = changes[what]()
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
})
