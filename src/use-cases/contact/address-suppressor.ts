import type { Requester } from '../../domain/account/requester.ts'
import type { Suppression, SuppressionReason } from '../../domain/contact/suppression.ts'
import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { addSuppression, digestOfSuppressed } from './add-suppression.ts'

export interface AddressToSuppress extends Requester {
  readonly email: string
  readonly reason: SuppressionReason
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
      const stored = digest === null ? null : await tx.contactRules.digested(organizationId, digest)
      if (stored !== null && command.reason !== 'added') return null
      const { reason, createdAt } = stored ?? { reason: command.reason, createdAt: this.#clock.now() }
      const suppression = { id, organizationId, email, reason, createdAt }
      // Stops waiting recipients with this address. Comes before the suppression, because a bounce locks slices
      // first too; otherwise the two could deadlock. A recipient whose message is marked in between gets no
      // further e-mail: the mark of each message checks the suppressions.
      if (command.reason === 'unsubscribed')
        await tx.jobs.stopPerson(organizationId, email, {
          exit: 'unsubscribe',
          code: 'UNSUBSCRIBED',
          evidence: { at: this.#clock.now().toISOString() },
        })
      const entry = await addSuppression(tx, suppression, { digest, by })
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
