import type { ArrivalSource, ArrivalView, KeptArrival } from '../../../domain/arrival/arrival.ts'
import { visibleStateOf } from '../../../domain/arrival/arrival-state.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { RowOf } from '../schema/columns.ts'
import { openArrivalBody } from './sealed-body.ts'

/** A row of the table `arrivals` as the list of arrivals reads it, without the body. */
export type ListedRow = Pick<
  RowOf<'arrivals'>,
  | 'id'
  | 'data_table_id'
  | 'received_at'
  | 'state'
  | 'code'
  | 'reasons'
  | 'shape'
  | 'mapping_id'
  | 'api_key_id'
  | 'request_id'
  | 'records'
  | 'accepted'
> & { readonly source: ArrivalSource }

const kept = [
  'id',
  'organization_id',
  'data_table_id',
  'received_at',
  'state',
  'code',
  'reasons',
  'shape',
  'mapping_id',
  'api_key_id',
  'request_id',
  'records',
  'accepted',
  'held_positions',
  'body',
  'revision',
] as const

export type KeptRow = Pick<RowOf<'arrivals'>, (typeof kept)[number]>

export const keptColumns = kept.join(', ')

export function viewFrom(row: ListedRow): ArrivalView {
  return {
    ...knownIn(row),
    id: row.id,
    source: row.source,
    state: visibleStateOf(row.state),
  }
}

function knownIn(row: Omit<ListedRow, 'id' | 'state' | 'source'>) {
  return {
    dataTableId: row.data_table_id,
    receivedAt: row.received_at,
    code: row.code,
    reasons: row.reasons,
    shape: row.shape,
    mappingId: row.mapping_id,
    apiKeyId: row.api_key_id,
    requestId: row.request_id,
    records: row.records,
    accepted: row.accepted,
  }
}

export function keptFrom(row: KeptRow, sealing: Sealing): KeptArrival {
  return {
    ...knownIn(row),
    id: row.id,
    organizationId: row.organization_id,
    state: row.state,
    heldPositions: row.held_positions,
    body: row.body === null ? null : openArrivalBody(row.body, row.id, sealing),
    revision: row.revision,
  }
}
