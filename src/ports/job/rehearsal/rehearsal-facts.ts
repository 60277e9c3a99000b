import type { PossibleSender } from '../../../domain/job/sending/choose-sender.ts'
import type { PastContact } from '../../../domain/job/sending/contact-verdict.ts'
import type { ContactPolicy } from '../../../domain/person/contact-policy.ts'
import type { SuppressionReason } from '../../../domain/person/suppression.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'

export interface FactsQuery {
  readonly organizationId: string
  readonly spinnerId: string
}

/** The facts for a rehearsal that are also read once for a whole job when its messages are marked. */
export interface RehearsalSurroundings {
  readonly policy: ContactPolicy
  readonly timeZone: string
  /** Whether the organization knows some people only by a digest of their address. */
  readonly knowsByDigest: boolean
  /** The organization's senders; empty if messages leave by the deployment's own server. */
  readonly senders: readonly PossibleSender[]
  readonly defaultSender: string | null
  /** The time when the spinner was paused; null if it is not paused. */
  readonly spinnerPausedAt: Date | null
}

/** The facts for a rehearsal that are also read about the address of a message when it is marked. */
export interface AddressFacts {
  readonly suppression: SuppressionReason | null
  /** Past messages to the address, as far as the rules and the contact policy need them. */
  readonly contacts: readonly PastContact[]
  readonly othersOfCompany: number
}

export interface AudienceQuery {
  readonly organizationId: string
  readonly spinnerId: string
  readonly dataTableId: string
  /** The audience setting of the spinner: new records, or all. */
  readonly takes: 'new' | 'all'
}

/** A record that the rehearsed job would take. */
export interface RehearsedRecord {
  readonly id: string
  readonly data: DataRecord
}

export interface FoundAudience {
  /** The number of records in the audience, some of which may be deleted by now. */
  readonly size: number
  /**
   * Yields the records of the audience in parts of at most 500. No part repeats a record of an earlier part.
   */
  parts(): AsyncIterable<readonly RehearsedRecord[]>
}

/**
 * Reads the facts on which a rehearsal forecasts a job: the records that a job would take if it started now, and the
 * facts that decide whether a message may be sent. Takes no record and claims no address.
 */
export abstract class RehearsalFacts {
  abstract surroundings(asked: FactsQuery): Promise<RehearsalSurroundings>

  /** Returns the facts by e-mail address; an address without any facts is left out. */
  abstract ofAddresses(
    asked: FactsQuery & { readonly exclusive: boolean },
    surroundings: RehearsalSurroundings,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, AddressFacts>>

  /** Returns the audience that a job of the spinner would take according to its audience setting. */
  abstract audienceOfSpinner(asked: AudienceQuery): Promise<FoundAudience>

  /** Returns an audience of exactly these records, which are known to exist. */
  abstract audienceOfRecords(dataTableId: string, recordIds: readonly string[]): FoundAudience
}
