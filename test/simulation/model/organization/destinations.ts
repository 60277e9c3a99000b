import type { EventType } from '../../../../src/domain/event/event-type.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Moments } from '../moments.ts'
import { Register } from '../register.ts'
import type { Shared } from './shared.ts'

/** The settings of a simulated destination that change during a run. */
export interface KnownSettings {
  readonly url: string
  readonly types: readonly EventType[]
  /** The project whose events the destination receives; null for all events of the organization. */
  readonly projectId: string | null
  readonly includesAddresses: boolean
}

/** An event as the receiver of a simulated destination saw it. */
export interface ReceivedEvent {
  readonly organizationId: string
  readonly number: number
  readonly type: string
  readonly projectId: string | null
  readonly address: string | null
}

/** A request with events that arrived at a URL of a simulated destination. */
interface EventReceipt {
  readonly url: string
  readonly events: readonly ReceivedEvent[]
  /** The number of the request in the order of all events of the run. */
  readonly moment: number
  readonly at: Date
  /** The seconds that the receiver asks the service to wait; null if it does not ask. */
  readonly waitSeconds: number | null
  /** The time until which the service should have made no request by itself; null if it could make one. */
  readonly nextAttemptAt: Date | null
  /** The answer that the service got: a success, a refusal, a request to wait, or no answer. */
  readonly answer: 'success' | 'refused' | 'busy' | 'nothing'
  /** Whether the receiver has the events, whatever answer the service got. */
  readonly isTaken: boolean
  /** Whether a person or key has asked for the request. */
  readonly isRepeat: boolean
  /** Whether the request was signed with no secret that the service has answered with. */
  readonly isSignedWrongly: boolean
  readonly process: ServiceProcess
  /** The number of repeats and replays that had been requested by then, and of replays alone. */
  readonly requested: number
  readonly replays: number
  /** Whether the database, or the lease of the process, may have been lost before the service stored the result. */
  readonly isDatabaseInDoubt: boolean
  /** Whether the process may have lost its lease before the request, which it had decided on before. */
  readonly isLate: boolean
  /** Whether other work proceeded beside the request or was held. */
  readonly isShared: boolean
  /** The number of beginnings and ends of calls that had changed the settings by then. */
  readonly changes: number
}

/** A request as the receiver notes it, without what the destination knows about it. */
type ReceivedRequest = Omit<EventReceipt, 'isRepeat' | 'requested' | 'replays' | 'nextAttemptAt' | 'changes'>

/** One sending of one event to a simulated destination. */
export interface Delivery extends ReceivedEvent, Omit<EventReceipt, 'events'> {
  /** Whether the service has certainly stored the result, so that it does not make the same request again. */
  readonly isStored: boolean
  /** Whether the destination was changed meanwhile, so that a refused event stays at its place. */
  readonly mayStay: boolean
  /** Whether the event was sent for the first time, after an event with a larger number. */
  readonly isBehind: boolean
  /** The numbers of all events of the request, by which two requests with the same events are recognised. */
  readonly request: string
}

/**
 * The number of failures in a row after which a destination may count as failing. It then repeats requests although its
 * receiver asks for a pause.
 */
const failuresUntilFailing = 5

/** A simulated destination with everything that the simulator knows about it from outside the service. */
export class KnownDestination {
  readonly name: string
  readonly settings: Register<KnownSettings>
  readonly isPaused: Register<boolean>
  /** The id of the destination; null if the service has not created it. */
  id: string | null = null
  /** The signing secrets that the service has answered with. */
  readonly secrets = new Set<string>()
  /** Whether a call was made that removes the destination, and the service has not refused it. */
  mayBeRemoved = false
  /** Whether the answer with a secret was lost, so that the service may sign with a secret nobody knows. */
  mayHaveOtherSecret = false
  /** The number of calls that have requested a replay of events. */
  replays = 0
  /** The way in which the receiver fails, and the end of it; null if it answers as usual. */
  outage: { readonly how: 'unreachable' | 'refuses' | 'asks to wait'; readonly until: Date } | null = null
  /** The number of calls that repeat an attempt at present. */
  repeating = 0
  /** Whether a call since the last check of the promises may have changed which events the destination receives. */
  isChanged = true
  /** The value of `isChanged` at the last check. */
  wasChanged = true
  /** Whether a backup was restored, which may have requests to send events again that the service had met. */
  wasRestored = false
  /** The number of the last event at the last such change. Events with larger numbers must arrive. */
  changedAt = 0
  /** The number up to which all events that must arrive were found to have arrived. */
  checkedTo = 0
  /** The sendings between the last two checks of the promises, except late ones. */
  latest: readonly Delivery[] = []
  /** The times of the calls that have requested to repeat an attempt or to replay events. */
  readonly #requestedAt: number[] = []
  readonly #pending: EventReceipt[] = []
  readonly #attempts = new Map<string, number>()
  readonly #history = new Map<number, Delivery[]>()
  /** The last request after which the receiver asked the service to wait; null if it need not wait. */
  #wait: (Pick<EventReceipt, 'process' | 'isDatabaseInDoubt' | 'moment'> & { readonly until: Date }) | null =
    null
  /** The number of requests in a row that the receiver has not answered with a success. */
  #failures = 0
  /** Whether a change since the last check of the promises may have ended the time of a wait. */
  #mayForgetWait = false
  #lastSent = 0
  #urls = 0
  /** The number of beginnings and ends of calls that change the settings. */
  #changes = 0

  constructor(name: string, moments: Moments, settings: Omit<KnownSettings, 'url'>) {
    this.name = name
    this.settings = new Register(moments, { ...settings, url: this.nextUrl() })
    this.isPaused = new Register(moments, false)
  }

  /** The host of all URLs of the destination, by which the world finds it. */
  get host(): string {
    return `${this.name.replace(' ', '-')}.example.com`
  }

  /** Returns a URL that the destination has not had. */
  nextUrl(): string {
    this.#urls++
    return `https://${this.host}/${this.#urls}`
  }

  /** Returns the number of earlier attempts to make a request, and counts this attempt. */
  nextAttempt(request: string): number {
    const attempt = this.#attempts.get(request) ?? 0
    this.#attempts.set(request, attempt + 1)
    return attempt
  }

  /** Notes a call that requests to send events again. `latest` is the latest time that the clock has shown. */
  request(latest: Date): void {
    this.#requestedAt.push(latest.getTime())
  }

  /** Notes a call after which the service may make a request although the receiver asked it to wait. */
  mayForgetWait(): void {
    this.#mayForgetWait = true
    this.#wait = null
  }

  /** Notes the beginning or the end of a call that changes the settings. */
  noteChange(): void {
    this.#changes++
  }

  receive(receipt: ReceivedRequest): void {
    const { replays } = this
    const requested = this.#requestedAt.length
    const isRepeat = this.repeating > 0
    const nextAttemptAt = isRepeat ? null : this.#nextAttemptAt()
    this.#pending.push({ ...receipt, isRepeat, nextAttemptAt, requested, replays, changes: this.#changes })
    this.#noteWait(receipt, isRepeat)
  }

  #nextAttemptAt(): Date | null {
    const wait = this.#wait
    if (wait === null || !wait.process.isAlive || wait.isDatabaseInDoubt) return null
    if (wait.process.leasesLostAt > wait.moment) return null
    return wait.until
  }

  /** Notes the answer to a request. A failure of a request that a person or key has asked for changes nothing. */
  #noteWait(
    { answer: told, at, waitSeconds, process, isDatabaseInDoubt, moment }: ReceivedRequest,
    isRepeat: boolean,
  ): void {
    if (isRepeat && told !== 'success') return
    this.#wait = null
    this.#failures = told === 'success' ? 0 : this.#failures + 1
    if (waitSeconds === null || this.#mayForgetWait || this.#failures >= failuresUntilFailing) return
    this.#wait = { until: new Date(at.getTime() + waitSeconds * 1_000), process, isDatabaseInDoubt, moment }
  }

  /**
   * Returns the number of requests that may have sent the event of a sending again: those between the event and the
   * sending. After a restore these are all requests, because the backup may have requests that were met before.
   */
  requestsFor({ number, requested }: Delivery): number {
    if (this.wasRestored) return requested
    const occurredAt = Math.floor(number / 1_000)
    return this.#requestedAt.slice(0, requested).filter((at) => at >= occurredAt).length
  }

  /** Returns the sendings of an event to the destination up to now, the earliest first. */
  sendingsOf(number: number): readonly Delivery[] {
    return this.#history.get(number) ?? []
  }

  hasReceived(number: number): boolean {
    return this.sendingsOf(number).some(({ isTaken }) => isTaken)
  }

  /**
   * Forgets what was sent, because the service has restored a backup and may send it again, also for each request to
   * send it again that the backup has.
   */
  restored(): void {
    this.wasRestored = true
    this.mayForgetWait()
    this.#history.clear()
    this.#pending.length = 0
    this.#lastSent = 0
    this.isChanged = true
  }

  /** Records that no call is running and no request is being made now. */
  settle(): void {
    this.settings.settle()
    this.isPaused.settle()
    this.wasChanged = this.isChanged
    this.isChanged = false
    if (this.#mayForgetWait) this.#wait = null
    this.#mayForgetWait = false
    const received = this.#pending.splice(0)
    this.latest = received
      .flatMap(({ events, ...receipt }) => {
        const lost = {
          ...receipt,
          isDatabaseInDoubt: receipt.isDatabaseInDoubt || isLastBeforeLoss(receipt, received),
        }
        return events.map((event) => this.#noted(lost, event, events))
      })
      .filter(({ isLate }) => !isLate)
  }

  #noted(
    receipt: Omit<EventReceipt, 'events'>,
    event: ReceivedEvent,
    events: readonly ReceivedEvent[],
  ): Delivery {
    const { process, isDatabaseInDoubt, isLate } = receipt
    const { number } = event
    const sendings = this.#history.get(number) ?? []
    this.#history.set(number, sendings)
    const delivery = {
      ...receipt,
      ...event,
      request: events.map((receivedEvent) => receivedEvent.number).join(),
      isStored: process.isAlive && !isDatabaseInDoubt && !isLate,
      mayStay: this.wasChanged,
      isBehind: sendings.length === 0 && number < this.#lastSent,
    }
    this.#lastSent = Math.max(this.#lastSent, number)
    sendings.push(delivery)
    return delivery
  }
}

type Request = Pick<EventReceipt, 'process' | 'moment'>

/** Returns whether a request was the last one before its process stood still and lost its leases, so that it stored no result. */
function isLastBeforeLoss({ process, moment }: Request, all: readonly Request[]): boolean {
  const end = process.leasesLostAt
  return (
    moment < end &&
    !all.some((request) => request.process === process && request.moment > moment && request.moment < end)
  )
}

/** All destinations of a simulation run. */
export class KnownDestinations {
  readonly all: KnownDestination[] = []
  readonly #shared: Shared

  constructor(shared: Shared) {
    this.#shared = shared
  }

  /** Adds a destination that a call is about to create. */
  add(settings: Omit<KnownSettings, 'url'>): KnownDestination {
    const name = this.#shared.nextName('destination')
    const destination = new KnownDestination(name, this.#shared.moments, settings)
    this.all.push(destination)
    return destination
  }

  /** The destinations that the service has created. */
  get created(): readonly KnownDestination[] {
    return this.all.filter(({ id }) => id !== null)
  }

  /** Returns the destination that has, or once had, a URL; null if it is of another organization. */
  at(url: string): KnownDestination | null {
    const { host } = new URL(url)
    return this.all.find((destination) => destination.host === host) ?? null
  }

  restored(): void {
    for (const destination of this.all) destination.restored()
  }

  settle(): void {
    for (const destination of this.all) destination.settle()
  }
}
