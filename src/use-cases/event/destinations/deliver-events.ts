import type { Attempt, ReceiverAnswer } from '../../../domain/event/destination/attempt.ts'
import { isFailing, type Verdict, verdictOn } from '../../../domain/event/destination/delivery-plan.ts'
import type { DestinationHealth } from '../../../domain/event/destination/destination.ts'
import { maxEventsOf, requestBody, requestedEvents } from '../../../domain/event/destination/event-request.ts'
import type { Event } from '../../../domain/event/event.ts'
import type { Clock } from '../../../ports/clock.ts'
import type {
  DeliveryResult,
  DestinationStore,
  DueDestination,
  Replay,
  WaitingRetry,
} from '../../../ports/event/destinations.ts'
import type { EventStore } from '../../../ports/event/events.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Randomness } from '../../../ports/randomness.ts'
import type { Timers } from '../../../ports/timers.ts'
import type { EndDestination } from './end-destination.ts'
import { EventRange, type RequestWithEvents, rebuiltRequest } from './event-range.ts'
import type { EventRequests } from './event-requests.ts'

/** The time in seconds after which another runtime continues with a destination whose runtime was killed. */
const leaseSeconds = 30
/** The milliseconds after which a destination with more events waits for other destinations. */
const turnMs = 10_000
/** The milliseconds for which events are kept in memory before they are read again. */
const freshMs = 5_000
/** The milliseconds that running requests get to end when the runtime stops. */
const graceMs = 3_000
/** The milliseconds after which a destination is tried again if this service failed. */
const ownFaultMs = 5_000
/** The maximum number of destinations to which a process delivers at once. */
const atOnce = 32
/** The maximum number of destinations of one organization to which a process delivers at once. */
const atOnceOfOne = 8

/** On average, one of so many attempts deletes the oldest attempts of its destination. */
const attemptsBetweenPrunes = 100

/** A fault of this service during a delivery, for the log of the process. */
export interface DeliveryFailure {
  readonly destinationId: string
  readonly error: unknown
}

type Report = (failure: DeliveryFailure) => void

/** The ports of `DeliverEvents`. */
export class DeliveryPorts {
  readonly destinations: DestinationStore
  readonly events: EventStore
  readonly requests: EventRequests
  readonly endDestination: EndDestination

  constructor(
    destinations: DestinationStore,
    events: EventStore,
    requests: EventRequests,
    endDestination: EndDestination,
  ) {
    this.destinations = destinations
    this.events = events
    this.requests = requests
    this.endDestination = endDestination
  }
}

/** The next request to a destination: new events, events of a replay, or a retry. */
type NextRequest = RequestWithEvents & { readonly from: number } & (
    | { readonly kind: 'event' }
    | { readonly kind: 'replay'; readonly replay: Replay }
    | { readonly kind: 'retry'; readonly retry: WaitingRetry }
  )

/** The result of a request with the time when it was sent. */
type SentReceiverAnswer = ReceiverAnswer & Pick<Attempt, 'at'>

/** The work with one destination under one lease. */
interface Turn {
  readonly due: DueDestination
  readonly fresh: EventRange
  readonly until: number
  position: number
  health: DestinationHealth
  readAt: number
  hasDueRetry: boolean
  /** The replay that is being sent, with its events; null if none was read yet. */
  replay: { readonly of: Replay; readonly range: EventRange } | null
  mayHaveReplay: boolean
  /** Whether a replay is next, so that new events do not hold it up for ever. */
  replayIsNext: boolean
  /** Whether the destination has more to send when the turn ends. */
  hasMore: boolean
}

/**
 * Delivers events to destinations, in the order of their numbers. Each destination has at most one request at a time,
 * in all processes. A slow destination does not delay another one.
 */
export class DeliverEvents {
  /** The destinations to which this process delivers, with the organization of each. */
  readonly #deliveries = new Map<Promise<void>, string>()
  readonly #beginning = new Set<Promise<unknown>>()
  readonly #ports: DeliveryPorts
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #randomness: Randomness
  readonly #ids: Ids

  constructor(ports: DeliveryPorts, clock: Clock, timers: Timers, randomness: Randomness, ids: Ids) {
    this.#ports = ports
    this.#clock = clock
    this.#timers = timers
    this.#randomness = randomness
    this.#ids = ids
  }

  /**
   * Begins to deliver to due destinations, up to the maximum of running deliveries. Returns the number of
   * destinations that it began with. When one ends, another one begins at once.
   */
  async begin(signal: AbortSignal, report: Report): Promise<number> {
    let begun = 0
    while (!signal.aborted && this.#deliveries.size < atOnce) {
      const now = this.#clock.now()
      const holder = this.#ids.next()
      const due = await this.#ports.destinations.take(holder, leaseSeconds, this.#crowded(), now)
      if (due === null) break
      const delivering = this.#deliver(due, signal)
        .catch((error: unknown) => report({ destinationId: due.id, error }))
        .finally(() => {
          this.#deliveries.delete(delivering)
          if (!signal.aborted) this.#beginNext(signal, report)
        })
      this.#deliveries.set(delivering, due.organizationId)
      begun++
    }
    return begun
  }

  /** Waits until all running deliveries have ended. */
  async ended(): Promise<void> {
    while (this.#deliveries.size + this.#beginning.size > 0)
      await Promise.all([...this.#beginning, ...this.#deliveries.keys()])
  }

  /** Begins with the next destinations after one has ended, without waiting for the next periodic check. */
  #beginNext(signal: AbortSignal, report: Report): void {
    // Ignores a failure, because the next periodic check begins again.
    const beginning: Promise<unknown> = this.begin(signal, report)
      .catch(() => {})
      .finally(() => this.#beginning.delete(beginning))
    this.#beginning.add(beginning)
  }

  /** Returns the organizations that have the maximum number of running deliveries. */
  #crowded(): readonly string[] {
    const counts = new Map<string, number>()
    for (const id of this.#deliveries.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= atOnceOfOne).map(([id]) => id)
  }

  async #deliver(due: DueDestination, signal: AbortSignal): Promise<void> {
    const { organizationId } = due
    const wanted = { organizationId, selection: due, after: due.position }
    const turn: Turn = {
      due,
      fresh: new EventRange(this.#ports.events, wanted),
      until: this.#timers.elapsedMs() + turnMs,
      position: due.position,
      health: due,
      readAt: this.#timers.elapsedMs(),
      hasDueRetry: true,
      replay: null,
      mayHaveReplay: true,
      replayIsNext: false,
      hasMore: true,
    }
    const hard = new AbortController()
    const stopSoon = () => this.#timers.after(graceMs, () => hard.abort())
    signal.addEventListener('abort', stopSoon, { once: true })
    try {
      while (!signal.aborted && this.#timers.elapsedMs() < turn.until)
        if (!(await this.#deliverNext(turn, hard.signal))) break
      await this.#release(turn)
    } catch (error) {
      // Faults of this service do not count against the destination.
      const nextAttemptAt = new Date(this.#clock.now().getTime() + (signal.aborted ? 0 : ownFaultMs))
      turn.health = { ...turn.health, nextAttemptAt }
      turn.hasMore = true
      await this.#release(turn)
      if (!signal.aborted) throw error
    } finally {
      signal.removeEventListener('abort', stopSoon)
    }
  }

  #release({ due, fresh, position, health, hasMore }: Turn): Promise<void> {
    const now = this.#clock.now()
    const { nextAttemptAt } = health
    const passed = hasMore || fresh.passed <= position ? null : { from: position, to: fresh.passed }
    return this.#ports.destinations.release(due, {
      passed,
      moreAt: hasMore ? (nextAttemptAt ?? now) : null,
      nextAttemptAt: isFailing(health) ? null : nextAttemptAt,
    })
  }

  /** Makes the next request of a turn. Returns false if the turn has ended. */
  async #deliverNext(turn: Turn, signal: AbortSignal): Promise<boolean> {
    const { due } = turn
    const next = await this.#next(turn)
    if (next === null) return false
    const now = this.#clock.now()
    const body = requestBody(due, next.events)
    const receiverAnswer = await this.#ports.requests.send(due, { ...next.requested, body }, now, signal)
    const after = this.#clock.now()
    const verdict = verdictOn({
      health: turn.health,
      receiverAnswer,
      attempts: next.kind === 'retry' ? next.retry.attempts : 0,
      now: after,
      random: this.#randomness.next(),
    })
    return this.#keep(turn, next, { ...receiverAnswer, at: now }, verdict)
  }

  /** Stores the result of a request. Returns false if the turn has ended. */
  async #keep(
    turn: Turn,
    next: NextRequest,
    receiverAnswer: SentReceiverAnswer,
    verdict: Verdict,
  ): Promise<boolean> {
    const { due } = turn
    const result = this.#resultOf(turn, next, receiverAnswer, verdict)
    turn.health = verdict.health
    const state = await this.#ports.destinations.storeResult(due, leaseSeconds, result)
    // Ends the turn if settings, state or health of the destination changed, so that the next turn reads the new ones.
    if (state?.isHealthStored !== true) return false
    const { code } = receiverAnswer
    if (verdict.fate.kind === 'gone') await this.#ports.endDestination.remove(due)
    else if (verdict.isDisabled && code !== null) await this.#ports.endDestination.disable(due, code)
    if (verdict.fate.kind === 'gone' || verdict.isDisabled) return false
    if (verdict.fate.kind === 'wait') this.#putBack(turn, next)
    else if (next.kind === 'event') turn.position = next.events.at(-1)?.number ?? turn.position
    turn.hasDueRetry = state.hasDueRetry
    turn.replayIsNext = next.kind === 'event'
    return state.mayContinue && turn.health.nextAttemptAt === null
  }

  #putBack(turn: Turn, next: NextRequest): void {
    if (next.kind === 'event') turn.fresh.returnTo(next.from)
    if (next.kind === 'replay') turn.replay?.range.returnTo(next.from)
  }

  /** Returns the next request of a turn; null if nothing can be sent now. */
  async #next(turn: Turn): Promise<NextRequest | null> {
    if (this.#timers.elapsedMs() - turn.readAt > freshMs) {
      turn.fresh.reread()
      turn.replay?.range.reread()
      turn.readAt = this.#timers.elapsedMs()
    }
    const { nextAttemptAt } = turn.health
    const isWaiting = nextAttemptAt !== null && nextAttemptAt > this.#clock.now()
    if (isWaiting && !isFailing(turn.health)) return null
    const retry = turn.hasDueRetry ? await this.#nextRetry(turn) : null
    if (retry !== null || isWaiting) return retry
    const replayed = turn.replayIsNext ? await this.#nextOfReplay(turn) : null
    const next = replayed ?? (await this.#nextEvents(turn)) ?? (await this.#nextOfReplay(turn))
    if (next === null) turn.hasMore = false
    return next
  }

  async #nextEvents(turn: Turn): Promise<NextRequest | null> {
    const from = turn.position
    const events = await this.#read(turn, turn.fresh)
    return events.length === 0 ? null : { kind: 'event', ...requestOf(turn, events), from }
  }

  /**
   * Returns the events of the next request. Reads events with addresses at the time of the request and not in advance,
   * so that an erased address is not sent.
   */
  async #read({ due }: Turn, range: EventRange): Promise<readonly Event[]> {
    const from = range.passed
    const wasReadBefore = range.hasMoreInMemory
    const events = await range.next(maxEventsOf(due))
    if (!wasReadBefore || !due.includesAddresses || events.every(({ address }) => address === null))
      return events
    range.returnTo(from)
    return range.next(maxEventsOf(due))
  }

  async #nextOfReplay(turn: Turn): Promise<NextRequest | null> {
    while (turn.mayHaveReplay) {
      turn.replay ??= await this.#readReplay(turn.due)
      if (turn.replay === null) break
      const { of, range } = turn.replay
      const from = range.passed
      const events = await this.#read(turn, range)
      if (events.length > 0) return { kind: 'replay', ...requestOf(turn, events), from, replay: of }
      await this.#ports.destinations.endWaiting(turn.due.id, of.id)
      turn.replay = null
    }
    turn.mayHaveReplay = false
    return null
  }

  async #readReplay(due: DueDestination): Promise<Turn['replay']> {
    const of = await this.#ports.destinations.nextReplay(due.id)
    if (of === null) return null
    const { organizationId, position: after, until } = of
    return { of, range: new EventRange(this.#ports.events, { organizationId, selection: due, after, until }) }
  }

  /** Returns the next due retry of a turn. Ends retries of which no event may be sent any longer. */
  async #nextRetry({ due }: Turn): Promise<NextRequest | null> {
    for (;;) {
      const retry = await this.#ports.destinations.dueRetry(due.id, this.#clock.now())
      if (retry === null) return null
      const request = await rebuiltRequest(this.#ports.events, due, retry)
      if (request !== null) return { kind: 'retry', ...request, from: retry.firstNumber - 1, retry }
      await this.#ports.destinations.endWaiting(due.id, retry.id)
    }
  }

  #resultOf(
    turn: Turn,
    next: NextRequest,
    receiverAnswer: SentReceiverAnswer,
    verdict: Verdict,
  ): DeliveryResult {
    const { due } = turn
    const { fate, health, isRecovered } = verdict
    const { nextAttemptAt } = health
    const isWaiting = fate.kind === 'wait'
    const isPassed = !isWaiting && fate.kind !== 'gone'
    const last = next.events.at(-1)?.number ?? next.from
    const dueAt = fate.kind === 'retry' ? fate.at : isWaiting && next.kind === 'retry' ? nextAttemptAt : null
    const { requested: events } = next
    const before = next.kind === 'retry' ? next.retry.attempts : 0
    const id = next.kind === 'retry' ? next.retry.id : this.#ids.next()
    const attempt: Attempt = {
      ...receiverAnswerOf(receiverAnswer),
      id: this.#ids.next(),
      organizationId: due.organizationId,
      destinationId: due.id,
      kind: next.kind,
      events,
      retryAt: dueAt ?? (isWaiting ? nextAttemptAt : null),
      isGivenUp: fate.kind === 'isGivenUp',
    }
    return {
      ...health,
      attempt,
      formerFailingSince: turn.health.failingSince,
      advance: next.kind === 'event' && isPassed ? { from: turn.position, to: last } : null,
      replay: next.kind === 'replay' && isPassed ? { id: next.replay.id, position: last } : null,
      retry: dueAt === null ? null : { ...events, id, dueAt, attempts: isWaiting ? before : before + 1 },
      endedRetry: next.kind === 'retry' && isPassed && dueAt === null ? id : null,
      isRecovered,
      isPruned: this.#randomness.next() < 1 / attemptsBetweenPrunes,
    }
  }
}

/** Describes the request for new events or events of a replay, which the settings of the turn have selected. */
function requestOf({ due }: Turn, events: readonly Event[]): RequestWithEvents {
  return { events, requested: requestedEvents(due, events) }
}

function receiverAnswerOf({ at, httpStatus, code, durationMs, response }: SentReceiverAnswer) {
  return { at, httpStatus, code, durationMs, response }
}
