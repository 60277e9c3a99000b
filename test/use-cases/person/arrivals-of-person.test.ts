import { describe, expect, it } from '@jest/globals'
import { SniffedBodies } from '../../../src/adapters/bodies/sniffed-bodies.ts'
import { MemoryStore } from '../../../src/adapters/memory/store.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../../src/ports/arrival/body-decoder.ts'
import { Mappings } from '../../../src/ports/arrival/mappings.ts'
import { RecordKeys } from '../../../src/ports/table/record-keys.ts'
import { Timers } from '../../../src/ports/timers.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ArrivalsOfPerson } from '../../../src/use-cases/person/arrivals-of-person.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld } from '../../support/world.ts'

const records = [{ email: 'ada@example.com' }, { email: 'bob@example.com' }]

describe('the erasure of a person from a held body', () => {
  it('is repeated with the present body if another request has changed it', async () => {
    const { erase, text, close } = await createHeldBody((no) => (no < 4 ? 'changed' : 'unchanged'))
    expect(await erase()).toBe(1)
    expect(await text()).toBe('{"records":[null,{"email":"bob@example.com"}]}')
    await close()
  })

  it('changes nothing if another request has deleted the body', async () => {
    const { erase, text, close } = await createHeldBody(() => 'deleted')
    expect(await erase()).toBe(0)
    expect(await text()).toBeNull()
    await close()
  })

  it('is refused as OVERLOADED if the body changes at each attempt, and can be repeated', async () => {
    const { erase, text, close } = await createHeldBody((no) => (no <= 6 ? 'changed' : 'unchanged'))
    await expect(erase()).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(await text()).toBe(JSON.stringify({ records }))
    expect(await erase()).toBe(1)
    expect(await text()).toBe('{"records":[null,{"email":"bob@example.com"}]}')
    await close()
  })
})

/**
 * Creates a held body with two people for the test. `event` says what another request does to it while it is read
 * for the first, second and each further time.
 */
async function createHeldBody(event: (no: number) => 'unchanged' | 'changed' | 'deleted') {
  const world = await createWorld()
  const { container } = world
  const own = await createTenant(world)
  const arrivals = container.get(ArrivalStore)
  const store = container.get(MemoryStore).arrivals
  const held = heldArrival(world, own, 1, { records })
  await arrivals.keep(held, null)
  let reads = 0
  const decoder = new EventfulBodies(() => {
    const present = store.get(held.id)
    const happening = event(++reads)
    if (happening === 'deleted') store.delete(held.id)
    else if (present !== undefined && happening === 'changed')
      store.set(held.id, { ...present, revision: present.revision + 1 })
  })
  const ofPerson = new ArrivalsOfPerson(
    arrivals,
    decoder,
    container.get(Mappings),
    container.get(UnitOfWork),
    container.get(RecordKeys),
    container.get(Timers),
  )
  return {
    erase: () => ofPerson.erase(own.organizationId, { address: 'ada@example.com', value: null }),
    text: async () => {
      const present = await arrivals.find(own.organizationId, held.id)
      return present?.body == null ? null : Buffer.from(present.body.bytes).toString()
    },
    close: () => world.close(),
  }
}

class EventfulBodies extends BodyDecoder {
  readonly #bodies = new SniffedBodies()
  readonly #onDecode: () => void

  constructor(onDecode: () => void) {
    super()
    this.#onDecode = onDecode
  }

  override decode(body: Parameters<BodyDecoder['decode']>[0]) {
    this.#onDecode()
    return this.#bodies.decode(body)
  }
}
