import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Suppression } from '../../domain/contact/suppression.ts'
import type { AddedSuppression, PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

interface SuppressedPerson {
  /** The digest of the address, as `digestOfSuppressed` returns it; null if no event is written. */
  readonly digest: string | null
  readonly by: Actor
}

/**
 * Returns the digest of an address that may be suppressed, by which events name the person. A first digest creates
 * an encrypted key, which ties the organization to the secrets of its cell. So null is returned if the organization
 * has no digests and has no subscription to these events. Called before the transaction of the suppression, because
 * a first digest needs a connection of its own.
 */
export async function digestOfSuppressed(
  unitOfWork: UnitOfWork,
  digests: PersonDigests,
  organizationId: string,
  address: string,
): Promise<string | null> {
  const hasSubscription = await unitOfWork.run((tx) =>
    tx.events.hasSubscription(organizationId, ['person.unsubscribed', 'person.suppressed']),
  )
  return hasSubscription ? digests.of(organizationId, address) : digests.known(organizationId, address)
}

/**
 * Adds a suppression in a transaction, with its audit entry and its events. An address that is suppressed already
 * keeps its entry. Returns the entry, and whether it is new.
 */
export async function addSuppression(
  tx: Transaction,
  suppression: Suppression,
  { digest, by }: SuppressedPerson,
): Promise<Pick<AddedSuppression, 'entry' | 'isNew'>> {
  const { organizationId, email, reason } = suppression
  const { entry, isNew, isNewReason } = await tx.contactRules.addSuppression(suppression)
  if (digest !== null) {
    const ofPerson = { organizationId, projectId: null, events: [{ objectId: digest, address: email }] }
    if (isNewReason && reason === 'unsubscribed')
      await tx.events.add({ ...ofPerson, type: 'person.unsubscribed', data: {} })
    if (isNew) await tx.events.add({ ...ofPerson, type: 'person.suppressed', data: { reason } })
  }
  if (!isNew) return { entry, isNew }
  const subject = { kind: 'suppression', id: entry.id, name: email } as const
  await tx.audit.add({ action: 'suppression.added', organizationId, by, subject, after: { reason } })
  return { entry, isNew }
}
