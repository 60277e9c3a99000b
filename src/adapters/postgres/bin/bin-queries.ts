import type { BinEntry } from '../../../domain/bin/bin-entry.ts'
import { isId } from '../../../domain/id.ts'
import { idAfter, invalidCursor, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import { type BinFilter, BinQueries, type DeletedRecord } from '../../../ports/bin/bin.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Database, Statement } from '../database.ts'
import type { Selected } from '../schema/columns.ts'
import { binEntries, binEntryOf } from './bin-store.ts'

const list: Statement = {
  name: 'list_bin',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where organization_id = $1 and delete_at > $2 and ($3::text is null or kind = $3)
       and ($4::uuid[] is null or project_id = any($4)) and ($5::uuid is null or id < $5)
     order by id desc limit $6`,
}

const find: Statement = {
  name: 'find_in_bin',
  text: `
    select ${binEntries.selected('b')} from bin_entries b
     where organization_id = $1 and delete_at > $2 and id = $3`,
}

const listRecords: Statement = {
  name: 'list_deleted_records',
  text: `
    select d.id, case when t.column_keys is null then d.data else named_cells(d.data, t.column_keys) end as data
      from deleted_records d cross join (select column_keys from stored_data_tables where id = $2) t
     where d.bin_entry_id = $1 and d.id > $3 order by d.id limit $4`,
}

type Row = Selected<typeof binEntries> & Record<string, unknown>

export class PostgresBinQueries extends BinQueries {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async list(
    organizationId: string,
    { kind, projectIds }: BinFilter,
    page: Page,
  ): Promise<PageOf<BinEntry>> {
    const values = [organizationId, this.#clock.now(), kind, projectIds, idAfter(page), page.limit + 1]
    const { items, next } = pageOf(await this.#database.read<Row>(list, values), page, ({ id }) => id)
    return { items: items.map(binEntryOf), next }
  }

  override async find(organizationId: string, id: string): Promise<BinEntry | null> {
    if (!isId(id)) return null
    const [row] = await this.#database.read<Row>(find, [organizationId, this.#clock.now(), id])
    return row === undefined ? null : binEntryOf(row)
  }

  override async records({ id, dataTableId }: BinEntry, page: Page): Promise<PageOf<DeletedRecord>> {
    if (page.after !== null && !isRecordId(page.after)) throw invalidCursor()
    const values = [id, dataTableId, page.after ?? '0', page.limit + 1]
    const rows = await this.#database.read<DeletedRecord & Record<string, unknown>>(listRecords, values)
    return pageOf(rows, page, (row) => row.id)
  }
}
