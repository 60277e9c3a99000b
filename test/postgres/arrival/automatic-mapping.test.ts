import { expect, it } from '@jest/globals'
import { SniffedBodies } from '../../../src/adapters/bodies/sniffed-bodies.ts'
import { TableSchema } from '../../../src/domain/table/table-schema.ts'
import type { HeldBody } from '../../../src/ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../../src/ports/arrival/body-decoder.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Timers } from '../../../src/ports/timers.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { AutomaticMapping } from '../../../src/use-cases/arrival/mapping/automatic-mapping.ts'
import { OwnIdentityOf } from '../../../src/use-cases/arrival/mapping/own-identity-of.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld } from '../../support/world.ts'

it('automatic mapping compares all small held bodies, and few large ones', async () => {
  const world = await createWorld()
  const { container } = world
  const { organizationId, dataTableId } = await createTenant(world)
  const unitOfWork = container.get(UnitOfWork)
  const table = await unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId))
  if (table === null) throw new Error('The tenant has a table')
  const decoder = new CountedBodies()
  const decodedWith = async (bytes: number) => {
    const held = Array.from({ length: 9 }, (_, no) => bodyOf(no, bytes))
    const learning = new AutomaticMapping(
      unitOfWork,
      { heldBodies: async () => held },
      decoder,
      container.get(Clock),
      container.get(Ids),
      container.get(Timers),
      container.get(OwnIdentityOf),
    )
    const before = decoder.decoded
    await learning.learn(
      { ...bodyOf(10, bytes), digest: '', contentEncoding: null },
      new TableSchema({ ...table, mapsAutomatically: true }),
    )
    // Subtracts one from the number of decoded bodies in the test, because the first body is decoded one more
    // time than the others.
    return decoder.decoded - before - 1
  }
  expect(await decodedWith(1_000)).toBe(10)
  expect(await decodedWith(60_000)).toBe(2)
  await world.close()
})

function bodyOf(no: number, bytes: number): HeldBody {
  const text = JSON.stringify({ mail: `lead-${no}@example.com`, said: 'x'.repeat(bytes) })
  return {
    arrivalId: `${no}`,
    bytes: Buffer.from(text),
    contentType: 'application/json',
    headers: {},
    query: {},
  }
}

class CountedBodies extends BodyDecoder {
  readonly #bodies = new SniffedBodies()
  decoded = 0

  override decode(body: Parameters<BodyDecoder['decode']>[0]) {
    this.decoded++
    return this.#bodies.decode(body)
  }
}
