import type { ContactPolicy } from '../../contact/contact-policy.ts'
import type { SuppressionReason } from '../../contact/suppression.ts'
import type { DisabledReason } from '../../event/destination/destination.ts'
import type { EventType } from '../../event/event-type.ts'
import type { TriggerRequest } from '../../job/audience/trigger-request.ts'
import type { RecipientActionKind } from '../../job/recipient/recipient-action.ts'
import type { RecipientStatus } from '../../job/recipient/recipient-status.ts'
import type { ReasonCode } from '../../reason.ts'
import { cellsIn, type DataRecord } from '../../record-cells.ts'
import type { EventProvider } from '../../sender/inbound/event-provider.ts'
import type { InboundKind } from '../../sender/inbound/inbound-fact.ts'
import type { SenderKind } from '../../sender/sender.ts'
import type { DraftPart } from '../../spinner/draft-parts.ts'
import type { ColumnType } from '../../table/column/column-type.ts'
import type { MissingColumns } from '../../table/data-table.ts'
import type { OnMatch } from '../../table/match.ts'
import type { BadSignatureRule, SignaturePreset } from '../../table/signature.ts'
import type { Language } from '../../text/language.ts'
import type { LinkPurpose } from '../account-link.ts'
import type { Scope } from '../api-keys/scope.ts'
import type { Role } from '../role.ts'
import type { SecondFactorProof } from '../second-factor/second-factor.ts'
import type { SessionKind } from '../sessions/session.ts'
import type { AttemptCounter, Throttled } from '../sessions/throttle.ts'

/**
 * The facts that an audit entry stores from before or after an action. The list is closed: it has no field
 * for a secret, a digest, a password or a token. `cells` holds cells of a record, and is only present for
 * organizations that turned this on. Times are ISO 8601 texts.
 */
export interface AuditFacts extends Partial<ContactPolicy> {
  readonly name?: string
  readonly email?: string
  readonly role?: Role
  readonly planId?: string
  readonly scopes?: readonly Scope[]
  /**
   * The first and last characters of the API key that the audited action concerned, as lists of keys show them.
   */
  readonly hint?: string
  /** The id of the new API key that replaces the rotated one. */
  readonly apiKeyId?: string
  readonly expiresAt?: string | null
  readonly requestsPerSecond?: number | null
  /** The ids of the projects to which an API key is limited; absent for the whole organization. */
  readonly projectIds?: readonly string[]
  /** The networks from which an API key is accepted; absent for any address. */
  readonly allowedNetworks?: readonly string[]
  /** The time when the old key of a rotated API key stops working (ISO 8601). */
  readonly revokedAt?: string
  /** The method by which deliveries to a table are signed; null if they need no signature. */
  readonly signaturePreset?: SignaturePreset | null
  readonly onBadSignature?: BadSignatureRule
  readonly mapsAutomatically?: boolean
  /**
   * The version of the mapping or spinner that the audited action concerned; null if the spinner has no
   * published version.
   */
  readonly version?: number | null
  /** Whether an export wrote formulas in cells unchanged, without an apostrophe before them. */
  readonly raw?: boolean
  /** True if an export has only the records that a search found. */
  readonly filtered?: true
  readonly keepsBodies?: boolean
  readonly bodyDays?: number | null
  readonly keepReplies?: boolean
  readonly keepRepliesDays?: number | null
  readonly auditsValues?: boolean
  readonly unsubscribesByReply?: boolean
  readonly unsubscribeLine?: string
  readonly postalAddress?: string | null
  readonly requiresSecondFactor?: boolean
  readonly timeZone?: string
  readonly language?: Language
  readonly allowsSeveralSessions?: boolean
  /** True if a person published a spinner despite the warning that receivers cannot verify its sender. */
  readonly insisted?: boolean
  /** The number of recipients in jobs of earlier versions that continue with the published version. */
  readonly movedRecipients?: number
  /** The number of records that a spinner leaves out, because they existed before it was published. */
  readonly excluded?: number
  /** The id of the job whose failed recipients a retry runs again. */
  readonly retryOf?: string
  /** The reasons of the failed recipients that a retry runs again, or of recipients that a user changed; absent for all. */
  readonly codes?: readonly ReasonCode[]
  /** The act of a user on recipients of a job. */
  readonly recipientAction?: RecipientActionKind
  /** The id of the record whose recipient was changed; absent if several were chosen. */
  readonly recordId?: string
  /** The number of records whose recipients a user chose by their ids. */
  readonly chosen?: number
  /** The state of the recipients that a user chose by a filter. */
  readonly recipientStatus?: RecipientStatus
  /** The path of the step, such as "1 › Yes › 2", of the recipients that a user chose by a filter. */
  readonly atStep?: string
  /** The names of the segments by which a user chose recipients. */
  readonly segments?: readonly string[]
  /** The number of recipients that an act on many has changed so far. */
  readonly changed?: number
  /** False if an act on many continues in the background; another entry has its end. */
  readonly isComplete?: false
  /** The reason why an act on many ended before it had reached all recipients. */
  readonly fault?: string
  /** The id of the job in which a recipient continues, because its messages are sent again. */
  readonly newJobId?: string
  /** The path of the step to which recipients were moved, such as "1 › Yes › 2". */
  readonly toStep?: string
  /** The paths of the steps at which the recipients failed that a retry runs again; absent for all steps. */
  readonly atSteps?: readonly string[]
  /** Whether a started job takes the spinner's audience, records that the trigger names, or records it brings. */
  readonly audience?: TriggerRequest['audience']['kind']
  /** The number of recipients of a started job. */
  readonly recipients?: number
  /** The time at which a job starts that was started for later (ISO 8601). */
  readonly startsAt?: string
  readonly dataTableId?: string
  /**
   * The name of the column that the audited action added, renamed or removed, or whose type or cell it
   * changed.
   */
  readonly column?: string
  readonly columnType?: ColumnType
  /** The position of a column among the columns of its table, from 0. */
  readonly position?: number
  /** Whether a column is a metadata column, which spinners may use. */
  readonly isMetadata?: boolean
  /**
   * The values of the cells that an edit changed; only for organizations with `auditsValues`. The erasure of a
   * person removes them. Values of over 1,000 characters are left out.
   */
  readonly cells?: DataRecord
  /** The names of columns that the audited action concerned; at most 100. */
  readonly columns?: readonly string[]
  /** Whether the words of all columns are indexed. */
  readonly includesWords?: boolean
  /** The metadata columns that the audited action removed (before) or added (after); at most 100. */
  readonly metadataColumns?: readonly string[]
  readonly missingColumns?: MissingColumns
  readonly duplicateWindowSeconds?: number
  /** The match columns of a table; null if it has none. */
  readonly matchColumns?: readonly string[] | null
  readonly onMatch?: OnMatch
  readonly newerBy?: string | null
  readonly defaultCountry?: string | null
  /** True if a change of match columns merged records that are the same by the new columns. */
  readonly merged?: boolean
  /** The parts of a spinner's draft that changed. */
  readonly parts?: readonly DraftPart[]
  /** The name of the spinner or template from which a new spinner or template was made. */
  readonly copyOf?: string
  /** The name of the data table of a new spinner or of the view that the audited action concerned. */
  readonly dataTable?: string
  /** The name of the project in which a data table or spinner was created. */
  readonly project?: string
  /** The number of records that the audited action added, imported or deleted. */
  readonly records?: number
  /** The number of existing records that an import or an added record updated by the match columns. */
  readonly updated?: number
  /** The number of imported or added records that changed nothing, because the table had them already. */
  readonly unchanged?: number
  /** The number of rows that an import left out because of faults. */
  readonly leftOut?: number
  readonly acceptsAnyFormat?: boolean
  /**
   * The number of records that the audited admission of arrivals had added to the table when the entry was
   * written. `held` is the number of records of these arrivals that were still held.
   */
  readonly admitted?: number
  readonly held?: number
  /** The number of stored arrivals that the audited action discarded. */
  readonly arrivals?: number
  readonly arrivalId?: string
  readonly reason?: SuppressionReason
  /** The kind of the sender (mail account) that the audited action concerned. */
  readonly kind?: SenderKind
  readonly address?: string
  readonly isDefault?: boolean
  readonly dailyLimit?: number | null
  readonly maxPerDay?: number | null
  readonly poolId?: string | null
  readonly purpose?: LinkPurpose | 'passwordReset'
  readonly attempts?: Throttled
  readonly countedBy?: AttemptCounter
  readonly provider?: EventProvider
  readonly way?:
    | 'click'
    | 'link'
    | 'openId'
    | 'organizationProvider'
    | 'account'
    | 'invitation'
    | 'switch'
    | SecondFactorProof['kind']
  /** The issuer of the organization's sign-in provider. */
  readonly issuer?: string
  readonly clientId?: string
  /** The role of people who become members by signing in through the organization's provider. */
  readonly defaultRole?: Role
  /** Whether people become members by signing in through the organization's provider. */
  readonly admitsNew?: boolean
  /** Whether members must sign in through the organization's provider. */
  readonly requiresProvider?: boolean
  /** True if the client secret of the organization's provider was replaced. */
  readonly secretReplaced?: true
  /** Whether a passkey was refused because its counter did not grow, which is a sign of a copy. */
  readonly counterWentBack?: boolean
  /** The browser and system of the session that a person ended, such as "Firefox on Windows". */
  readonly device?: string
  readonly sessionKind?: SessionKind
  /** The id of the cell (deployment) that the organization was moved to. */
  readonly cell?: string
  /**
   * The end of a period (ISO 8601): of the deleted audit entries, of the time without further noted attempts,
   * of the old ingest token's validity, or of an advance of the test clock.
   */
  readonly until?: string
  /** The host of the destination of events, or of the test URL. The rest of the URL may contain a secret. */
  readonly host?: string
  /** The event types that the destination receives. */
  readonly types?: readonly EventType[]
  readonly projectId?: string | null
  readonly spinnerId?: string | null
  readonly includesAddresses?: boolean
  readonly batchesEvents?: boolean
  readonly disabledReason?: DisabledReason
  /** Whether the events that waited for the destination were skipped. */
  readonly skipped?: boolean
  /** The id of the first event that is sent again, or the time of the first events (ISO 8601). */
  readonly since?: string
  /** The kind of the reaction to a captured message that a user simulated in test mode. */
  readonly reaction?: InboundKind
  /** The id of the captured message to which a user simulated a reaction. */
  readonly messageId?: string
}

/** The largest number of names of columns in one audit entry. */
const maxNames = 100

/** Returns the names of columns that an audit entry stores: the first 100. */
export function namesInEntry(names: readonly string[]): readonly string[] {
  return names.slice(0, maxNames)
}

/** The largest number of characters of a cell's value in an audit entry. */
const maxValueLength = 1_000

/**
 * Returns the cells in some columns that an audit entry stores. Long values are left out and not cut, because the
 * erasure of a person would not find an address that is cut in two.
 */
export function cellsInEntry(cells: DataRecord, columns: readonly string[]): DataRecord {
  const short = columns.filter((column) => String(cells[column]).length <= maxValueLength)
  return cellsIn(cells, short)
}
