import type { ArrivalSource, ArrivalView, StoredArrival } from '../../../domain/arrival/arrival.ts'
import { visibleStatusOf } from '../../../domain/arrival/arrival-status.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { entity } from '../rows.ts'
import type { RowOf, Selected } from '../schema/columns.ts'
import { openArrivalBody } from './sealed-body.ts'

/** A row of the table `arrivals` as the list of arrivals reads it, without the body. */
export type ListedRow = Pick<
  RowOf<'arrivals'>,
  | 'id'
  | 'data_table_id'
  | 'received_at'
  | 'status'
  | 'code'
  | 'reasons'
  | 'format'
  | 'mapping_id'
  | 'api_key_id'
  | 'request_id'
  | 'records'
  | 'accepted'
> & { readonly source: ArrivalSource }

export const storedArrivals = entity(
  'arrivals',
  'id',
  'organizationId',
  'dataTableId',
  'receivedAt',
  'status',
  'code',
  'reasons',
  'format',
  'mappingId',
  'apiKeyId',
  'requestId',
  'records',
  'accepted',
  'heldPositions',
  'recordsRoot',
  'body',
  'revision',
)

export type StoredRow = Selected<typeof storedArrivals>

export function viewFrom(row: ListedRow): ArrivalView {
  return {
    id: row.id,
    source: row.source,
    status: visibleStatusOf(row.status),
    dataTableId: row.data_table_id,
    receivedAt: row.received_at,
    code: row.code,
    reasons: row.reasons,
    format: row.format,
    mappingId: row.mapping_id,
    apiKeyId: row.api_key_id,
    requestId: row.request_id,
    records: row.records,
    accepted: row.accepted,
  }
}

export function storedFrom(row: StoredRow, sealing: Sealing): StoredArrival {
  return { ...row, body: row.body === null ? null : openArrivalBody(row.body, row.id, sealing) }
}
