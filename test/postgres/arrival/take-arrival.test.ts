import { expect, it } from '@jest/globals'
import type { ArrivalBody } from '../../../src/domain/arrival/arrival.ts'
import { timeOfId } from '../../../src/domain/id.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../../src/ports/arrival/body-decoder.ts'
import { MappingStore } from '../../../src/ports/arrival/mappings.ts'
import { RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Metrics } from '../../../src/ports/metrics.ts'
import { Timers } from '../../../src/ports/timers.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { DeliveryProof, withoutRequest } from '../../../src/use-cases/arrival/delivery-proof.ts'
import { DeliveryReader } from '../../../src/use-cases/arrival/delivery-reader.ts'
import { AutomaticMapping } from '../../../src/use-cases/arrival/mapping/automatic-mapping.ts'
import { OwnIdentityOf } from '../../../src/use-cases/arrival/mapping/own-identity-of.ts'
import { TakeArrival } from '../../../src/use-cases/arrival/take-arrival.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

it('an arrival that takes long to read keeps its place before later arrivals', async () => {
  const { world, own } = await openTable()
  const { container } = world
  const slow = bodyOf('slow')
  const gate = Promise.withResolvers<void>()
  class SlowReader extends DeliveryReader {
    override async read(...requested: Parameters<DeliveryReader['read']>) {
      if (requested[0] === slow) await gate.promise
      return super.read(...requested)
    }
  }
  const arrivals = container.get(ArrivalStore)
  const reader = new SlowReader(
    container.get(BodyDecoder),
    container.get(MappingStore),
    container.get(Timers),
    container.get(OwnIdentityOf),
  )
  const take = takerIn(world, own, { reader })
  const first = take(slow)
  await take(bodyOf('quick'))
  gate.resolve()
  await first
  const held = await arrivals.admissible(own, null, 10)
  expect(held.map(({ requestId }) => requestId)).toEqual(['slow', 'quick'])
  await world.close()
})

it('an arrival is received at the time in its id, so that lists by time and by id have one order', async () => {
  const { world, own } = await openTable()
  class SlowIds extends Ids {
    override next() {
      const id = world.container.get(Ids).next()
      world.clock.advance(0.001)
      return id
    }
  }
  await takerIn(world, own, { ids: new SlowIds() })(bodyOf('held'))
  const [held] = await world.container.get(ArrivalStore).admissible(own, null, 10)
  expect(held?.receivedAt).toEqual(timeOfId(held?.id ?? ''))
  await world.close()
})

/** Returns a service on PostgreSQL with a tenant whose data table is open. */
async function openTable() {
  const world = await createWorld()
  const own = await createTenant(world)
  await world.container.get(UnitOfWork).run(async (tx) => {
    const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
    if (table === null) throw new Error('There is such a table')
    await tx.dataTables.save({ ...table, acceptsAnyFormat: true })
  })
  return { world, own }
}

/** Returns a function that sends a body to the webhook URL of a tenant's data table. */
function takerIn(
  { container }: World,
  own: Tenant,
  { reader = container.get(DeliveryReader), ids = container.get(Ids) },
) {
  const takeArrival = new TakeArrival(
    container.get(RecordAppender),
    container.get(ArrivalStore),
    reader,
    container.get(DeliveryProof),
    container.get(AutomaticMapping),
    ids,
    container.get(Metrics),
    container.get(Timers),
  )
  return (body: ArrivalBody) =>
    takeArrival.execute({
      credential: own.token,
      dataTableId: null,
      facts: null,
      refusal: async () => ({ code: 'VALIDATION_FAILED', reasons: [] }),
      body: async () => body,
      isGreeting: () => false,
      requestId: body.digest,
      requestOf: withoutRequest,
    })
}

function bodyOf(digest: string): ArrivalBody {
  const bytes = Buffer.from(JSON.stringify({ [digest]: 1 }))
  return { bytes, digest, contentType: null, contentEncoding: null, headers: {}, query: {} }
}
