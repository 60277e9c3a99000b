import type { ArrivalReason, ArrivalView, KeptArrival } from '../../../domain/arrival/arrival.ts'
import { type KeptState, shownState } from '../../../domain/arrival/arrival-state.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { openArrivalBody } from './sealed-body.ts'

/** A row of the table `arrivals` as the list of arrivals reads it, without the body. */
export interface ListedRow {
  readonly id: string
  readonly data_table_id: string | null
  readonly received_at: Date
  readonly state: KeptState
  readonly code: string | null
  readonly reasons: readonly ArrivalReason[]
  readonly shape: string | null
  readonly mapping_id: string | null
  readonly api_key_id: string | null
  readonly request_id: string
  readonly records: number | null
  readonly accepted: number
}

export interface KeptRow extends ListedRow {
  readonly organization_id: string
  readonly waiting: readonly number[] | null
  readonly body: Buffer | null
  readonly revision: number
}

export const keptColumns =
  'id, organization_id, data_table_id, received_at, state, code, reasons, shape, mapping_id, api_key_id, request_id, ' +
  'records, accepted, waiting, body, revision'

export function viewFrom(row: ListedRow): ArrivalView {
  return {
    id: row.id,
    dataTableId: row.data_table_id,
    receivedAt: row.received_at,
    state: shownState(row.state),
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
    ...viewFrom(row),
    organizationId: row.organization_id,
    state: row.state,
    waiting: row.waiting,
    body: row.body === null ? null : openArrivalBody(row.body, row.id, sealing),
    revision: row.revision,
  }
}
