import type { ContactPolicy, PastContact } from '../../../domain/person/contact-policy.ts'
import type { SuppressionReason } from '../../../domain/person/suppression.ts'
import type { PossibleSender } from '../../../domain/sender/pacing/choose-sender.ts'

export interface FactsAsked {
  readonly organizationId: string
  readonly spinnerId: string
}

/** What marking messages would look up once for all of a job. */
export interface RehearsalSurroundings {
  readonly policy: ContactPolicy
  readonly timeZone: string
  /** Whether some people are known by a digest alone. */
  readonly knowsByDigest: boolean
  /** Of the organization; none where messages leave by the deployment's own server. */
  readonly senders: readonly PossibleSender[]
  readonly defaultSender: string | null
  /** When the spinner was paused; null for a spinner that goes on. */
  readonly spinnerPausedAt: Date | null
}

/** What it would look up of an address. */
export interface AddressFacts {
  readonly suppression: SuppressionReason | null
  /** As far as the rules and the policy ask for them. */
  readonly contacts: readonly PastContact[]
  readonly othersOfCompany: number
}

/** What decides whether a message may go, read as it is now; nothing is claimed. */
export abstract class RehearsalFacts {
  abstract surroundings(asked: FactsAsked): Promise<RehearsalSurroundings>
  /** Of those addresses of which anything is known. */
  abstract of(
    asked: FactsAsked & { readonly exclusive: boolean },
    surroundings: RehearsalSurroundings,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, AddressFacts>>
}
