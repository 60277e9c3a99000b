import type { BinEntry, EarlierDeletion } from '../../../domain/bin/bin-entry.ts'
import { isId } from '../../../domain/id.ts'
import { idAfter, invalidCursor, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import {
  type BinFilter,
  BinStore,
  type DeletedRecord,
  type RecordRestoration,
  type RestoredRecords,
} from '../../../ports/bin/bin.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { dueByOwnClock, isReal } from '../schema/organization-clock.ts'
import { removeRecords } from './remove-records.ts'
import { restoreRecords } from './restore-records.ts'

const binEntries = entity(
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
  'deletesAt',
)

const storedTables = entity('stored_data_tables', 'id', 'binEntryId')

const storedSpinners = entity('stored_spinners', 'id', 'binEntryId')

const storedProjects = entity('stored_projects', 'id')

const lock: Statement = {
  name: 'lock_bin_entry',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where organization_id = $1 and id = $2 and deletes_at > $3 for no key update`,
}

// Reads the entries of the last minute by the index of the table and `deleted_at`, however many are in the bin.
const lockLatest: Statement = {
  name: 'lock_latest_bin_entry',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where organization_id = $1 and data_table_id = $2 and kind = 'records' and deleted_by ->> 'id' = $3
       and deleted_at > $4 and deletes_at > $5
     order by deleted_at desc, id desc limit 1 for no key update`,
}

// Finds the next entry of a real organization whose time is over. Skips locked ones, because a person restores
// them.
const nextOver: Statement = {
  name: 'next_over_in_bin',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where deletes_at <= $1 and id <> all($2::uuid[])
       and ${isReal('b.organization_id')}
     order by deletes_at limit 1 for update skip locked`,
}

const nextOverByOwnClock: Statement = {
  name: 'next_over_in_bin_by_own_clock',
  text: dueByOwnClock(
    `
      select ${binEntries.selected('b')} from bin_entries b
       where b.organization_id = c.organization_id and b.deletes_at <= c.now and b.id <> all($1::uuid[])
       order by b.organization_id, b.id limit 1 for update skip locked`,
    '1',
  ),
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
const clearExplicitRecords: Statement = {
  name: 'clear_explicit_records',
  text: `
    with cleared as (
      delete from explicit_records where spinner_id = $1 and record_id = any(array(
        select record_id from explicit_records where spinner_id = $1 order by record_id limit $2))
      returning 1
    )
    select count(*)::int as cleared from cleared`,
}

const forgetEmptyProject: Statement = {
  name: 'forget_empty_project',
  text: `
    delete from stored_projects p
     where id = $1 and in_bin
       and not exists (select from stored_data_tables t where t.project_id = p.id)
       and not exists (select from stored_spinners s where s.project_id = p.id)`,
}

const list: Statement = {
  name: 'list_bin',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where organization_id = $1 and deletes_at > $2 and ($3::text is null or kind = $3)
       and ($4::uuid[] is null or project_id = any($4)) and ($5::uuid is null or id < $5)
     order by id desc limit $6`,
}

const find: Statement = {
  name: 'find_in_bin',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where organization_id = $1 and deletes_at > $2 and id = $3`,
}

const listRecords: Statement = {
  name: 'list_deleted_records',
  text: `
    select d.id, case when t.column_keys is null then d.data else named_cells(d.data, t.column_keys) end as data
      from deleted_records d cross join (select column_keys from stored_data_tables where id = $2) t
     where d.bin_entry_id = $1 and d.id > $3 order by d.id limit $4`,
}

type Row = Selected<typeof binEntries> & Record<string, unknown>

export class PostgresBinStore extends BinStore {
  readonly #executor: Executor
  readonly #clock: Clock

  constructor(executor: Executor, clock: Clock) {
    super()
    this.#executor = executor
    this.#clock = clock
  }

  override async list(
    organizationId: string,
    { kind, projectIds }: BinFilter,
    page: Page,
  ): Promise<PageOf<BinEntry>> {
    const values = [organizationId, this.#clock.now(), kind, projectIds, idAfter(page), page.limit + 1]
    const { items, next } = pageOf(await this.#executor.read<Row>(list, values), page, ({ id }) => id)
    return { items: items.map(binEntryOf), next }
  }

  override async find(organizationId: string, id: string): Promise<BinEntry | null> {
    if (!isId(id)) return null
    const [row] = await this.#executor.read<Row>(find, [organizationId, this.#clock.now(), id])
    return row === undefined ? null : binEntryOf(row)
  }

  override async records({ id, dataTableId }: BinEntry, page: Page): Promise<PageOf<DeletedRecord>> {
    if (page.after !== null && !isRecordId(page.after)) throw invalidCursor()
    const values = [id, dataTableId, page.after ?? '0', page.limit + 1]
    const rows = await this.#executor.read<DeletedRecord & Record<string, unknown>>(listRecords, values)
    return pageOf(rows, page, (row) => row.id)
  }

  override async add(entry: BinEntry): Promise<void> {
    await binEntries.within(this.#executor).add(binRow(entry))
    await this.#mark(entry, entry.id)
  }

  override async lock(organizationId: string, id: string): Promise<BinEntry | null> {
    if (!isId(id)) return null
    return this.#entryOf(lock, [organizationId, id, this.#clock.now()])
  }

  override lockLatest({
    organizationId,
    dataTableId,
    actorId,
    since,
  }: EarlierDeletion): Promise<BinEntry | null> {
    return this.#entryOf(lockLatest, [organizationId, dataTableId, actorId, since, this.#clock.now()])
  }

  override async save({ id, records, deletesAt }: BinEntry): Promise<void> {
    await binEntries.within(this.#executor).patch({ id }, { records: String(records), deletesAt })
  }

  override async restore(entry: BinEntry): Promise<void> {
    await this.#mark(entry, null)
    // Writes the row of the project even if it is not in the bin. Its lock makes a deletion of the project that begins
    // meanwhile wait, and find the data table.
    if (entry.kind !== 'records')
      await storedProjects.within(this.#executor).patch({ id: entry.projectId }, { inBin: false })
    await binEntries.within(this.#executor).remove({ id: entry.id })
  }

  override addRecords(entry: BinEntry, recordIds: readonly string[]): Promise<number> {
    return this.#executor.onConnection((connection) => removeRecords(connection, entry, recordIds))
  }

  override restoreRecords(restoration: RecordRestoration): Promise<RestoredRecords> {
    return this.#executor.onConnection((connection) => restoreRecords(connection, restoration))
  }

  override async addProject(id: string): Promise<void> {
    await storedProjects.within(this.#executor).patch({ id }, { inBin: true })
    await this.forgetProject(id)
  }

  override async forgetProject(id: string): Promise<void> {
    await this.#executor.write(forgetEmptyProject, [id])
  }

  /** Puts the data table or spinner of an entry into the bin, or takes it out. */
  async #mark({ kind, dataTableId, spinnerId }: BinEntry, binEntryId: string | null): Promise<void> {
    if (kind === 'dataTable')
      await storedTables.within(this.#executor).patch({ id: dataTableId }, { binEntryId })
    if (spinnerId !== null)
      await storedSpinners.within(this.#executor).patch({ id: spinnerId }, { binEntryId })
  }

  override async nextOver(exceptIds: readonly string[]): Promise<BinEntry | null> {
    return (
      (await this.#entryOf(nextOver, [this.#clock.now(), exceptIds])) ??
      (await this.#entryOf(nextOverByOwnClock, [exceptIds]))
    )
  }

  async #entryOf(statement: Statement, values: readonly unknown[]): Promise<BinEntry | null> {
    const [row] = await this.#executor.write<Selected<typeof binEntries>>(statement, values)
    return row === undefined ? null : binEntryOf(row)
  }

  override async allOf(dataTableId: string): Promise<readonly BinEntry[]> {
    return (await binEntries.within(this.#executor).lockAll({ dataTableId }, 'id')).map(binEntryOf)
  }

  override clearRecords({ id, dataTableId }: BinEntry, most: number): Promise<number> {
    return this.#clear(clearRecords, [id, dataTableId, most])
  }

  override clearExplicitRecords({ spinnerId }: BinEntry, most: number): Promise<number> {
    return this.#clear(clearExplicitRecords, [spinnerId, most])
  }

  async #clear(statement: Statement, values: readonly unknown[]): Promise<number> {
    const [part] = await this.#executor.write<{ cleared: number }>(statement, values)
    return part?.cleared ?? 0
  }

  override async remove(id: string): Promise<void> {
    await binEntries.within(this.#executor).remove({ id })
  }
}

const binRow = (entry: BinEntry) => ({ ...entry, records: String(entry.records) })

const binEntryOf = (row: Selected<typeof binEntries>): BinEntry => ({
  ...row,
  records: Number(row.records),
})
