import { setTimeout } from 'node:timers/promises'
import { starting } from '../../../bench/support/started.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { eventsOf } from '../../../src/domain/event/event.ts'
import { Events } from '../../../src/ports/event/events.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { CreateDestination } from '../../../src/use-cases/event/destinations/create-destination.ts'
import { SendToDestination } from '../../../src/use-cases/event/destinations/send-to-destination.ts'
import type { Deployment } from '../../process/deployment.ts'
import {
  type EventReceiver,
  type ReceiverAnswer,
  startEventReceiver,
} from '../../support/servers/event-receiver.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import { Crew, countIn, deploy, pauseUpTo, reaches, say } from '../stage/stage.ts'

const wanted = setting('EVENTS', 100_000)
const kills = setting('KILLS', 20)
/** The number of events that one transaction of the scenario writes. */
const atOnce = 100
/** The share of the scenario's transactions that are rolled back, whose events nobody may receive. */
const rolledBack = 0.1
const writers = 4
const patienceMs = 300_000
const type = 'record.added'

/** A destination of the scenario with the events that its receiver has taken. */
interface Listener {
  readonly name: string
  readonly id: string
  readonly receiver: EventReceiver
  /** The object ids of the events that the receiver answered with 2xx, with the number of times. */
  readonly taken: Map<string, number>
}

/**
 * A chaos scenario that kills runtimes at random while events are written and delivered to three destinations. The
 * third destination fails until the end. At the end each destination must have got each committed event, and no
 * event that was rolled back. Each committed event must have a number.
 */
export const events: Scenario = {
  about: 'kill -9 of runtimes while events go to three destinations, of which one fails: none is missing',
  runs: ['run'],
  run: async () => {
    const deployment = await deploy({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'info' })
    let isFailing = true
    const listeners = [
      await listen(deployment, 'prompt', () => ({})),
      await listen(deployment, 'with lost answers', () => (Math.random() < 0.05 ? { instead: 'cut' } : {})),
      await listen(deployment, 'failing', () => (isFailing ? { status: 503 } : {})),
    ]
    const crew = await Crew.start(deployment)
    const written = { committed: new Set<string>(), undone: new Set<string>() }
    const writing = Promise.all(Array.from({ length: writers }, () => write(deployment, written)))
    while (crew.kills < kills) {
      await pauseUpTo(1_500)
      await crew.killOne()
    }
    await writing
    say(`${written.committed.size} events are committed, ${crew.kills} runtimes were killed`)
    isFailing = false
    await ping(deployment, listeners[2])
    await reaches(
      'every destination has every event',
      () => haveAll(listeners, written.committed),
      patienceMs,
    )
    const numbers = await numberedEvents(deployment)
    const figures = (listener: Listener) => figuresOf(listener, written)
    return {
      run: [
        plain('kills', crew.kills),
        plain('events', written.committed.size),
        exactly('without a number', written.committed.size - numbers.size),
        exactly('left in new_events', await countIn(deployment, 'select count(*) from new_events')),
      ],
      ...Object.fromEntries(listeners.map((listener) => [listener.name, figures(listener)])),
    }
  },
}

async function listen(deployment: Deployment, name: string, answer: () => ReceiverAnswer): Promise<Listener> {
  const receiver = await starting(startEventReceiver(), (one) => one.close())
  const taken = new Map<string, number>()
  receiver.answer = ({ body }) => {
    receiver.received.length = 0
    const answered = answer()
    // Counts a request whose connection is cut after it was taken, as a receiver would.
    if (answered.status === undefined)
      for (const { object } of [JSON.parse(body) as SentEvent | SentEvent[]].flat())
        if (object.type === 'record') taken.set(object.id, (taken.get(object.id) ?? 0) + 1)
    return answered
  }
  const { organizationId } = deployment.demo
  const { id } = await deployment.container.get(CreateDestination).execute({
    reach: { organizationId, projectIds: null },
    settings: {
      url: receiver.url,
      types: [type],
      projectId: null,
      spinnerId: null,
      includeAddresses: false,
      batch: true,
    },
    by: operator,
    now: new Date(),
  })
  return { name, id, receiver, taken }
}

interface SentEvent {
  readonly object: { readonly type: string; readonly id: string }
}

/** Writes events in transactions until enough are committed. Some transactions are rolled back. */
async function write(
  { container, demo: { organizationId } }: Deployment,
  { committed, undone }: { readonly committed: Set<string>; readonly undone: Set<string> },
): Promise<void> {
  while (committed.size < wanted) {
    const isUndone = Math.random() < rolledBack
    const into = isUndone ? undone : committed
    const ids = Array.from({ length: atOnce }, (_, index) => `${committed.size + index}-${Math.random()}`)
    const written = container.get(UnitOfWork).run(async (tx) => {
      const found = ids.map((objectId) => ({ objectId }))
      await tx.events.add({ organizationId, type, projectId: null, data: {}, events: found })
      if (isUndone) throw new Error('undone')
    })
    await written.catch((error: unknown) => {
      if (!isUndone) throw error
    })
    for (const id of ids) into.add(id)
    await setTimeout(20)
  }
}

/** Sends a test event to a destination, which shows that its receiver answers again. */
async function ping({ container, demo }: Deployment, listener: Listener | undefined): Promise<void> {
  const { organizationId } = demo
  await container.get(SendToDestination).execute({
    reach: { organizationId, projectIds: null },
    destinationId: listener?.id ?? '',
    attemptId: null,
    by: operator,
    now: new Date(),
    signal: new AbortController().signal,
  })
}

function haveAll(listeners: readonly Listener[], committed: ReadonlySet<string>): boolean {
  return listeners.every(({ taken }) => taken.size >= committed.size)
}

function figuresOf(
  { taken }: Listener,
  { committed, undone }: { readonly committed: ReadonlySet<string>; readonly undone: ReadonlySet<string> },
): readonly Figure[] {
  const times = [...taken.values()].reduce((sum, count) => sum + count, 0)
  return [
    plain('events', taken.size),
    exactly('missing', [...committed].filter((id) => !taken.has(id)).length),
    exactly('invented', [...taken.keys()].filter((id) => !committed.has(id) || undone.has(id)).length),
    plain('received again', times - taken.size),
  ]
}

/** Returns the numbers of all stored events by their object, as a reader of the feed finds them. */
async function numberedEvents({ container, demo }: Deployment): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (let after = 0; ; ) {
    const { organizationId } = demo
    const batches = await container.get(Events).batches({ organizationId, types: [type], after, most: 100 })
    for (const { object, number } of batches.flatMap(eventsOf)) {
      found.set(object.id, number)
      after = number
    }
    if (batches.length === 0) return found
  }
}
