import type { NoticeRange } from '../../domain/account/notice-range.ts'
import type { Reach } from '../../domain/account/reach.ts'
import type { Attempt, DeliveredRange } from '../../domain/event/destination/attempt.ts'
import type { Destination, Selection } from '../../domain/event/destination/destination.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { SigningSecrets } from '../../domain/signing-secrets.ts'
import type { Language } from '../../domain/text/language.ts'
import type { InTransaction } from '../in-transaction.ts'

/** A destination as the API returns it. */
export interface DestinationView extends Destination {
  /** The number of failed requests that wait for their next automatic attempt. */
  readonly retries: number
  /** The number of replays that have not ended. */
  readonly replays: number
  /** The time until which the secret before the last rotation also signs; null if there is no such secret. */
  readonly previousSecretUntil: Date | null
}

/** A request for events of the past, to be sent to a destination again. */
export interface Replay {
  readonly id: string
  readonly organizationId: string
  readonly destinationId: string
  /** The number of the last event that was sent again, or that comes before the replay. */
  readonly position: number
  /** The number of the last event to send again. */
  readonly until: number
}

/** A destination that was disabled, and about which the owners and admins have not got an e-mail yet. */
export interface DisabledNotice {
  /** The id of the destination. */
  readonly id: string
  readonly url: string
  readonly disabledAt: Date
  /** The time of the first failure; null if the destination was not disabled for failures. */
  readonly failingSince: Date | null
  /** The e-mail addresses of the owners and admins of the organization. */
  readonly admins: readonly string[]
  /** The language of the organization. */
  readonly language: Language
}

/** A failed request that waits for its next attempt. */
export interface WaitingRetry {
  readonly id: string
  readonly webhookId: string
  readonly firstNumber: number
  readonly lastNumber: number
  readonly count: number
  readonly selection: Selection
  /** The number of attempts with this request so far. */
  readonly attempts: number
}

/** A destination that one holder delivers to for a while, under a lease. */
export interface DueDestination extends Destination, SigningSecrets {
  readonly holder: string
  /** The time at which the destination becomes due if its holder is lost. */
  readonly takenUntil: Date
}

/** A destination as its holder took it. */
export type DeliveredDestination = Pick<DueDestination, 'id' | 'holder' | 'revision' | 'urlChangedAt'>

/** The changes that follow from one attempt, stored in one transaction. */
export interface DeliveryResult extends Pick<Destination, 'failures' | 'failingSince' | 'nextAttemptAt'> {
  readonly attempt: Attempt
  /** The value of `failingSince` before the attempt, by which a success of another attempt meanwhile is noticed. */
  readonly formerFailingSince: Date | null
  /** The former and the new position of the destination; null if new events did not advance. */
  readonly advance: { readonly from: number; readonly to: number } | null
  /** The replay that advanced, with its new position; null if none did. */
  readonly replay: Pick<Replay, 'id' | 'position'> | null
  /** A retry to store, in place of the one with the same id; null for none. */
  readonly retry: (WaitingRetry & { readonly dueAt: Date }) | null
  /** The id of a retry that has ended; null for none. */
  readonly endedRetry: string | null
  /** Whether all retries of the destination become due, because it answers again. */
  readonly isRecovered: boolean
  /** Whether the oldest attempts of the destination beyond the limit are deleted. */
  readonly isPruned: boolean
}

/** The present settings and work of a destination, as far as its holder must know them after an attempt. */
export interface DeliveryStatus {
  /** Whether the stored health is that of the result. */
  readonly isHealthStored: boolean
  /** Whether a retry of the destination is due. */
  readonly hasDueRetry: boolean
  /** Whether its holder may send more. False while the organization moves to another cell, which then delivers. */
  readonly mayContinue: boolean
}

/** When a released destination is due again, besides its retries and new events. */
export interface DestinationSchedule {
  /** The former position, and the number up to which no event is for the destination; null if they are equal. */
  readonly passed: { readonly from: number; readonly to: number } | null
  /** The time at which the destination has more to send; null if it has nothing more. */
  readonly moreAt: Date | null
  /** The time before which nothing is sent; null for none. */
  readonly nextAttemptAt: Date | null
}

/**
 * Stores destinations, with their attempts, retries and replays. Hands out destinations with due work, one holder at a
 * time, and stores the results of attempts.
 */
export abstract class DestinationStore {
  /** Returns a page of the destinations within a reach, oldest first. */
  abstract list(reach: Reach, page: Page): Promise<PageOf<DestinationView>>
  /** Returns a destination; null if there is none with this id within the reach. */
  abstract find(reach: Reach, id: string): Promise<DestinationView | null>
  /**
   * Returns a page of the attempts of a destination, newest first; only failed attempts if `failed` is true. A reach that
   * is limited to projects has only pings and the attempts with events of one of these projects alone, because the answer
   * of a receiver may repeat the events.
   */
  abstract attempts(
    reach: Reach,
    destinationId: string,
    failed: boolean,
    page: Page,
  ): Promise<PageOf<Attempt>>
  /** Returns an attempt that `attempts` would return; null if there is none. */
  abstract attempt(reach: Reach, destinationId: string, id: string): Promise<Attempt | null>
  /**
   * Calls `inform` with the destination in the range that was disabled first for failures, and about which the owners
   * and admins were not informed yet. Stores that they were if `inform` returns true. Returns the notice; null if there
   * is none. Returns null also while `inform` of another caller runs, in any process, so that people get one mail.
   */
  abstract informOfDisabled(
    range: NoticeRange<DisabledNotice>,
    inform: (notice: DisabledNotice) => Promise<boolean>,
  ): Promise<DisabledNotice | null>
  /** Deletes up to `most` attempts from before a time. Returns how many it deleted. */
  abstract forgetAttempts(before: Date, most: number): Promise<number>
  /** Returns all destinations of an organization, oldest first. */
  abstract of(organizationId: string): Promise<readonly Destination[]>
  abstract lock(
    this: InTransaction,
    organizationId: string,
    id: string,
  ): Promise<(Destination & SigningSecrets) | null>
  /** Stores a new destination and makes it due. */
  abstract add(this: InTransaction, destination: Destination, secrets: SigningSecrets): Promise<void>
  /** Stores a changed destination and makes it due, so that a runtime looks at it at once. */
  abstract save(this: InTransaction, destination: Destination): Promise<void>
  abstract saveSecrets(this: InTransaction, id: string, secrets: SigningSecrets): Promise<void>
  /** Deletes a destination with its attempts, retries and replays. */
  abstract remove(this: InTransaction, id: string): Promise<void>
  abstract addReplay(this: InTransaction, replay: Replay): Promise<void>
  /** Returns the number of replays of a destination that have not ended. */
  abstract replaysOf(id: string): Promise<number>
  /** Deletes the retries and replays of a destination. */
  abstract dropWaiting(this: InTransaction, id: string): Promise<void>

  /**
   * Reserves the active destination that has been due for longest; null if none is due. If its holder is lost,
   * the destination becomes due again after `seconds`. Skips destinations of the organizations in `without`.
   */
  abstract take(
    holder: string,
    seconds: number,
    without: readonly string[],
    now: Date,
  ): Promise<DueDestination | null>

  /** Returns the retry of a destination that has been due for longest; null if none is due. */
  abstract dueRetry(destinationId: string, now: Date): Promise<WaitingRetry | null>

  /**
   * Returns the retries of a destination whose range contains the range of a request, oldest first. A retry of the
   * same events can have a larger range than the request, with events that the present settings exclude.
   */
  abstract retriesAround(
    destinationId: string,
    range: Pick<DeliveredRange, 'firstNumber' | 'lastNumber'>,
  ): Promise<readonly WaitingRetry[]>

  /** Returns the oldest replay of a destination that has not ended; null if there is none. */
  abstract nextReplay(destinationId: string): Promise<Replay | null>

  /** Deletes a retry or replay of a destination that has nothing left to send. */
  abstract endWaiting(destinationId: string, id: string): Promise<void>

  /**
   * Stores the result of an attempt and prolongs the lease by `seconds`. Returns null if the destination was removed
   * or has another holder by now; then only the attempt is stored, if the destination still exists. The health is not
   * stored if a user or program has changed the destination since the lease began, or if `storeRequestedAttempt` has stored a success
   * meanwhile; otherwise the failures before that success would count again. A skipped request gets no retry. If the
   * URL was changed since the lease began, the events of a failed request get no retry and stay at their place, so that
   * they are sent to the present URL.
   */
  abstract storeResult(
    due: DeliveredDestination,
    seconds: number,
    result: DeliveryResult,
  ): Promise<DeliveryStatus | null>

  /**
   * Ends the reservation of a destination. It is due again with its next retry, and when new events come. Does
   * nothing if another holder has the destination by now.
   */
  abstract release(
    due: Pick<DueDestination, 'id' | 'holder' | 'takenUntil'>,
    schedule: DestinationSchedule,
  ): Promise<void>

  /**
   * Stores an attempt that a person or program asked for. If it succeeded, deletes the retry with the same `webhook-id`
   * and the retries with the ids in `ended`, makes the destination due, and resets its health as an automatic success
   * does: the other retries become due if the destination was failing. `sentTo` is the destination as it was before the
   * request. If it has another revision by now, the health and the retries in `ended` stay. If its URL has changed since,
   * all retries stay, because they are sent to another URL.
   */
  abstract storeRequestedAttempt(
    attempt: Attempt,
    sentTo: Pick<Destination, 'revision' | 'urlChangedAt'>,
    ended: readonly string[],
  ): Promise<void>
}
