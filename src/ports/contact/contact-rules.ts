import type { ContactPolicy } from '../../domain/contact/contact-policy.ts'
import type { KnownSuppression, Suppression, SuppressionEvent } from '../../domain/contact/suppression.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { InTransaction } from '../in-transaction.ts'

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

/**
 * The contact rules of each organization: its suppression list, which has the e-mail addresses to which its jobs must not
 * write, and its contact policy, which limits how often it may write to one person. `Slices.settleAndMark` applies them
 * to every message.
 */
export abstract class ContactRuleStore {
  /**
   * Returns the contact policy of an organization; a policy without limits if the organization never set one.
   */
  abstract policyOf(organizationId: string): Promise<ContactPolicy>
  /**
   * Sets the contact policy of an organization. It applies to all messages that are marked as being sent
   * after the commit.
   */
  abstract setPolicy(this: InTransaction, organizationId: string, policy: ContactPolicy): Promise<void>
  /**
   * Returns the suppression of an address, given in the form of `normalizedEmail`, of its domain or of its digest; null
   * if there is none.
   */
  abstract suppressionOf(organizationId: string, email: string): Promise<KnownSuppression | null>
  /** Returns the events that suppressed an address or ended its suppression, newest first. */
  abstract suppressionEvents(
    organizationId: string,
    email: string,
    most: number,
  ): Promise<readonly SuppressionEvent[]>
  /** Returns suppressions, newest first: all, or those whose address or note contains a text in lower case. */
  abstract suppressions(
    organizationId: string,
    page: Page,
    search?: string | null,
  ): Promise<PageOf<Suppression>>
  /**
   * Adds a suppression. An address that is already suppressed keeps its reason; another reason is stored as a
   * suppression event, and a note replaces the former note.
   */
  abstract addSuppression(this: InTransaction, suppression: Suppression): Promise<AddedSuppression>
  /** Deletes a suppression and stores an event for it. Returns the suppression; null if there is none. */
  abstract removeSuppression(
    this: InTransaction,
    organizationId: string,
    id: string,
    at: Date,
  ): Promise<Suppression | null>
  /**
   * Replaces the address of a suppression by its digest, which still prevents messages to the address.
   * Deletes the suppression events of the address. Returns false if there is no such suppression.
   */
  abstract digest(this: InTransaction, address: DigestedAddress): Promise<boolean>
  /** Returns the suppression that is stored under a digest; null if there is none. */
  abstract digested(
    organizationId: string,
    digest: string,
  ): Promise<Pick<Suppression, 'reason' | 'createdAt'> | null>
  /**
   * Deletes the digest that suppresses an address. In the same transaction, the caller must add a suppression
   * with the address itself.
   */
  abstract removeDigest(this: InTransaction, organizationId: string, digest: string): Promise<void>
}

/**
 * Computes digests that identify people whose address is no longer stored. In one organization, an address
 * always has the same digest, even after the service's keys were replaced. Another organization gets another
 * digest. A digest reveals nothing without the organization's own key.
 */
export abstract class PersonDigests {
  /** Returns the digest of a person's address, given in the form that `normalizedEmail` returns. */
  abstract of(organizationId: string, address: string): Promise<string>
  /** Returns a function that computes the digests of many people without waiting. */
  abstract ofOrganization(organizationId: string): Promise<(address: string) => string>
  /**
   * Returns the digest of a person's address; null if the organization stores no digests yet, so none could
   * match.
   */
  abstract known(organizationId: string, address: string): Promise<string | null>
}
