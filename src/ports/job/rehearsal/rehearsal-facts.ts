import type { ContactPolicy } from '../../../domain/contact/contact-policy.ts'
import type { SuppressionReason } from '../../../domain/contact/suppression.ts'
import type { PossibleSender } from '../../../domain/job/sending/choose-sender.ts'
import type { PastContact } from '../../../domain/job/sending/contact-verdict.ts'
import type { PaceCounts } from '../../../domain/job/sending/pace-use.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import type { Signature } from '../../../domain/sender/signature.ts'

export interface FactsQuery {
  readonly organizationId: string
  readonly spinnerId: string
}

/**
 * The settings of an organization and a spinner by which a rehearsal decides whether messages may be sent. A
 * real job reads the same settings before it sends.
 */
export interface RehearsalSurroundings {
  readonly policy: ContactPolicy
  readonly timeZone: string
  /** Whether the organization knows some erased people only by a digest of their address. */
  readonly knowsByDigest: boolean
  /** The organization's senders; empty if its messages are sent by the deployment's own mail server. */
  readonly senders: readonly (PossibleSender & Signature)[]
  readonly defaultSenderId: string | null
  /** The time when the spinner was paused; null if it is not paused. */
  readonly spinnerPausedAt: Date | null
  /** The use of the spinner's pace; null if it was never published with one. */
  readonly pace: PaceCounts | null
}

/**
 * The facts about an e-mail address by which a rehearsal decides whether a message to it may be sent. A real
 * job reads the same facts before it sends.
 */
export interface AddressFacts {
  readonly suppression: SuppressionReason | null
  /** Earlier messages to the address, if the rules of steps or the contact policy need them. */
  readonly contacts: readonly PastContact[]
  readonly othersOfCompany: number
}

export interface AudienceQuery {
  readonly organizationId: string
  readonly spinnerId: string
  readonly dataTableId: string
  /** The spinner's audience setting: `new` for records that no job has taken, `all` for all records. */
  readonly takes: 'new' | 'all'
}

/** A record that would become a recipient of the rehearsed job. */
export interface RehearsedRecord {
  readonly id: string
  readonly data: DataRecord
}

export interface RehearsedAudience {
  /** The number of records in the rehearsed audience, some of which may be deleted by now. */
  readonly size: number
  /**
   * The records of the rehearsed audience in parts of at most 500, which are read when they are iterated, once. No part
   * repeats a record of an earlier part.
   */
  readonly parts: AsyncIterable<readonly RehearsedRecord[]>
}

/**
 * Reads the facts from which a rehearsal forecasts a job that would start now: its records, and what decides
 * whether a message may be sent. Changes nothing: the records can still be taken by jobs, and no address is
 * reserved.
 */
export abstract class RehearsalFacts {
  /** Returns the settings. `at` is the time at which the use of the senders' pools is counted. */
  abstract surroundings(query: FactsQuery, at: Date): Promise<RehearsalSurroundings>

  /**
   * Returns the facts that decide whether messages may be sent, by e-mail address. Leaves out addresses
   * without any such facts.
   */
  abstract ofAddresses(
    query: FactsQuery & { readonly isExclusive: boolean },
    surroundings: RehearsalSurroundings,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, AddressFacts>>

  /** Returns the audience that a job of the spinner would take according to its audience setting. */
  abstract audienceOfSpinner(query: AudienceQuery): Promise<RehearsedAudience>

  /** Returns an audience of exactly the given records. The caller must know that they exist. */
  abstract audienceOfRecords(dataTableId: string, recordIds: readonly string[]): RehearsedAudience
}
