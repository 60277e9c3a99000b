import { type Actor, service } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Destination, DisabledReason } from '../../../domain/event/destination/destination.ts'
import type { SigningSecrets } from '../../../domain/signing-secrets.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** The milliseconds for which events of a type are still written after its last destination was removed. */
const afterLastMs = 7 * 24 * 60 * 60 * 1000

/** Returns whether a person or program may see and change a destination. */
function isWithin(
  { organizationId, projectIds }: Reach,
  destination: Pick<Destination, 'organizationId' | 'projectId'>,
): boolean {
  if (destination.organizationId !== organizationId) return false
  if (projectIds === null) return true
  return destination.projectId !== null && projectIds.includes(destination.projectId)
}

/**
 * Returns a destination within the reach of the caller without locking it, to lock its project and spinner first.
 * Throws NOT_FOUND if there is none.
 */
export async function foundDestination(tx: Transaction, reach: Reach, id: string): Promise<Destination> {
  const target = (await tx.destinations.of(reach.organizationId)).find((destination) => destination.id === id)
  if (target === undefined || !isWithin(reach, target)) throw destinationNotFound()
  return target
}

/** Locks a destination within the reach of the caller. Throws NOT_FOUND if there is none. */
export async function lockedDestination(
  tx: Transaction,
  reach: Reach,
  id: string,
): Promise<Destination & SigningSecrets> {
  const destination = await tx.destinations.lock(reach.organizationId, id)
  if (destination === null || !isWithin(reach, destination)) throw destinationNotFound()
  return destination
}

function destinationNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Destination not found' })
}

export function subjectOf({ id, url }: Pick<Destination, 'id' | 'url'>) {
  return { kind: 'destination', id, name: hostOf(url) } as const
}

/** Returns the host of a URL. Audit entries do not store the path, because it often contains a secret. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

/** Returns the settings of a destination that an audit entry stores. */
export function factsOf({ url, types, projectId, spinnerId, includesAddresses, batchesEvents }: Destination) {
  return { host: hostOf(url), types, projectId, spinnerId, includesAddresses, batchesEvents }
}

/** Asks for the event types of all destinations of an organization, so that these events are written. */
export async function askForTypes(tx: Transaction, organizationId: string, now: Date): Promise<void> {
  const all = await tx.destinations.of(organizationId)
  const types = [...new Set(all.flatMap((destination) => destination.types))]
  await tx.events.subscribeDestinations(organizationId, types, new Date(now.getTime() + afterLastMs))
}

/** Deletes a locked destination and notes who did it. `askForTypes` must follow. */
export async function removeDestination(tx: Transaction, destination: Destination, by: Actor): Promise<void> {
  const { id, organizationId } = destination
  await tx.destinations.remove(id)
  await tx.audit.add({
    action: 'destination.removed',
    organizationId,
    by,
    subject: subjectOf(destination),
    before: factsOf(destination),
  })
}

/** Disables a locked destination, and writes the event and the audit entry that record it. */
export async function disabled(
  tx: Transaction,
  destination: Destination,
  reason: DisabledReason,
  code: string,
  now: Date,
): Promise<void> {
  const { id, organizationId, projectId, spinnerId, revision } = destination
  await tx.destinations.save({
    ...destination,
    status: 'disabled',
    disabledReason: reason,
    disabledAt: now,
    revision: revision + 1,
  })
  await tx.events.add({
    organizationId,
    type: 'destination.disabled',
    projectId: reason === 'projectDeleted' ? null : projectId,
    spinnerId: reason === 'spinnerDeleted' ? null : spinnerId,
    data: { code },
    events: [{ objectId: id }],
  })
  await tx.audit.add({
    action: 'destination.disabled',
    organizationId,
    by: service,
    subject: subjectOf(destination),
    after: { disabledReason: reason },
  })
}

/** Disables the destinations that receive only events of a project or spinner that is deleted. */
export async function disableDestinationsOf(
  tx: Transaction,
  organizationId: string,
  deleted: { readonly projectId: string } | { readonly spinnerId: string },
  now: Date,
): Promise<void> {
  const all = await tx.destinations.of(organizationId)
  const ofDeleted = (destination: Destination) =>
    'projectId' in deleted
      ? destination.projectId === deleted.projectId
      : destination.spinnerId === deleted.spinnerId
  for (const { id } of all.filter(ofDeleted)) {
    const destination = await tx.destinations.lock(organizationId, id)
    if (destination === null || destination.status === 'disabled') continue
    const reason = 'projectId' in deleted ? 'projectDeleted' : 'spinnerDeleted'
    await disabled(tx, destination, reason, reason, now)
  }
}
