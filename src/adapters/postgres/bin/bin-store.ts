import type { BinEntry, EarlierDeletion } from '../../../domain/bin/bin-entry.ts'
import { isId } from '../../../domain/id.ts'
import type { BinStore } from '../../../ports/bin/bin.ts'
import type { Clock } from '../../../ports/clock.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

export const binEntries = entity(
  'bin_entries',
  'id',
  'organizationId',
  'projectId',
  'kind',
  'dataTableId',
  'spinnerId',
  'name',
  'records',
  'deletedBy',
  'deletedAt',
  'deleteAt',
)

const storedTables = entity('stored_data_tables', 'id', 'binEntryId')
const storedSpinners = entity('stored_spinners', 'id', 'binEntryId')

const storedProjects = entity('stored_projects', 'id')

const lock: Statement = {
  name: 'lock_bin_entry',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where organization_id = $1 and id = $2 and delete_at > $3 for no key update`,
}

// Reads the entries of the last minute by the index of the table and `deleted_at`, however many are in the bin.
const lockLatest: Statement = {
  name: 'lock_latest_bin_entry',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where organization_id = $1 and data_table_id = $2 and kind = 'records' and deleted_by ->> 'id' = $3
       and deleted_at > $4 and delete_at > $5
     order by deleted_at desc, id desc limit 1 for no key update`,
}

// Finds the next entry of a real organization whose time is over. Skips locked ones, because a person restores
// them.
const nextOver: Statement = {
  name: 'next_over_in_bin',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where delete_at <= $1 and id <> all($2::uuid[])
       and (select true from test_clocks c where c.organization_id = b.organization_id) is null
     order by delete_at limit 1 for update skip locked`,
}

// Finds the next entry of a test organization whose time is over by its test clock. Reads the entries by the index
// of organizations, because a test clock may be far ahead of the real time.
const nextOverInTestMode: Statement = {
  name: 'next_over_in_bin_of_test_mode',
  text: `
    select n.* from test_clocks c cross join lateral (
      select ${binEntries.selected('b')} from bin_entries b
       where b.organization_id = c.organization_id and b.delete_at <= c.now and b.id <> all($1::uuid[])
       order by b.organization_id, b.id limit 1 for update skip locked) n
     limit 1`,
}

const clearRecords: Statement = {
  name: 'clear_deleted_records',
  text: `
    with cleared as (
      delete from deleted_records where bin_entry_id = $1 and id in (
        select id from deleted_records where bin_entry_id = $1 order by id limit $3)
      returning id
    ), changes as (
      delete from record_changes where data_table_id = $2 and record_id in (select id from cleared)
    )
    select count(*)::int as cleared from cleared`,
}

// Deletes the marks with the jobs of further triggers that named the same records, by the foreign key.
const clearNamedRecords: Statement = {
  name: 'clear_named_records',
  text: `
    with cleared as (
      delete from named_records where spinner_id = $1 and record_id = any(array(
        select record_id from named_records where spinner_id = $1 order by record_id limit $2))
      returning 1
    )
    select count(*)::int as cleared from cleared`,
}

export class PostgresBinStore implements BinStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock

  constructor(tx: OpenTransaction, clock: Clock) {
    this.#tx = tx
    this.#clock = clock
  }

  async add(entry: BinEntry): Promise<void> {
    await binEntries.within(this.#tx).add(binRow(entry))
    await this.#mark(entry, entry.id)
  }

  async lock(organizationId: string, id: string): Promise<BinEntry | null> {
    if (!isId(id)) return null
    return this.#entryOf(lock, [organizationId, id, this.#clock.now()])
  }

  lockLatest({ organizationId, dataTableId, actorId, since }: EarlierDeletion): Promise<BinEntry | null> {
    return this.#entryOf(lockLatest, [organizationId, dataTableId, actorId, since, this.#clock.now()])
  }

  async save({ id, records, deleteAt }: BinEntry): Promise<void> {
    await binEntries.within(this.#tx).patch({ id }, { records: String(records), deleteAt })
  }

  async restore(entry: BinEntry): Promise<void> {
    await this.#mark(entry, null)
    // Writes the row of the project even if it is not in the bin. Its lock makes a deletion of the project that begins
    // meanwhile wait, and find the data table.
    if (entry.kind !== 'records')
      await storedProjects.within(this.#tx).patch({ id: entry.projectId }, { inBin: false })
    await binEntries.within(this.#tx).remove({ id: entry.id })
  }

  /** Puts the data table or spinner of an entry into the bin, or takes it out. */
  async #mark({ kind, dataTableId, spinnerId }: BinEntry, binEntryId: string | null): Promise<void> {
    if (kind === 'dataTable') await storedTables.within(this.#tx).patch({ id: dataTableId }, { binEntryId })
    if (spinnerId !== null) await storedSpinners.within(this.#tx).patch({ id: spinnerId }, { binEntryId })
  }

  async nextOver(exceptIds: readonly string[]): Promise<BinEntry | null> {
    return (
      (await this.#entryOf(nextOver, [this.#clock.now(), exceptIds])) ??
      (await this.#entryOf(nextOverInTestMode, [exceptIds]))
    )
  }

  async #entryOf(statement: Statement, values: readonly unknown[]): Promise<BinEntry | null> {
    const [row] = await execute<Selected<typeof binEntries>>(this.#tx.connection, statement, values)
    return row === undefined ? null : binEntryOf(row)
  }

  async allOf(dataTableId: string): Promise<readonly BinEntry[]> {
    return (await binEntries.within(this.#tx).lockAll({ dataTableId }, 'id')).map(binEntryOf)
  }

  clearRecords({ id, dataTableId }: BinEntry, most: number): Promise<number> {
    return this.#clear(clearRecords, [id, dataTableId, most])
  }

  clearNamedRecords({ spinnerId }: BinEntry, most: number): Promise<number> {
    return this.#clear(clearNamedRecords, [spinnerId, most])
  }

  async #clear(statement: Statement, values: readonly unknown[]): Promise<number> {
    const [part] = await execute<{ cleared: number }>(this.#tx.connection, statement, values)
    return part?.cleared ?? 0
  }

  async remove(id: string): Promise<void> {
    await binEntries.within(this.#tx).remove({ id })
  }
}

const binRow = (entry: BinEntry) => ({ ...entry, records: String(entry.records) })

export const binEntryOf = (row: Selected<typeof binEntries>): BinEntry => ({
  ...row,
  records: Number(row.records),
})
