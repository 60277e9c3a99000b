import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { started } from '../../../bench/support/started.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { eventsOf } from '../../../src/domain/event/event.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import { SendToDestination } from '../../../src/use-cases/event/destinations/send-to-destination.ts'
import { type DatabaseServer, Deployment, type Worker } from '../../process/deployment.ts'
import { unusedPort } from '../../support/servers/unused-port.ts'
import { FeedReader } from '../events/feed-reader.ts'
import { Listener } from '../events/listener.ts'
import type { Followed } from '../events/taken-events.ts'
import { WrittenEvents, writtenType } from '../events/written-events.ts'
import { Cluster } from '../failover/cluster.ts'
import { disturb } from '../failover/events.ts'
import { missingPackages } from '../failover/packages.ts'
import { startTopology } from '../failover/topologies.ts'
import { fromArchive, fromBackup, type RecoveryMethod } from '../recovery/recovery-method.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import { Crew, countIn, deploy, pauseUpTo, reaches, say } from '../stage/stage.ts'

const wanted = setting('EVENTS', 100_000)
const kills = setting('KILLS', 20)
const writers = 4
const patienceMs = 300_000
const settings = { ALLOWED_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'info' }

type Stage = Deployment<DatabaseServer>
type Columns = Readonly<Record<string, readonly Figure[]>>

/**
 * A chaos scenario that follows events by three destinations and by the feed. One destination fails until the end.
 *
 * - `kills` kills runtimes and the API at random, while records arrive at the API and other transactions write events.
 * - `restore` restores a backup while events go on. CHAOS_RECOVERY=archive recovers PostgreSQL from its archived log.
 * - `failover` takes the primary database server away, as the scenario of that name does, and needs the same packages.
 *
 * At the end each destination must have each committed event and no event that was rolled back, each event must have a
 * number, and no id of an event may have got another content. CHAOS_EVENT_RUNS names the runs.
 */
export const events: Scenario = {
  about: 'kill -9 of runtimes and API, restore, failover, while events are followed: none is missing',
  runs: (process.env['CHAOS_EVENT_RUNS'] ?? 'kills,restore').split(','),
  run: async (name) => {
    if (name === 'kills') return await killed()
    if (name === 'restore') return await restored()
    if (name === 'failover') return await failedOver()
    throw new Error('CHAOS_EVENT_RUNS is kills, restore, failover, or some of them with commas between them')
  },
}

async function killed(): Promise<Columns> {
  const deployment = await deploy(settings)
  const port = await unusedPort()
  const url = `http://127.0.0.1:${port}`
  let api: Worker = await deployment.startApi(port)
  const followers = await follow(deployment)
  const feed = await FeedReader.start(deployment, url)
  const crew = await Crew.start(deployment)
  const written = new WrittenEvents()
  const writing = Promise.all([
    ...Array.from({ length: writers }, () => written.write(deployment, wanted)),
    ...Array.from({ length: writers }, () => written.ingest(deployment, url, wanted)),
  ])
  let apiKills = 0
  while (crew.kills + apiKills < kills) {
    await pauseUpTo(1_500)
    if ((crew.kills + apiKills) % 2 === 0) await crew.killOne()
    else {
      await api.kill()
      api = await deployment.startApi(port)
      apiKills++
    }
  }
  await writing
  const records = await deployment.query<{ id: string }>('select id::text from records')
  for (const { id } of records) written.committed.add(id)
  say(
    `${written.committed.size} events are committed; ${crew.kills} runtimes and ${apiKills} APIs were killed`,
  )
  await followers.arrive(deployment, written, [feed])
  return {
    kills: [
      plain('kills of runtimes', crew.kills),
      plain('kills of the API', apiKills),
      ...(await storedFigures(deployment, written)),
    ],
    ...followers.figures('kills', written),
    'kills, feed': [...figuresOf(feed, written), exactly('out of order', feed.outOfOrder)],
  }
}

async function restored(): Promise<Columns> {
  const way: RecoveryMethod = process.env['CHAOS_RECOVERY'] === 'archive' ? fromArchive() : fromBackup()
  const before = await way.create(settings)
  let closing: Promise<void> | null = null
  const close = () => (closing ??= before.close())
  started(close)
  const followers = await follow(before)
  const [port, written] = [await unusedPort(), new WrittenEvents()]
  await Promise.all([before.startApi(port), before.startWorker(), before.startWorker()])
  const feed = await FeedReader.start(before, `http://127.0.0.1:${port}`)
  const lost = new WrittenEvents()
  const stopping = new AbortController()
  await Promise.all(Array.from({ length: writers }, () => written.write(before, wanted / 3)))
  const writing = Promise.all(
    Array.from({ length: writers }, () => lost.write(before, wanted / 3, stopping.signal)),
  )
  say(await way.keep(before))
  await setTimeout(3_000)
  stopping.abort()
  await writing
  await setTimeout(1_500)
  await close()
  const lastBefore =
    [...followers.all, feed]
      .map(({ taken }) => taken.lastId)
      .toSorted()
      .at(-1) ?? ''
  say(`destroyed after ${written.count + lost.count} events`)

  const after = await way.comeBack(before.demo, settings)
  started(() => after.close())
  await Promise.all([after.startApi(port), after.startWorker(), after.startWorker()])
  const later = new WrittenEvents()
  await Promise.all(Array.from({ length: writers }, () => later.write(after, wanted / 3)))
  for (const id of later.committed) written.committed.add(id)
  // Events after the backup may have been told before the loss, and are in doubt otherwise.
  for (const id of [...lost.committed, ...lost.inDoubt]) written.inDoubt.add(id)
  await followers.arrive(after, written, [feed])
  const numbers = await numbersOf(after)
  const early = [...later.committed].filter((id) => (numbers.get(id) ?? '') <= lastBefore)
  return {
    restore: [
      plain('events after the backup', lost.count),
      exactly('numbers that went back', early.length),
      ...(await storedFigures(after, written)),
    ],
    ...followers.figures('restore', written),
    'restore, feed': [...figuresOf(feed, written), exactly('out of order', feed.outOfOrder)],
  }
}

async function failedOver(): Promise<Columns> {
  const missing = missingPackages()
  if (missing.length > 0)
    throw new Error(`This needs Debian's packages: apt-get install ${missing.join(' ')}`)
  const directory = mkdtempSync(join(tmpdir(), 'spindle-events-'))
  chmodSync(directory, 0o755)
  started(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }))
  const cluster = await Cluster.start(directory)
  const topology = await startTopology('direct', cluster, directory)
  const deployment = await Deployment.on(cluster, join(directory, 'service'), { ...topology, ...settings })
  started(() => deployment.close())
  const port = await unusedPort()
  await Promise.all([deployment.startApi(port), deployment.startWorker(), deployment.startWorker()])
  const followers = await follow(deployment)
  const feed = await FeedReader.start(deployment, `http://127.0.0.1:${port}`)
  const [written, stopping] = [new WrittenEvents(), new AbortController()]
  const writing = Promise.all(
    Array.from({ length: writers }, () =>
      written.write(deployment, Number.POSITIVE_INFINITY, stopping.signal),
    ),
  )
  const sizes = { kills: setting('KILLS', 4), pauses: setting('PAUSES', 1) }
  await disturb(cluster, { ...sizes, pauseSeconds: setting('PAUSE_SECONDS', 40) })
  stopping.abort()
  await writing
  await followers.arrive(deployment, written, [feed])
  return {
    failover: await storedFigures(deployment, written),
    ...followers.figures('failover', written),
    'failover, feed': [...figuresOf(feed, written), exactly('out of order', feed.outOfOrder)],
  }
}

/** The three destinations of the scenario. The third one fails until `arrive`. */
interface Followers {
  readonly all: readonly Listener[]
  /** Lets all destinations answer, and waits until they and `others` have each committed event. */
  arrive(deployment: Stage, written: WrittenEvents, others: readonly Followed[]): Promise<void>
  figures(run: string, written: WrittenEvents): Columns
}

async function follow(deployment: Stage): Promise<Followers> {
  let isFailing = true
  const failing = await Listener.start(deployment, 'failing', () => (isFailing ? { status: 503 } : {}))
  const all = [
    await Listener.start(deployment, 'prompt', () => ({})),
    await Listener.start(deployment, 'with lost answers', () =>
      Math.random() < 0.05 ? { instead: 'cut' } : {},
    ),
    failing,
  ]
  const lacks = ({ taken }: Followed, { committed }: WrittenEvents) =>
    [...committed].some((id) => !taken.objects.has(id))
  return {
    all,
    arrive: async (present, written, others) => {
      isFailing = false
      await ping(present, failing)
      const haveAll = () => ![...all, ...others].some((followed) => lacks(followed, written))
      await reaches('everybody has every event', haveAll, patienceMs, () => setTimeout(1_000))
    },
    figures: (run, written) =>
      Object.fromEntries(all.map((listener) => [`${run}, ${listener.name}`, figuresOf(listener, written)])),
  }
}

/** Sends a test event to a destination, which shows that its receiver answers again. */
async function ping({ container, demo }: Stage, { id }: Listener): Promise<void> {
  const { organizationId } = demo
  await container.get(SendToDestination).execute({
    reach: { organizationId, projectIds: null },
    destinationId: id,
    attemptId: null,
    by: operator,
    now: new Date(),
    signal: new AbortController().signal,
  })
}

function figuresOf({ taken }: Followed, { committed, inDoubt }: WrittenEvents): readonly Figure[] {
  return [
    plain('events', taken.objects.size),
    exactly('missing', [...committed].filter((id) => !taken.objects.has(id)).length),
    exactly(
      'invented',
      [...taken.objects.keys()].filter((id) => !committed.has(id) && !inDoubt.has(id)).length,
    ),
    exactly('with another content', taken.changed),
    plain('received again', taken.again),
  ]
}

/** Returns the figures about the stored events, of which each committed one has a number. */
async function storedFigures(deployment: Stage, { committed }: WrittenEvents): Promise<readonly Figure[]> {
  const numbers = await numbersOf(deployment)
  return [
    plain('committed events', committed.size),
    exactly('without a number', [...committed].filter((id) => !numbers.has(id)).length),
    exactly('left in new_events', await countIn(deployment, 'select count(*) from new_events')),
  ]
}

/** Returns the ids of all stored events by their object, as a reader of the feed finds them. */
async function numbersOf({ container, demo }: Stage): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let after = 0; ; ) {
    const { organizationId } = demo
    const wantedOnes = { organizationId, types: [writtenType], after, most: 100 } as const
    const batches = await container.get(EventStore).batches(wantedOnes)
    for (const { id, object, number } of batches.flatMap(eventsOf)) {
      found.set(object.id, id)
      after = number
    }
    if (batches.length === 0) return found
  }
}
