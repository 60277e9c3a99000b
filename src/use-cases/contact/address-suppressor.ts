import type { Requester } from '../../domain/account/requester.ts'
import { domainOfEntry, type Suppression, type SuppressionReason } from '../../domain/contact/suppression.ts'
import {
  domainOf,
  emailOf,
  isRecipientAddress,
  normalizedDomain,
  normalizedEmail,
} from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { addSuppression, digestOfSuppressed } from './add-suppression.ts'

export interface AddressToSuppress extends Requester {
  readonly email: string
  readonly reason: SuppressionReason
  /** The note of a member about the suppression. */
  readonly note?: string | null
}

/** Addresses and domains that a member suppresses together. */
export interface ListToSuppress extends Requester {
  /** Addresses, and domains with or without an "@" before them. */
  readonly entries: readonly string[]
  readonly note: string | null
}

/** The outcome of a list of suppressions. */
export interface SuppressedList {
  readonly added: number
  /** The number of entries that were suppressed before. */
  readonly alreadySuppressed: number
  /** The positions of the entries that are neither an address nor a domain. */
  readonly invalid: readonly number[]
}

/**
 * The number of times that an opt-out is tried if other transactions lock its rows. The mail program of a recipient
 * sends it once, and the recipient does not see a failure.
 */
const maxTries = 3

/**
 * Adds addresses to the suppression list and removes them, and stops the recipients of a person who unsubscribes. No job
 * of the organization writes to an address of the list.
 */
export class AddressSuppressor {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #digests: PersonDigests

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids, digests: PersonDigests) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#digests = digests
  }

  /**
   * Suppresses an address. Repeating this changes nothing. Returns null if the organization has suppressed the person
   * already and stores only a digest; a member can add the address of such a person in plain text again.
   */
  async suppress(command: AddressToSuppress): Promise<Suppression | null> {
    const { organizationId, by } = command
    const id = this.#ids.next()
    const email = emailOf(command.email)
    const digest = await digestOfSuppressed(this.#unitOfWork, this.#digests, organizationId, email)
    return this.#unitOfWork.run(async (tx) => {
      const digestedSuppression =
        digest === null ? null : await tx.contactRules.digested(organizationId, digest)
      if (digestedSuppression !== null && command.reason !== 'added') return null
      const { reason, createdAt } = digestedSuppression ?? {
        reason: command.reason,
        createdAt: this.#clock.now(),
      }
      const note = command.note ?? null
      const suppression = { id, organizationId, email, reason, note, createdAt }
      // Stops waiting recipients with this address. Comes before the suppression, because a bounce locks slices
      // first too; otherwise the two could deadlock. A recipient whose message is marked in between gets no
      // further e-mail: the mark of each message checks the suppressions.
      if (command.reason === 'unsubscribed')
        await tx.jobs.stopPerson(organizationId, email, {
          exit: 'unsubscribe',
          code: 'UNSUBSCRIBED',
          evidence: { at: this.#clock.now().toISOString() },
        })
      const { entry } = await addSuppression(tx, suppression, { digest, by })
      if (digest !== null) await tx.contactRules.removeDigest(organizationId, digest)
      return entry
    })
  }

  /** Suppresses an address as `suppress` does, and tries an opt-out again if other transactions lock its rows. */
  async suppressWithRetries(command: AddressToSuppress): Promise<Suppression | null> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.suppress(command)
      } catch (error) {
        const isBlocked = error instanceof DomainError && error.code === 'OVERLOADED'
        if (!isBlocked || command.reason !== 'unsubscribed' || tries === maxTries) throw error
      }
    }
  }

  /** Suppresses all addresses of a domain. Its subdomains are not suppressed. Repeating this changes nothing. */
  async suppressDomain(
    { organizationId, by }: Requester,
    domain: string,
    note: string | null,
  ): Promise<Suppression> {
    const email = `@${domainOf(domain)}`
    const at = { id: this.#ids.next(), createdAt: this.#clock.now() }
    const suppression = { ...at, organizationId, email, reason: 'added', note } as const
    // No event names a person, because the domain belongs to several.
    return this.#unitOfWork.run(
      async (tx) => (await addSuppression(tx, suppression, { digest: null, by })).entry,
    )
  }

  /**
   * Suppresses the addresses and domains of a list. Entries that are neither are left out, and entries that are
   * suppressed already keep their reason.
   */
  async suppressList({ organizationId, by, entries, note }: ListToSuppress): Promise<SuppressedList> {
    const parsed = entries.map(entryOf)
    // Takes the entries in one order, so that two lists do not wait for each other.
    const unique = [...new Set(parsed.filter((entry) => entry !== null))].toSorted()
    const digests = new Map<string, string | null>()
    for (const email of unique)
      if (domainOfEntry(email) === null)
        digests.set(email, await digestOfSuppressed(this.#unitOfWork, this.#digests, organizationId, email))
    const createdAt = this.#clock.now()
    const added = await this.#unitOfWork.run(async (tx) => {
      let count = 0
      for (const email of unique) {
        const suppression = {
          id: this.#ids.next(),
          organizationId,
          email,
          reason: 'added',
          note,
          createdAt,
        } as const
        const digest = digests.get(email) ?? null
        const { isNew } = await addSuppression(tx, suppression, { digest, by })
        if (digest !== null) await tx.contactRules.removeDigest(organizationId, digest)
        if (isNew) count++
      }
      return count
    })
    const invalid = parsed.flatMap((entry, index) => (entry === null ? [index] : []))
    return { added, alreadySuppressed: unique.length - added, invalid }
  }

  /** Removes an address from the suppression list, so that jobs write to it again. */
  async lift({ organizationId, by }: Requester, suppressionId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const lifted = await tx.contactRules.removeSuppression(organizationId, suppressionId, this.#clock.now())
      if (lifted === null) throw new DomainError('NOT_FOUND', { message: 'Suppression not found' })
      const { id, email, reason } = lifted
      const subject = { kind: 'suppression', id, name: email } as const
      await tx.audit.add({ action: 'suppression.removed', organizationId, by, subject, before: { reason } })
    })
  }
}

/** Returns the entry of the suppression list for a text of a list; null if it is neither an address nor a domain. */
function entryOf(text: string): string | null {
  const written = text.trim()
  if (isRecipientAddress(written)) return normalizedEmail(written)
  const domain = normalizedDomain(written.replace(/^@/, ''))
  return domain === null || !domain.includes('.') ? null : `@${domain}`
}
