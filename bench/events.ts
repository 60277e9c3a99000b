import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createService, type Service } from '../src/composition/service.ts'
import { readConfig } from '../src/config.ts'
import { operator } from '../src/domain/account/audit/actor.ts'
import type { EventType } from '../src/domain/event/event-type.ts'
import { createLogger } from '../src/operation/process/logger.ts'
import { EventStore } from '../src/ports/event/events.ts'
import { UnitOfWork } from '../src/ports/unit-of-work.ts'

import { DeliverEvents } from '../src/use-cases/event/destinations/deliver-events.ts'
import { Destinations } from '../src/use-cases/event/destinations/destinations.ts'

import { Deployment } from '../test/process/deployment.ts'
import { openArena, print, thousands } from './support/arena.ts'
import { Child } from './support/child.ts'
import { addRecords, runJob } from './support/jobs.ts'
import { sizes } from './support/sizes.ts'
import { started, starting } from './support/started.ts'

/** The number of events that one statement of the bench writes, as a settled part of a job does. */
const perStatement = 500
const target = 10_000

/** The number of recipients of each measured job, and of the jobs before, after which V8 has compiled all code. */
const perJob = Math.min(50_000, sizes.recipients)
/** The least ratio of the recipients per second with a destination to those without one. */
const minRatio = 0.6
const patienceMs = 120_000
const ofRecipients = [
  'recipient.done',
  'recipient.failed',
  'recipient.skipped',
  'recipient.stopped',
] as const satisfies readonly EventType[]

/** A receiver of events in batches on this machine, which counts them. */
interface Counter {
  readonly url: string
  received: number
}

/**
 * Measures how many events per second one runtime delivers in batches to a receiver on this machine, and how much
 * slower it runs jobs beside a destination for all events of recipients.
 */
export async function eventsBench(): Promise<void> {
  const counter = await startCounter()
  await deliveries(counter)
  await besideJobs(counter)
}

async function startCounter(): Promise<Counter> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      counter.received += (JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown[]).length
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  started(() => server.closeAllConnections())
  started(() => void server.close())
  const counter = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received: 0 }
  return counter
}

/** Creates a destination that takes batches. Returns its id. */
async function subscribe(
  container: Service['container'],
  organizationId: string,
  url: string,
  types: readonly EventType[],
): Promise<string> {
  const { id } = await container.get(Destinations).create(
    { organizationId, projectIds: null, by: operator },
    {
      settings: {
        url,
        types,
        projectId: null,
        spinnerId: null,
        includesAddresses: false,
        batchesEvents: true,
      },
      now: new Date(),
    },
  )
  return id
}

async function deliveries(counter: Counter): Promise<void> {
  const count = sizes.recipients
  const { container, demo } = await starting(
    Deployment.create({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }),
    (deployment) => deployment.close(),
  )
  const { organizationId } = demo
  await subscribe(container, organizationId, counter.url, ['recipient.done'])
  const table: string[][] = [['', 'events', 'seconds', 'events /s', 'target']]
  const measure = async (name: string, work: () => Promise<void>, least: number | null) => {
    const begunAt = performance.now()
    await work()
    const seconds = (performance.now() - begunAt) / 1_000
    const rate = count / seconds
    const verdict = least === null ? '' : `${thousands(least)}${rate < least ? ' MISSED' : ''}`
    table.push([name, thousands(count), seconds.toFixed(2), thousands(Math.round(rate)), verdict])
  }
  await measure('written', () => write(container.get(UnitOfWork), organizationId, count), null)
  await measure('numbered', () => container.get(EventStore).number(organizationId), null)
  const runtime = container.get(DeliverEvents)
  const signal = new AbortController().signal
  const faults: unknown[] = []
  await measure(
    'delivered in batches',
    async () => {
      while ((await runtime.begin(signal, ({ error }) => faults.push(error))) > 0) await runtime.ended()
    },
    target,
  )
  if (faults.length > 0) throw faults[0]
  if (counter.received !== count) throw new Error(`The receiver got ${counter.received} of ${count} events`)
  print(table)
}

/** Runs jobs without a destination and beside one in turns, so that a busy minute of the machine affects both. */
async function besideJobs(counter: Counter): Promise<void> {
  const arena = await openArena()
  const { environment, demo, database } = arena
  const settings = { ...environment, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
  const { container, close } = createService(
    readConfig(settings),
    environment['DATABASE_URL'] ?? '',
    createLogger('silent'),
  )
  started(close)
  const runtime = await Child.start({
    script: 'bench/support/runtime-process.ts',
    environment: { ...settings, LOG_LEVEL: 'warn' },
  })
  await database.query("update spinner_versions set contact = 'oncePerRecord'")
  const { organizationId } = demo
  const job = async () => {
    await addRecords(database, demo.dataTableId, perJob)
    return (await runJob(arena)).perSecond
  }
  const jobBesideDestination = async () => {
    const destinationId = await subscribe(container, organizationId, counter.url, ofRecipients)
    counter.received = 0
    const perSecond = await job()
    const endedAt = performance.now()
    while (counter.received < perJob) {
      if (performance.now() > endedAt + patienceMs)
        throw new Error(`The receiver got ${counter.received} of ${perJob} events`)
      await setTimeout(10)
    }
    const behindMs = performance.now() - endedAt
    const reach = { organizationId, projectIds: null }
    await container.get(Destinations).remove({ ...reach, by: operator }, destinationId, new Date())
    // Ends the request for these types at once, which otherwise ends after seven days.
    await database.query('delete from event_subscriptions')
    return { perSecond, behindMs }
  }
  for (let turn = 0; turn < sizes.warmUpJobs; turn++) {
    await job()
    await jobBesideDestination()
  }
  const turns: { readonly without: number; readonly beside: number; readonly behindMs: number }[] = []
  for (let turn = 0; turn < sizes.turns; turn++) {
    const without = await job()
    const { perSecond: beside, behindMs } = await jobBesideDestination()
    turns.push({ without, beside, behindMs })
  }
  await runtime.stop()
  const of = (pick: (turn: (typeof turns)[number]) => number) => {
    const sorted = turns.map(pick).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  const ratio = of(({ without, beside }) => beside / without)
  print([
    ['jobs', 'recipients /s', 'ratio', 'target', 'last event after the job, ms'],
    ['without a destination', thousands(of(({ without }) => without)), '1.00', '', ''],
    [
      'with all events of recipients in batches',
      thousands(of(({ beside }) => beside)),
      ratio.toFixed(2),
      `${minRatio}${ratio < minRatio ? ' MISSED' : ''}`,
      thousands(of(({ behindMs }) => behindMs)),
    ],
  ])
}

async function write(unitOfWork: UnitOfWork, organizationId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += perStatement) {
    const length = Math.min(perStatement, count - from)
    const events = Array.from({ length }, (_, index) => ({ objectId: String(from + index) }))
    const type = 'recipient.done'
    await unitOfWork.run((tx) =>
      tx.events.add({ organizationId, type, projectId: null, data: { jobId: organizationId }, events }),
    )
  }
}
