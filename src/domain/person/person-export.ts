import type { ArrivalState } from '../arrival/arrival-state.ts'
import type { ReasonView } from '../job/recipient/reason-view.ts'
import type { RecipientState } from '../job/recipient/recipient-state.ts'
import type { LoggedMessageWithBody } from '../sender/message/logged-message.ts'
import type { DataRecord } from '../table/cell.ts'
import type { SuppressionEvent, SuppressionReason } from './suppression.ts'

/** A record's way through a job. */
export interface ExportedRecipient {
  readonly jobId: string
  readonly spinnerId: string
  readonly recordId: string
  readonly state: RecipientState
  readonly step: number
  readonly attempts: number
  readonly error: string | null
  readonly reason: ReasonView | null
  readonly updatedAt: Date
}

/** What the ledger says of one message. */
export interface ExportedDelivery {
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly channel: string
  readonly state: 'sent' | 'failed' | 'unconfirmed'
  readonly startedAt: Date
  readonly finishedAt: Date
}

export interface ExportedMessage {
  readonly id: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly to: string
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  readonly createdAt: Date
}

/** A message to the address that is not known not to have gone out. */
export interface ExportedContact {
  readonly at: Date
  readonly spinnerId: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
}

/** Which cells of a record an arrival changed. */
export interface ExportedChange {
  readonly dataTableId: string
  readonly recordId: string
  readonly at: Date
  readonly requestId: string
  readonly columns: readonly string[]
}

export interface ExportedSuppression {
  readonly reason: SuppressionReason
  /** Null where only a digest is kept. */
  readonly email: string | null
  readonly createdAt: Date
}

/** What a trigger said beside whom it is for, and that names the address. */
export interface ExportedTriggerData {
  readonly jobId: string
  readonly name: string
  readonly value: string
}

/** What is kept of a person beside their records. */
export interface PersonTraces {
  readonly recipients: readonly ExportedRecipient[]
  readonly deliveries: readonly ExportedDelivery[]
  /** Those that were captured. */
  readonly messages: readonly ExportedMessage[]
  /** Those that have left, with what they said where that is kept. */
  readonly log: readonly LoggedMessageWithBody[]
  readonly contacts: readonly ExportedContact[]
  readonly changes: readonly ExportedChange[]
  readonly suppression: ExportedSuppression | null
  /** The history of the address's suppression, newest first. */
  readonly suppressionEvents: readonly SuppressionEvent[]
  readonly triggerData: readonly ExportedTriggerData[]
}

export interface ExportedTable {
  readonly dataTableId: string
  readonly name: string
  readonly records: readonly {
    readonly id: string
    readonly createdAt: Date
    readonly requestId: string
    readonly data: DataRecord
  }[]
}

/** A body that waits, or was refused, and in which the address stands. */
export interface ExportedArrival {
  readonly id: string
  readonly dataTableId: string | null
  readonly receivedAt: Date
  readonly state: ArrivalState
  readonly contentType: string | null
  /** Text as it came; in base64 where it is packed. */
  readonly contentEncoding: string | null
  readonly body: string
}

/** Everything about a person, in one organization. */
export interface PersonExport extends PersonTraces {
  readonly at: Date
  /** Null for a person without an address. */
  readonly address: string | null
  readonly tables: readonly ExportedTable[]
  readonly arrivals: readonly ExportedArrival[]
}
