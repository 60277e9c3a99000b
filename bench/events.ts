import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operator } from '../src/domain/account/audit/actor.ts'
import { Events } from '../src/ports/event/events.ts'
import { UnitOfWork } from '../src/ports/unit-of-work.ts'
import { CreateDestination } from '../src/use-cases/event/destinations/create-destination.ts'
import { DeliverEvents } from '../src/use-cases/event/destinations/deliver-events.ts'
import { Deployment } from '../test/process/deployment.ts'
import { print, thousands } from './support/arena.ts'
import { sizes } from './support/sizes.ts'
import { started, starting } from './support/started.ts'

/** The number of events that one statement of the bench writes, as a settled part of a job does. */
const perStatement = 500
const target = 10_000

/**
 * Measures how many events per second one runtime delivers in batches to a receiver on this machine. The events are
 * written and numbered before.
 */
export async function eventsBench(): Promise<void> {
  const count = sizes.recipients
  let received = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received += (JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown[]).length
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  started(() => server.closeAllConnections())
  started(() => void server.close())
  const { container, demo } = await starting(
    Deployment.create({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }),
    (deployment) => deployment.close(),
  )
  const { organizationId } = demo
  await container.get(CreateDestination).execute({
    reach: { organizationId, projectIds: null },
    settings: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      types: ['recipient.done'],
      projectId: null,
      spinnerId: null,
      includeAddresses: false,
      batch: true,
    },
    by: operator,
    now: new Date(),
  })
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
  await measure('numbered', () => container.get(Events).number(organizationId), null)
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
  if (received !== count) throw new Error(`The receiver got ${received} of ${count} events`)
  print(table)
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
