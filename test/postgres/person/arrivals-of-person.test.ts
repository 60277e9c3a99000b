import { describe, expect, it } from '@jest/globals'
import { SniffedBodies } from '../../../src/adapters/bodies/sniffed-bodies.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../../src/ports/arrival/body-decoder.ts'
import { MappingStore } from '../../../src/ports/arrival/mappings.ts'
import { Timers } from '../../../src/ports/timers.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
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
  const held = heldArrival(world, own, 1, { records })
  await arrivals.keep(held, null)
  let reads = 0
  const statements = {
    unchanged: null,
    changed: 'update arrivals set revision = revision + 1 where id = $1',
    deleted: 'delete from arrivals where id = $1',
  }
  let statement: string | null = null
  const decoder = new NotingBodies(() => {
    statement = statements[event(++reads)]
  })
  const unitOfWork = new LateUnitOfWork(container.get(UnitOfWork), async () => {
    if (statement !== null) await world.sql.query(statement, [held.id])
    statement = null
  })
  const ofPerson = new ArrivalsOfPerson(
    arrivals,
    decoder,
    container.get(MappingStore),
    unitOfWork,
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

class NotingBodies extends BodyDecoder {
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

/** A test double: `LateUnitOfWork` runs each transaction after `before`, as if another request were faster. */
class LateUnitOfWork extends UnitOfWork {
  readonly #unitOfWork: UnitOfWork
  readonly #before: () => Promise<void>

  constructor(unitOfWork: UnitOfWork, before: () => Promise<void>) {
    super()
    this.#unitOfWork = unitOfWork
    this.#before = before
  }

  override async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    await this.#before()
    return this.#unitOfWork.run(work)
  }
}
