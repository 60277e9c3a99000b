import type { ArrivalView } from '../../../domain/arrival/arrival.ts'
import {
  arrivalPositionAfter,
  keyOfPosition,
  readLedgerId,
} from '../../../domain/arrival/arrival-position.ts'
import { type KeptState } from '../../../domain/arrival/arrival-state.ts'
import { isId } from '../../../domain/id.ts'
import { type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { type AcceptedArrival, type ArrivalFilter, ArrivalQueries } from '../../../ports/arrival/arrivals.ts'
import type { Database, Statement } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'
import { type ListedRow, viewFrom } from './kept-rows.ts'

const listArrivals = sqlFunction(
  'list_arrivals',
  'p_organization',
  'p_table',
  'p_kept',
  'p_accepted',
  'p_code',
  'p_shape',
  'p_before',
  'p_after',
  'p_most',
)

const findAppend: Statement = {
  name: 'find_append_as_arrival',
  text: `
    select $3::text as id, a.data_table_id, a.created_at as received_at, 'accepted' as state, null as code,
           '[]'::jsonb as reasons, null as shape, null as mapping_id, a.api_key_id, a.request_id, a.count as records,
           a.count as accepted, a.first_id::text as first_id
      from appends a join data_tables t on t.id = a.data_table_id
     where a.data_table_id = $1 and a.seq = $2 and t.organization_id = $4`,
}

/**
 * The stored states of arrivals for each state that the API lists. Held arrivals that were accepted are
 * listed from the ledger.
 */
const keptStates: Readonly<Record<'refused' | 'held' | 'ignored', readonly KeptState[]>> = {
  refused: ['refused'],
  held: ['held', 'received'],
  ignored: ['ignored'],
}

export class PostgresArrivalQueries extends ArrivalQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(
    organizationId: string,
    { dataTableId, state, code, shape, keptOnly = false }: ArrivalFilter,
    page: Page,
  ): Promise<PageOf<ArrivalView>> {
    const place = arrivalPositionAfter(page)
    if (dataTableId !== null && !isId(dataTableId)) return { items: [], next: null }
    const kept =
      state === null ? Object.values(keptStates).flat() : state === 'accepted' ? [] : keptStates[state]
    const call = listArrivals({
      p_organization: organizationId,
      p_table: dataTableId,
      p_kept: kept,
      p_accepted: !keptOnly && (state === null || state === 'accepted') && code === null && shape === null,
      p_code: code,
      p_shape: shape,
      p_before: place?.at ?? null,
      p_after: place?.id ?? null,
      p_most: page.limit + 1,
    })
    const rows = await this.#database.read<ListedRow>(...call)
    return pageOf(rows.map(viewFrom), page, keyOfPosition)
  }

  override async accepted(organizationId: string, id: string): Promise<AcceptedArrival | null> {
    const place = readLedgerId(id)
    if (place === null) return null
    const values = [place.dataTableId, place.seq, id, organizationId]
    type Row = ListedRow & { readonly first_id: string } & { readonly [name: string]: unknown }
    const [row] = await this.#database.read<Row>(findAppend, values)
    return row === undefined ? null : { ...viewFrom(row), firstRecordId: row.first_id }
  }
}
