import type { ContactPolicy, PastContact } from '../../../domain/person/contact-policy.ts'
import type { SuppressionReason } from '../../../domain/person/suppression.ts'
import type { PossibleSender } from '../../../domain/sender/pacing/choose-sender.ts'

export interface FactsQuery {
  readonly organizationId: string
  readonly spinnerId: string
}

/** The facts that marking messages looks up once for a whole job. */
export interface RehearsalSurroundings {
  readonly policy: ContactPolicy
  readonly timeZone: string
  /** Whether some people are known only by a digest. */
  readonly knowsByDigest: boolean
  /** The organization's senders; empty if messages leave by the deployment's own server. */
  readonly senders: readonly PossibleSender[]
  readonly defaultSender: string | null
  /** The time when the spinner was paused; null if it is not paused. */
  readonly spinnerPausedAt: Date | null
}

/** The facts about an address that marking a message looks up. */
export interface AddressFacts {
  readonly suppression: SuppressionReason | null
  /** Past contacts, as far as the rules and the policy need them. */
  readonly contacts: readonly PastContact[]
  readonly othersOfCompany: number
}

/** Reads the facts that decide whether a message may be sent. Claims nothing. */
export abstract class RehearsalFacts {
  abstract surroundings(asked: FactsQuery): Promise<RehearsalSurroundings>
  /** Returns the facts by address; an address without any is left out. */
  abstract of(
    asked: FactsQuery & { readonly exclusive: boolean },
    surroundings: RehearsalSurroundings,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, AddressFacts>>
}
