import { service } from '../../../../src/domain/account/audit/actor.ts'
import { DomainError } from '../../../../src/domain/errors.ts'
import type { DataRecord } from '../../../../src/domain/record-cells.ts'
import type { DataTable } from '../../../../src/domain/table/data-table.ts'
import { DataTableStore } from '../../../../src/ports/table/data-tables.ts'
import { RecordStore } from '../../../../src/ports/table/records.ts'
import { Records } from '../../../../src/use-cases/table/records/records.ts'
import type { KnownTable } from '../../model/known-table.ts'
import type { KnownReading, Reading } from '../../model/organization/known-exports.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Simulation } from '../../run/simulation.ts'

/** Reads all records of a table as a client does: by an export, or page by page. Notes what the client got. */
export async function readAllRecords(
  simulation: Simulation,
  table: KnownTable,
  { reading, limit }: { readonly reading: Reading; readonly limit: number },
): Promise<void> {
  const { model, demo } = simulation
  const acknowledged = new Set(table.acknowledged)
  const begun = model.moments.next()
  const words =
    reading === 'export' ? `export ${table.name}` : `read ${table.name} in pages of ${limit}, by ${reading}`
  const ended = await simulation.call(words, (api) =>
    reading === 'export'
      ? exported(api, demo.organizationId, table.id)
      : listed(api, demo.organizationId, table.id, { order: reading, limit }),
  )
  if (ended.kind !== 'answered') return
  model.exports.noteReading({
    table,
    reading,
    begun,
    ended: model.moments.next(),
    acknowledged,
    ...ended.value,
  })
}

type Answer = Pick<KnownReading, 'records' | 'ids'>

async function exported(api: ServiceProcess, organizationId: string, dataTableId: string): Promise<Answer> {
  const order = { dataTableId, raw: true, search: null }
  const { table, records } = await api.get(Records).export({ organizationId, by: service }, order)
  return { records: await readThrough(table, records), ids: null }
}

/** Reads the records of an export to its end. */
export async function readThrough(
  { columns }: Pick<DataTable, 'columns'>,
  chunks: AsyncIterable<readonly DataRecord[]>,
): Promise<readonly DataRecord[]> {
  const read: DataRecord[] = []
  for await (const chunk of chunks) read.push(...chunk.map((record) => cellsOf(columns, record)))
  return read
}

/** Reads a table page by page, as the route does for a client that follows the cursors. */
async function listed(
  api: ServiceProcess,
  organizationId: string,
  dataTableId: string,
  { order, limit }: { readonly order: 'asc' | 'desc'; readonly limit: number },
): Promise<Answer> {
  const records: DataRecord[] = []
  const ids: string[] = []
  let after: string | null = null
  do {
    const table = await api.get(DataTableStore).find(organizationId, dataTableId)
    if (table === null) throw new DomainError('NOT_FOUND')
    const page = await api.get(RecordStore).list(dataTableId, order, { limit, after })
    await api.get(RecordStore).assertSameColumns(table)
    records.push(...page.items.map(({ data }) => cellsOf(table.columns, data)))
    ids.push(...page.items.map(({ id }) => id))
    after = page.next
  } while (after !== null)
  return { records, ids }
}

/** Returns the cells that the client gets: one for each column that the table had when the reading began. */
function cellsOf(columns: DataTable['columns'], record: DataRecord): DataRecord {
  return Object.fromEntries(columns.map(({ name }) => [name, record[name] ?? null]))
}
