import type { EventBatch, NewEvents } from '../../domain/event/event.ts'
import type { EventType } from '../../domain/event/event-type.ts'
import type { InTransaction } from '../in-transaction.ts'

/** Batches of events to read, in the order of their numbers. */
export interface BatchesToRead {
  readonly organizationId: string
  readonly types: readonly EventType[]
  /** Reads batches that have an event with a number above this one. */
  readonly after: number
  /** Reads no batch whose first event has a number above this one; absent for no end. */
  readonly until?: number
  readonly most: number
}

/** A search for events, in either direction. */
export interface EventSearch extends BatchesToRead {
  /** Whether the batches with the largest numbers come first. */
  readonly latestFirst: boolean
  /** The ids of objects, of which a batch must have one; null for any batch. */
  readonly objects: readonly string[] | null
}

/** Batches that a search found in a limited number of rows. */
export interface FoundBatches {
  readonly batches: readonly EventBatch[]
  /**
   * The number at which the search continues: as `after` if the smallest numbers come first, otherwise as `until`. Null
   * if the search reached the end of its range.
   */
  readonly next: number | null
}

/** Writes events in the transaction of the change that they report. */
export abstract class EventStore {
  /**
   * Gives numbers to all new events of an organization. An event that was committed before this call has a number
   * afterwards. An event that is committed later never gets a smaller number than an event that was read.
   */
  abstract number(organizationId: string): Promise<void>
  /**
   * Returns up to `most` ids of organizations that have events without a number, in ascending order after the id
   * `after`.
   */
  abstract unnumbered(after: string | null, most: number): Promise<readonly string[]>
  /** Returns batches of numbered events, sorted by number. */
  abstract batches(wanted: BatchesToRead): Promise<readonly EventBatch[]>
  /** Searches up to `most` batches of the wanted range. Returns the matching ones in the order of the search. */
  abstract search(search: EventSearch): Promise<FoundBatches>
  /** Returns the last number that was given in the organization; 0 if none was. */
  abstract lastNumber(organizationId: string): Promise<number>
  /**
   * Subscribes to event types until a time. Events of these types are written from now on. Does not shorten an earlier
   * subscription.
   */
  abstract ask(organizationId: string, types: readonly EventType[], until: Date): Promise<void>
  /** Deletes the subscriptions to event types that have ended, and returns how many it deleted. */
  abstract endRequests(now: Date): Promise<number>
  /** Deletes up to `most` batches with numbers from before a time. Returns how many batches it deleted. */
  abstract forget(before: Date, most: number): Promise<number>
  /** Writes events, in one statement, with the present time of the organization. Does nothing without a subscription. */
  abstract add(this: InTransaction, events: NewEvents): Promise<void>
  /** Returns whether the organization has a subscription to one of the types. Callers check before they build events. */
  abstract hasSubscription(organizationId: string, types: readonly NewEvents['type'][]): Promise<boolean>
  /**
   * Removes the address of an erased person from all events of an organization, also from those without a number.
   * Returns the number of batches that had it. The events stay; they name the person by a digest.
   */
  abstract eraseAddress(this: InTransaction, organizationId: string, address: string): Promise<number>
  /**
   * Subscribes the organization's destinations to `types`. The subscriptions of destinations to other types end at
   * `until`.
   */
  abstract subscribeDestinations(
    this: InTransaction,
    organizationId: string,
    types: readonly NewEvents['type'][],
    until: Date,
  ): Promise<void>
}
