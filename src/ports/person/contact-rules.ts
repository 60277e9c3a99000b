import type { Page, PageOf } from '../../domain/page.ts'
import type { ContactPolicy } from '../../domain/person/contact-policy.ts'
import type {
  KnownSuppression,
  Suppression,
  SuppressionEvent,
  SuppressionReason,
} from '../../domain/person/suppression.ts'

/**
 * The suppression list of each organization: e-mail addresses to which its jobs must not write.
 * `Slices.settleAndMark` sends them no message.
 */
export abstract class Suppressions {
  /**
   * Returns the reason why an address is suppressed; null if it is not. The address has the form that
   * `normalizedEmail` returns.
   */
  abstract reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null>
  /**
   * Returns the suppression of an address, given in the form of `normalizedEmail`, or of its digest; null if there is
   * none.
   */
  abstract find(organizationId: string, email: string): Promise<KnownSuppression | null>
  /** Returns the events that suppressed an address or ended its suppression, newest first. */
  abstract events(organizationId: string, email: string, most: number): Promise<readonly SuppressionEvent[]>
  abstract list(organizationId: string, page: Page): Promise<PageOf<Suppression>>
}

/** A suppressed e-mail address with the digest that can replace it; see `PersonDigests`. */
export interface DigestedAddress {
  readonly organizationId: string
  readonly email: string
  readonly digest: string
}

/** The outcome of adding a suppression. */
export interface AddedSuppression {
  /** The suppression of the address: the added one, or the one that existed before. */
  readonly entry: Suppression
  /** Whether the address was not suppressed before. */
  readonly isNew: boolean
  /** Whether the latest suppression event of the address had another reason, or there was none. */
  readonly isNewReason: boolean
}

export interface SuppressionStore {
  /**
   * Adds a suppression. An address that is already suppressed keeps its reason; another reason is stored as a
   * suppression event.
   */
  add(suppression: Suppression): Promise<AddedSuppression>
  /** Deletes a suppression and stores an event for it. Returns the suppression; null if there is none. */
  remove(organizationId: string, id: string, at: Date): Promise<Suppression | null>
  /**
   * Replaces the address of a suppression by its digest, which still prevents messages to the address.
   * Deletes the suppression events of the address. Returns false if there is no such suppression.
   */
  digest(address: DigestedAddress): Promise<boolean>
  /** Returns the suppression that is stored under a digest; null if there is none. */
  digested(organizationId: string, digest: string): Promise<Pick<Suppression, 'reason' | 'createdAt'> | null>
  /**
   * Deletes the digest that suppresses an address. In the same transaction, the caller must add a suppression
   * with the address itself.
   */
  removeDigest(organizationId: string, digest: string): Promise<void>
}

/**
 * Computes digests that identify people whose address is no longer stored. In one organization, an address
 * always has the same digest, even after the service's keys were replaced. Another organization gets another
 * digest. A digest reveals nothing without the organization's own key.
 */
export abstract class PersonDigests {
  /** Returns the digest of a person's address, given in the form that `normalizedEmail` returns. */
  abstract of(organizationId: string, address: string): Promise<string>
  /**
   * Returns the digest of a person's address; null if the organization stores no digests yet, so none could
   * match.
   */
  abstract known(organizationId: string, address: string): Promise<string | null>
}

/**
 * Reads the contact policy, which limits how often an organization may write to one person.
 * `Slices.settleAndMark` applies the policy to every message.
 */
export abstract class ContactPolicies {
  /**
   * Returns the contact policy of an organization; a policy without limits if the organization never set one.
   */
  abstract of(organizationId: string): Promise<ContactPolicy>
}

export interface ContactPolicyStore {
  of(organizationId: string): Promise<ContactPolicy>
  /**
   * Sets the contact policy of an organization. It applies to all messages that are marked as being sent
   * after the commit.
   */
  set(organizationId: string, policy: ContactPolicy): Promise<void>
}
