import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Suppression } from '../../domain/person/suppression.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

interface SuppressedPerson {
  /** The digest of the address (see `PersonDigests`), by which events name the person. */
  readonly digest: string
  readonly by: Actor
}

/**
 * Adds a suppression in a transaction, with its audit entry and its events. An address that is suppressed already
 * keeps its entry. Returns the existing entry.
 */
export async function addSuppression(
  tx: Transaction,
  suppression: Suppression,
  { digest, by }: SuppressedPerson,
): Promise<Suppression> {
  const { organizationId, email, reason } = suppression
  const { entry, isNew, isNewReason } = await tx.suppressions.add(suppression)
  const ofPerson = { organizationId, projectId: null, events: [{ objectId: digest, address: email }] }
  if (isNewReason && reason === 'unsubscribed')
    await tx.events.add({ ...ofPerson, type: 'person.unsubscribed', data: {} })
  if (!isNew) return entry
  await tx.events.add({ ...ofPerson, type: 'person.suppressed', data: { reason } })
  const subject = { kind: 'suppression', id: entry.id, name: email } as const
  await tx.audit.add({ action: 'suppression.added', organizationId, by, subject, after: { reason } })
  return entry
}
