import { numbersAfter, type Page, type PageOf, pageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/table/cell.ts'
import { RecordQueries } from '../../ports/record-queries.ts'
import type { Database, Statement } from './database.ts'

// In the ledger's order, each append a range of the primary key: a page costs the same at the end of
// a table of millions as at its beginning.
const list: Statement = {
  name: 'list_records',
  text: `
    select a.seq, r.id, r.data, a.created_at
      from appends a
      join records r on r.data_table_id = a.data_table_id and r.id >= a.first_id and r.id < a.first_id + a.count
     where a.data_table_id = $1 and r.data_table_id = $1
       and a.seq >= $2 and a.seq <= $3 and (a.seq, r.id) > ($2, $4::bigint)
     order by a.seq, r.id limit $5`,
}

const endOfLedger: Statement = {
  name: 'end_of_ledger',
  text: 'select last_seq from data_tables where id = $1',
}

interface RecordRow {
  readonly seq: string
  readonly id: string
  readonly data: DataRecord
  readonly created_at: Date
}

const noEnd = Number.MAX_SAFE_INTEGER
const chunk = 1_000

export class PostgresRecordQueries extends RecordQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(dataTableId: string, page: Page): Promise<PageOf<RecordView>> {
    const { items, next } = await this.#page(dataTableId, page, noEnd)
    return { items: items.map(({ id, data, created_at: createdAt }) => ({ id, data, createdAt })), next }
  }

  override async *all(dataTableId: string): AsyncIterable<readonly DataRecord[]> {
    const [end] = await this.#database.read<{ last_seq: string }>(endOfLedger, [dataTableId])
    let after: string | null = null
    do {
      const page: PageOf<RecordRow> = await this.#page(
        dataTableId,
        { limit: chunk, after },
        Number(end?.last_seq ?? 0),
      )
      yield page.items.map(({ data }) => data)
      after = page.next
    } while (after !== null)
  }

  async #page(dataTableId: string, page: Page, lastSeq: number): Promise<PageOf<RecordRow>> {
    const [seq, id] = numbersAfter(page) ?? [0, 0]
    const values = [dataTableId, seq, lastSeq, id, page.limit + 1]
    const rows = await this.#database.read<RecordRow>(list, values)
    return pageOf(rows, page, (row) => `${row.seq}.${row.id}`)
  }
}
