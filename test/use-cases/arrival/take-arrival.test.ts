import { expect, it } from '@jest/globals'
import type { ArrivalBody } from '../../../src/domain/arrival/arrival.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../../src/ports/arrival/body-decoder.ts'
import { Mappings } from '../../../src/ports/arrival/mappings.ts'
import { RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Metrics } from '../../../src/ports/metrics.ts'
import { PhoneNumbers } from '../../../src/ports/table/record-keys.ts'
import { Timers } from '../../../src/ports/timers.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { DeliveryProof, withoutRequest } from '../../../src/use-cases/arrival/delivery-proof.ts'
import { DeliveryReader } from '../../../src/use-cases/arrival/delivery-reader.ts'
import { AutomaticMapping } from '../../../src/use-cases/arrival/mapping/automatic-mapping.ts'
import { TakeArrival } from '../../../src/use-cases/arrival/take-arrival.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld } from '../../support/world.ts'

it('an arrival that takes long to read keeps its place before later arrivals', async () => {
  const world = await createWorld('memory')
  const { container } = world
  const own = await createTenant(world)
  await container.get(UnitOfWork).run(async (tx) => {
    const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
    if (table === null) throw new Error('There is such a table')
    await tx.dataTables.save({ ...table, intake: 'open' })
  })
  const slow = bodyOf('slow')
  const gate = Promise.withResolvers<void>()
  class SlowReader extends DeliveryReader {
    override async read(...asked: Parameters<DeliveryReader['read']>) {
      if (asked[0] === slow) await gate.promise
      return super.read(...asked)
    }
  }
  const arrivals = container.get(ArrivalStore)
  const takeArrival = new TakeArrival(
    container.get(RecordAppender),
    arrivals,
    new SlowReader(container.get(BodyDecoder), container.get(Mappings), container.get(PhoneNumbers)),
    container.get(DeliveryProof),
    container.get(AutomaticMapping),
    container.get(Clock),
    container.get(Ids),
    container.get(Metrics),
    container.get(Timers),
  )
  const take = (body: ArrivalBody) =>
    takeArrival.execute({
      credential: own.token,
      dataTableId: null,
      facts: null,
      refusal: () => ({ code: 'VALIDATION_FAILED', reasons: [] }),
      body: async () => body,
      isGreeting: () => false,
      requestId: body.digest,
      requestOf: withoutRequest,
    })
  const first = take(slow)
  await take(bodyOf('quick'))
  gate.resolve()
  await first
  const held = await arrivals.admissible(own, null, 10)
  expect(held.map(({ requestId }) => requestId)).toEqual(['slow', 'quick'])
  await world.close()
})

function bodyOf(digest: string): ArrivalBody {
  const bytes = Buffer.from(JSON.stringify({ [digest]: 1 }))
  return { bytes, digest, contentType: null, contentEncoding: null, headers: {}, query: {} }
}
