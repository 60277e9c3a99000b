import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import {
  type Destination,
  type DestinationSettings,
  goodHealth,
  mostDestinations,
} from '../../../domain/event/destination/destination.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { EventChannel } from '../../../ports/event/event-channel.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockOpen } from '../../account/lock-open.ts'
import { checkedSettings } from './check-settings.ts'
import { askForTypes, factsOf, subjectOf } from './destination-changes.ts'

export interface CreateDestinationCommand {
  readonly reach: Reach
  readonly settings: DestinationSettings
  readonly by: Actor
  /** The id of the session that sent the request; null or absent if no session did. */
  readonly sessionId?: string | null
  /** The real time, also in test mode, because destinations receive events in real time. */
  readonly now: Date
}

/** Adds a destination, which receives the events that are written from now on. */
export class CreateDestination {
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

  /** Returns the id of the destination and its secret, which is not shown again. */
  async execute({ reach, settings, by, sessionId = null, now }: CreateDestinationCommand) {
    const { organizationId } = reach
    const id = this.#ids.next()
    const { secret, ciphertext } = this.#secrets.webhookSecret(id)
    await this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that two requests at once do not exceed the limit. Keys end by the organization's own
      // clock, which is not the real time in test mode.
      await lockOpen(tx, { organizationId, by, sessionId, at: this.#clock.now() })
      if ((await tx.destinations.of(organizationId)).length >= mostDestinations) throw tooMany()
      const checked = await checkedSettings(tx, this.#channel, reach, settings)
      const destination: Destination = {
        ...checked,
        id,
        organizationId,
        state: 'active',
        disabledReason: null,
        disabledAt: null,
        createdAt: now,
        urlChangedAt: null,
        deliveredAt: null,
        position: await tx.destinations.lastNumber(organizationId),
        ...goodHealth,
        revision: 1,
      }
      await tx.destinations.add(destination, { ciphertext, previousCiphertext: null, rotatedAt: null })
      await askForTypes(tx, organizationId, now)
      await tx.audit.add({
        action: 'destination.created',
        organizationId,
        by,
        subject: subjectOf(destination),
        after: factsOf(destination),
      })
    })
    return { id, secret }
  }
}

function tooMany(): DomainError {
  const message = `An organization can have at most ${mostDestinations} destinations; remove one that you no longer need`
  return new DomainError('CONFLICT', { message })
}
