import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Attempt, DeliveredRange } from '../../../domain/event/destination/attempt.ts'
import type { Destination } from '../../../domain/event/destination/destination.ts'
import { pingBody, requestBody } from '../../../domain/event/destination/event-request.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { DestinationStore } from '../../../ports/event/destinations.ts'
import type { EventStore } from '../../../ports/event/events.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedDestination, subjectOf } from './destination-changes.ts'
import { rebuiltRequest } from './event-range.ts'
import type { EventRequests } from './event-requests.ts'

export interface SendToDestinationCommand {
  readonly reach: Reach
  readonly destinationId: string
  /** The attempt whose request is made again; null for a ping. */
  readonly attemptId: string | null
  readonly by: Actor
  readonly now: Date
  /** Aborts if the client of the request is gone. */
  readonly signal: AbortSignal
}

interface Unsent {
  readonly webhookId: string
  readonly body: string
  readonly events: DeliveredRange | null
}

/** Makes one request to a destination at once, in any state: a ping, or the request of an earlier attempt. */
export class SendToDestination {
  readonly #unitOfWork: UnitOfWork
  readonly #destinations: DestinationStore
  readonly #events: EventStore
  readonly #requests: EventRequests
  readonly #ids: Ids
  readonly #throttle: Throttle

  constructor(
    unitOfWork: UnitOfWork,
    destinations: DestinationStore,
    events: EventStore,
    requests: EventRequests,
    ids: Ids,
    throttle: Throttle,
  ) {
    this.#unitOfWork = unitOfWork
    this.#destinations = destinations
    this.#events = events
    this.#requests = requests
    this.#ids = ids
    this.#throttle = throttle
  }

  async execute(command: SendToDestinationCommand): Promise<Attempt> {
    const { reach, destinationId, attemptId, by, now, signal } = command
    const { organizationId } = reach
    const destination = await this.#unitOfWork.run((tx) => lockedDestination(tx, reach, destinationId))
    // Limits the requests of one destination, because each costs its receiver as much as a real event.
    await this.#throttle.attempt('destinationRequest', 'perAccount', destination.id)
    const earlier = attemptId === null ? null : await this.#earlierAttempt(reach, destination, attemptId)
    const unsent =
      earlier === null || earlier.events === null
        ? this.#ping(destination, earlier?.at ?? now)
        : await this.#requestAgain(destination, earlier.events)
    const action = attemptId === null ? 'destination.pinged' : 'destination.repeated'
    await this.#unitOfWork.run((tx) =>
      tx.audit.add({ action, organizationId, by, subject: subjectOf(destination) }),
    )
    const receiverAnswer = await this.#requests.send(destination, unsent, now, signal)
    const { httpStatus, code, durationMs, response } = receiverAnswer
    const attempt: Attempt = {
      id: this.#ids.next(),
      organizationId,
      destinationId,
      kind: attemptId === null ? 'ping' : 'repeat',
      events: unsent.events,
      at: now,
      httpStatus,
      code,
      durationMs,
      response,
      retryAt: null,
      isGivenUp: false,
    }
    const ended = code === null ? await this.#retriesWithRequest(destination, unsent) : []
    await this.#destinations.storeRequestedAttempt(attempt, destination, ended)
    return attempt
  }

  /**
   * Returns the ids of the retries that would make the same request as the one that was sent. Their stored request may
   * be larger, if the settings were narrowed or events were deleted since.
   */
  async #retriesWithRequest(
    destination: Destination,
    { events, webhookId }: Unsent,
  ): Promise<readonly string[]> {
    if (events === null) return []
    const ended: string[] = []
    for (const retry of await this.#destinations.retriesAround(destination.id, events)) {
      const request = await rebuiltRequest(this.#events, destination, retry)
      if (request?.requested.webhookId === webhookId) ended.push(retry.id)
    }
    return ended
  }

  #ping(destination: Destination, at: Date): Unsent {
    const webhookId = this.#ids.next()
    return { webhookId, body: pingBody(destination, webhookId, at), events: null }
  }

  /** Returns an attempt within the reach of the caller. Refuses one whose request went to another URL. */
  async #earlierAttempt(
    reach: Reach,
    { id, urlChangedAt }: Destination,
    attemptId: string,
  ): Promise<Attempt> {
    const attempt = await this.#destinations.attempt(reach, id, attemptId)
    if (attempt === null) throw new DomainError('NOT_FOUND', { message: 'Attempt not found' })
    if (urlChangedAt === null || attempt.at >= urlChangedAt) return attempt
    const message =
      'The attempt was made before the URL of the destination changed. Send its events to the present URL with a replay'
    throw new DomainError('CONFLICT', { message })
  }

  /** Builds an earlier request again from those of its events that still exist. Throws CONFLICT if none does. */
  async #requestAgain(destination: Destination, earlier: DeliveredRange): Promise<Unsent> {
    const request = await rebuiltRequest(this.#events, destination, earlier)
    if (request === null) {
      const message =
        'The destination no longer receives any event of the attempt: its settings exclude them, or they are older than 30 days and were deleted'
      throw new DomainError('CONFLICT', { message })
    }
    const { events, requested } = request
    return { webhookId: requested.webhookId, body: requestBody(destination, events), events: requested }
  }
}
