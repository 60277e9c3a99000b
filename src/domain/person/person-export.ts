import type { ArrivalStatus } from '../arrival/arrival-status.ts'
import type { SuppressionEvent, SuppressionReason } from '../contact/suppression.ts'
import type { ThreadMessageKind } from '../conversation/thread.ts'
import type { ReasonView } from '../job/recipient/reason-view.ts'
import type { RecipientStatus } from '../job/recipient/recipient-status.ts'
import type { DataRecord } from '../record-cells.ts'
import type { LoggedMessageWithBody } from '../sender/message/logged-message.ts'
import type { MailAttachment } from '../sender/message/mail-content.ts'
import type { MessageChannel } from '../spinner/steps/step-capabilities.ts'

/** The exported progress of one record of the person in a job. */
export interface ExportedRecipient {
  readonly jobId: string
  readonly spinnerId: string
  readonly recordId: string
  readonly status: RecipientStatus
  readonly step: number
  readonly attempts: number
  readonly error: string | null
  readonly reason: ReasonView | null
  readonly updatedAt: Date
}

/** The exported outcome of one message to the person, from the ledger of deliveries. */
export interface ExportedDelivery {
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly channel: MessageChannel
  readonly status: 'sent' | 'failed' | 'unconfirmed'
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

/**
 * An exported entry of the contact history: a message that was sent to the person's address, or may have been
 * sent.
 */
interface ExportedContact {
  readonly at: Date
  readonly spinnerId: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
}

/** An exported change of a person's record: the columns that an arrival changed. */
export interface ExportedChange {
  readonly dataTableId: string
  readonly recordId: string
  readonly at: Date
  readonly requestId: string
  readonly columns: readonly string[]
}

export interface ExportedSuppression {
  readonly reason: SuppressionReason
  /** The suppressed address of the person; null if the service stores only a digest of it. */
  readonly email: string | null
  /** The note of the team about the suppression; null if there is none. */
  readonly note: string | null
  readonly createdAt: Date
}

/** The suppression of the whole domain of the person's address. */
export interface ExportedDomainSuppression {
  readonly domain: string
  readonly reason: SuppressionReason
  readonly note: string | null
  readonly createdAt: Date
}

/** A value in the data of a job's trigger that contains the person's address. */
interface ExportedTriggerData {
  readonly jobId: string
  readonly name: string
  readonly value: string
}

/** An exported mail of a thread: a reply, an automatic answer, a bounce, or a mail that a member wrote. */
export interface ExportedMail {
  readonly id: string
  readonly threadId: string
  readonly kind: ThreadMessageKind
  readonly at: Date
  readonly from: string | null
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
  readonly attachments: readonly MailAttachment[]
}

/** All exported data about a person except their records and arrivals. */
export interface PersonTraces {
  readonly recipients: readonly ExportedRecipient[]
  readonly deliveries: readonly ExportedDelivery[]
  /** The messages to the person that were captured instead of sent. */
  readonly messages: readonly ExportedMessage[]
  /** The messages that were sent to the person, with their content if the organization keeps it. */
  readonly log: readonly LoggedMessageWithBody[]
  /** The stored mails of threads that the person wrote, or that are about or name the person. */
  readonly mails: readonly ExportedMail[]
  readonly contacts: readonly ExportedContact[]
  readonly changes: readonly ExportedChange[]
  readonly suppression: ExportedSuppression | null
  readonly domainSuppression: ExportedDomainSuppression | null
  /** The events that suppressed the person's address or ended its suppression, newest first. */
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

/** An arrival whose body contains the person's address and that is held or was refused. */
export interface ExportedArrival {
  readonly id: string
  readonly dataTableId: string | null
  readonly receivedAt: Date
  readonly status: ArrivalStatus
  readonly contentType: string | null
  /** The compression of the arrival's body; null for text. A compressed body is exported in base64. */
  readonly contentEncoding: string | null
  readonly body: string
}

/** The export of a person: all data that one organization stores about them. */
export interface PersonExport extends PersonTraces {
  readonly at: Date
  /** The address of the exported person; null for a person without one. */
  readonly email: string | null
  readonly tables: readonly ExportedTable[]
  readonly arrivals: readonly ExportedArrival[]
}
