import type { ReceiverAnswer } from '../../../src/domain/event/destination/attempt.ts'
import { numberOfEvent } from '../../../src/domain/event/event-id.ts'
import { EventChannel, type EventRequest } from '../../../src/ports/event/event-channel.ts'
import type { Delivery, KnownDestination, ReceivedEvent } from '../model/organization/destinations.ts'
import { shareOf } from '../run/random.ts'
import type { ServiceProcess } from '../run/service-process.ts'
import { destinationAt, type Outside } from './outside.ts'

/** The milliseconds for which the service waits for an answer. */
const answerMs = 10_000
/**
 * The number of attempts with the same request after which a simulated receiver takes it. The service gives a request
 * up after eight attempts.
 */
const refusedAttempts = 5

interface Body {
  readonly id: string
  readonly type: string
  readonly organizationId: string
  readonly projectId: string | null
  readonly data: { readonly address?: string }
}

interface Answer {
  readonly isTaken: boolean
  readonly answer: Delivery['answer']
  readonly reception: Pick<ReceiverAnswer, 'httpStatus' | 'code' | 'retryAfterSeconds'>
}

/**
 * The simulated receivers of destinations. A hash of the seed, the URL and the request decides each answer. An answer
 * names the projects of the events that it is about.
 */
export class WorldEventReceivers extends EventChannel {
  readonly #outside: Outside
  readonly #process: ServiceProcess

  constructor(outside: Outside, process: ServiceProcess) {
    super()
    this.#outside = outside
    this.#process = process
  }

  override faultOf(): string | null {
    return null
  }

  override async send({ url, webhookId, body, secrets }: EventRequest): Promise<ReceiverAnswer> {
    const { gates, shared, story, clock, seed, outage } = this.#outside
    const destination = destinationAt(this.#outside, url)
    const attempt = destination.nextAttempt(`${url} ${webhookId}`)
    const { outage: ofReceiver } = destination
    const share = attempt < refusedAttempts ? shareOf('destination', seed, url, webhookId, attempt) : 0
    const {
      isTaken,
      answer: told,
      reception,
    } = ofReceiver !== null && clock.now() < ofReceiver.until ? outages[ofReceiver.how] : answerOf(share)
    // Waits at two gates of the simulator, so that it can perform other operations while the request is made.
    await gates.pass(this.#process, async () => {})
    return await gates.pass(this.#process, async () => {
      const events = eventsIn(body)
      const isKnown = secrets.some((secret) => destination.secrets.has(secret))
      destination.receive({
        url,
        events,
        answer: told,
        isTaken,
        moment: shared.moments.next(),
        at: clock.now(),
        waitSeconds: reception.retryAfterSeconds,
        isSignedWrongly: !isKnown && !destination.mayHaveOtherSecret,
        process: this.#process,
        isDatabaseInDoubt: outage.isPlanned,
        isLate: this.#process.isLate,
        isShared: gates.areShared,
      })
      story.tell(
        `${this.#process.name} posts events ${events.map(({ number }) => number).join(' ')} to ${url}: ${isTaken ? 'taken' : 'not taken'}, the service receives "${told}"`,
      )
      if (told === 'nothing' && isTaken) clock.pass(answerMs)
      const response = told === 'nothing' || events.length === 0 ? null : answerAbout(events)
      return { ...reception, durationMs: 1, response }
    })
  }
}

/** Returns the events in the body of a request; none for a ping. */
function eventsIn(text: string): readonly ReceivedEvent[] {
  const bodies = [JSON.parse(text) as Body | readonly Body[]].flat()
  return bodies
    .filter(({ type }) => type !== 'ping')
    .map(({ id, type, organizationId, projectId, data }) => ({
      organizationId,
      type,
      number: numberOfEvent(organizationId, id) ?? 0,
      projectId,
      address: data.address ?? null,
    }))
}

function answerAbout(events: readonly ReceivedEvent[]): string {
  const projects = [...new Set(events.map(({ projectId }) => projectId ?? 'no project'))]
  const [address = null] = events.flatMap((event) => event.address ?? [])
  return `events of ${projects.join(', ')}${address === null ? '' : ` about ${address}`}`
}

const none = { retryAfterSeconds: null }
const refusal = { httpStatus: 500, code: 'RECEIVER_REFUSED', ...none } as const
const unreachable = { httpStatus: null, code: 'RECEIVER_UNREACHABLE', ...none } as const

/** The answers of a receiver that takes nothing for some time. */
const outages: Readonly<Record<NonNullable<KnownDestination['outage']>['how'], Answer>> = {
  unreachable: { isTaken: false, answer: 'nothing', reception: unreachable },
  refuses: { isTaken: false, answer: 'refused', reception: refusal },
  'asks to wait': busyFor(1_800),
}

function busyFor(retryAfterSeconds: number): Answer {
  return {
    isTaken: false,
    answer: 'busy',
    reception: { httpStatus: 429, code: 'RECEIVER_BUSY', retryAfterSeconds },
  }
}

function answerOf(share: number): Answer {
  const timeout = { httpStatus: null, code: 'RECEIVER_TIMED_OUT', ...none } as const
  if (share < 0.72)
    return { isTaken: true, answer: 'success', reception: { httpStatus: 200, code: null, ...none } }
  if (share < 0.77) return { isTaken: true, answer: 'nothing', reception: timeout }
  if (share < 0.8) return { isTaken: true, answer: 'refused', reception: refusal }
  if (share < 0.9) return { isTaken: false, answer: 'refused', reception: refusal }
  if (share < 0.92) return busyFor(30)
  if (share < 0.94) return busyFor(1_800)
  return { isTaken: false, answer: 'nothing', reception: unreachable }
}
