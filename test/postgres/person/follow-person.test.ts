import { expect, it } from '@jest/globals'
import { SniffedBodies } from '../../../src/adapters/bodies/sniffed-bodies.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../../src/ports/arrival/body-decoder.ts'
import { MappingStore } from '../../../src/ports/arrival/mappings.ts'
import { ContactRuleStore, PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { PersonStore } from '../../../src/ports/person/people.ts'
import { MessageLog } from '../../../src/ports/sender/message/message-log.ts'
import { ProjectStore } from '../../../src/ports/table/projects.ts'
import { Timers } from '../../../src/ports/timers.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ArrivalsOfPerson } from '../../../src/use-cases/person/arrivals-of-person.ts'
import { FollowPerson } from '../../../src/use-cases/person/follow-person.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { createTenant } from '../../support/tenant.ts'
import { FakeTimers } from '../../support/time/fake-timers.ts'
import { createWorld } from '../../support/world.ts'

const page = { limit: 50, after: null }
const bodies = 40

it('the timeline of a person stops its search in held bodies after 5 seconds, even without a match', async () => {
  const { follow, timers, counts, close } = await createHold()
  counts.onDecode = () => timers.advance(1_000)
  const { isComplete } = await follow('nobody@example.org')
  expect(isComplete).toBe(false)
  expect(counts.decoded).toBeLessThan(10)
  await close()
})

it('the timeline of a person stops its search in the records of tables after 15 seconds', async () => {
  const { follow, timers, people, close } = await createHold()
  let chunks = 0
  people.recordsOf = async function* () {
    for (; chunks < 9; chunks++) {
      timers.advance(8_000)
      yield []
    }
  }
  const { isComplete } = await follow('nobody@example.org')
  expect([isComplete, chunks]).toEqual([false, 1])
  await close()
})

it('the timeline of a person reads the table of the held bodies once', async () => {
  const { follow, counts, close } = await createHold()
  const { isComplete, items } = await follow('lead-7@example.com')
  expect(isComplete).toBe(true)
  expect(items).toMatchObject([{ kind: 'held', requestId: 'request 7' }])
  expect(counts).toMatchObject({ decoded: bodies, tables: 1 })
  await close()
})

/** Creates an organization for the test with held bodies of one data table, each body with one lead. */
async function createHold() {
  const world = await createWorld()
  const { container } = world
  const timers = new FakeTimers()
  const own = await createTenant(world)
  const { organizationId } = own
  const counts = { decoded: 0, tables: 0, onDecode: () => {} }
  const arrivals = container.get(ArrivalStore)
  const decoder = new CountedBodies(counts)
  const ofPerson = new ArrivalsOfPerson(
    arrivals,
    decoder,
    new CountedMappings(container.get(MappingStore), counts),
    container.get(UnitOfWork),
    container.get(Timers),
  )
  const people = container.get(PersonStore)
  const followPerson = new FollowPerson(
    people,
    container.get(ContactRuleStore),
    container.get(MessageLog),
    ofPerson,
    container.get(ProjectStore),
    container.get(PersonDigests),
    timers,
  )
  for (let no = 0; no < bodies; no++)
    await arrivals.keep(heldArrival(world, own, no, { lead: { email: `lead-${no}@example.com` } }), null)
  const reach = { organizationId, projectIds: null }
  const follow = (email: string) => followPerson.execute({ reach, sought: { email }, page })
  return { follow, timers, counts, people, close: () => world.close() }
}

class CountedBodies extends BodyDecoder {
  readonly #bodies = new SniffedBodies()
  readonly #counts: { decoded: number; readonly onDecode: () => void }

  constructor(counts: { decoded: number; readonly onDecode: () => void }) {
    super()
    this.#counts = counts
  }

  override decode(body: Parameters<BodyDecoder['decode']>[0]) {
    this.#counts.decoded++
    this.#counts.onDecode()
    return this.#bodies.decode(body)
  }
}

class CountedMappings extends MappingStore {
  readonly #mappings: MappingStore
  readonly #counts: { tables: number }

  constructor(mappings: MappingStore, counts: { tables: number }) {
    super()
    this.#mappings = mappings
    this.#counts = counts
  }

  override of(dataTableId: string) {
    this.#counts.tables++
    return this.#mappings.of(dataTableId)
  }

  override cachedOf(dataTableId: string) {
    return this.#mappings.cachedOf(dataTableId)
  }

  override find(organizationId: string, id: string) {
    return this.#mappings.find(organizationId, id)
  }

  override replace(): Promise<void> {
    throw new Error('This test double only reads')
  }
}
