import type { Reach } from '../../../domain/account/reach.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import {
  type Destination,
  type DestinationSettings,
  goodHealth,
  maxDestinations,
} from '../../../domain/event/destination/destination.ts'
import { assertRevision } from '../../../domain/revision.ts'
import { rotatedSecrets, type SecretRotation, type SigningSecret } from '../../../domain/signing-secrets.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { EventChannel } from '../../../ports/event/event-channel.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockOpen } from '../../lock-open.ts'
import { assertUrl, checkedSettings } from './check-settings.ts'
import {
  askForTypes,
  factsOf,
  foundDestination,
  lockedDestination,
  removeDestination,
  subjectOf,
} from './destination-changes.ts'

/** Creates, changes and removes destinations, and rotates their secrets. */
export class Destinations {
  readonly #unitOfWork: UnitOfWork
  readonly #channel: EventChannel
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, channel: EventChannel, secrets: Secrets, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#channel = channel
    this.#secrets = secrets
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Adds a destination, which receives the events that are written from now on. Returns its id, and its secret, which is
   * not shown again. `now` is the real time, also in test mode, because destinations receive events in real time. The id
   * of the session is null or absent if no session sent the request.
   */
  async create(
    requester: Requester & Reach,
    {
      settings,
      sessionId = null,
      now,
    }: { settings: DestinationSettings; sessionId?: string | null; now: Date },
  ): Promise<{ id: string; secret: string }> {
    const { organizationId, by } = requester
    const id = this.#ids.next()
    const { secret, ciphertext } = this.#secrets.webhookSecret(id)
    await this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that two requests at once do not exceed the limit. Keys end by the organization's own
      // clock, which is not the real time in test mode.
      await lockOpen(tx, { organizationId, by, sessionId, at: this.#clock.now() })
      if ((await tx.destinations.of(organizationId)).length >= maxDestinations) throw tooMany()
      const checked = await checkedSettings(tx, this.#channel, requester, settings)
      const destination: Destination = {
        ...checked,
        id,
        organizationId,
        status: 'active',
        disabledReason: null,
        disabledAt: null,
        createdAt: now,
        urlChangedAt: null,
        deliveredAt: null,
        position: await tx.events.lastNumber(organizationId),
        ...goodHealth,
        revision: 1,
      }
      await tx.destinations.add(destination, { ciphertext, previousCiphertext: null, previousUntil: null })
      await askForTypes(tx, organizationId, now)
      const [subject, after] = [subjectOf(destination), factsOf(destination)]
      await tx.audit.add({ action: 'destination.created', organizationId, by, subject, after })
    })
    return { id, secret }
  }

  /**
   * Changes the settings of a destination. They decide from then on what it receives, also by a retry. A change of the
   * URL ends the retries and replays, so nothing that was meant for one receiver goes to another without a decision. The
   * revision is null if the editor did not send it.
   */
  async change(
    requester: Requester & Reach,
    {
      destinationId,
      changes,
      revision,
      now,
    }: { destinationId: string; changes: Partial<DestinationSettings>; revision: number | null; now: Date },
  ): Promise<void> {
    const { organizationId, by } = requester
    await this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that changes of two destinations at once do not lose a type.
      await tx.organizations.lock(organizationId)
      // Reads the settings before the row is locked, because projects and spinners are locked before destinations.
      const present = await foundDestination(tx, requester, destinationId)
      const merged = { ...present, ...changes }
      assertUrl(this.#channel, merged.url)
      // Checks the project and spinner only if they are chosen, because the former ones may have been deleted.
      const isChosen = changes.projectId !== undefined || changes.spinnerId !== undefined
      const settings = isChosen ? await checkedSettings(tx, this.#channel, requester, merged) : merged
      const before = await lockedDestination(tx, requester, destinationId)
      assertRevision(before, revision)
      const { projectId } = settings
      const isOtherUrl = settings.url !== before.url
      if (isOtherUrl) await tx.destinations.dropWaiting(before.id)
      const after: Destination = {
        ...before,
        ...changes,
        ...(isOtherUrl ? { ...goodHealth, urlChangedAt: now } : {}),
        projectId,
        revision: before.revision + 1,
      }
      await tx.destinations.save(after)
      await askForTypes(tx, organizationId, now)
      const [subject, facts] = [subjectOf(after), { before: factsOf(before), after: factsOf(after) }]
      await tx.audit.add({ action: 'destination.changed', organizationId, by, subject, ...facts })
    })
  }

  /** Removes a destination with its attempts. Events of its types are written for seven more days. */
  async remove(requester: Requester & Reach, destinationId: string, now: Date): Promise<void> {
    const { organizationId, by } = requester
    await this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that its event types are computed from all destinations that remain.
      await tx.organizations.lock(organizationId)
      await removeDestination(tx, await lockedDestination(tx, requester, destinationId), by)
      await askForTypes(tx, organizationId, now)
    })
  }

  /**
   * Signs the requests to a destination with a new secret, and for a grace period with the old one as well. A second
   * grace period is refused while one runs. `now` is the real time, also in test mode, because requests are signed in
   * real time. Returns the new secret, which is not shown again.
   */
  async rotateSecret(
    requester: Requester & Reach,
    { destinationId, graceSeconds, now }: Omit<SecretRotation, 'ciphertext'> & { destinationId: string },
  ): Promise<SigningSecret> {
    const { secret, ciphertext } = this.#secrets.webhookSecret(destinationId)
    return this.#unitOfWork.run(async (tx) => {
      const destination = await lockedDestination(tx, requester, destinationId)
      const { id, organizationId, revision } = destination
      const secrets = rotatedSecrets(destination, { ciphertext, graceSeconds, now })
      await tx.destinations.saveSecrets(id, secrets)
      await tx.destinations.save({ ...destination, revision: revision + 1 })
      const subject = subjectOf(destination)
      await tx.audit.add({ action: 'destination.secretRotated', organizationId, by: requester.by, subject })
      return { secret, previousUntil: secrets.previousUntil }
    })
  }
}

function tooMany(): DomainError {
  const message = `An organization can have at most ${maxDestinations} destinations; remove one that you no longer need`
  return new DomainError('CONFLICT', { message })
}
