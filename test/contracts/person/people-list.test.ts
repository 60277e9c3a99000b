import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { PeopleSelection } from '../../../src/domain/person/list/listed-person.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { PeopleList } from '../../../src/ports/person/people-list.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const everybody: PeopleSelection = {
  parts: [],
  ids: null,
  status: null,
  dataTableId: null,
  source: null,
  sort: 'email',
  descending: false,
}
const person = (no: number) => ({
  name: `Person ${no}`,
  email: `person${no}@example.com`,
  phone: null,
  account_id: null,
})

describe('PeopleList', () => {
  let world: World
  let list: PeopleList
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    list = world.container.get(PeopleList)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const emails = async (changes: Partial<PeopleSelection> = {}) => {
    const { organizationId } = own
    await until(() => list.catchUp(organizationId))
    const reach = { organizationId, projectIds: null }
    const page = { limit: 200, after: null }
    const { items } = await list.list({ reach, selection: { ...everybody, ...changes }, page })
    return items.map(({ email }) => email)
  }
  const runtime = () => list.fill(new AbortController().signal)

  it('has the people of more records than one transaction enters, each once', async () => {
    await own.ingest(Array.from({ length: 500 }, (_, no) => person(no % 150)))
    await own.ingest(Array.from({ length: 500 }, (_, no) => person(no % 150)))
    expect(await emails()).toHaveLength(150)
    const { rows } = await world.sql.query(
      'select count(*)::int as count from person_records where organization_id = $1',
      [own.organizationId],
    )
    expect(rows).toEqual([{ count: 1000 }])
  })

  it('is the same if several processes fill it at once', async () => {
    await own.ingest(Array.from({ length: 500 }, (_, no) => person(no)))
    const { organizationId } = own
    await Promise.all([list.catchUp(organizationId), runtime(), list.catchUp(organizationId), runtime()])
    expect(await emails({ parts: ['person49'] })).toHaveLength(11)
  })

  it('identifies people by the digest of their address, and others not', async () => {
    await own.ingest([person(1)])
    expect(await emails()).toEqual(['person1@example.com'])
    const { organizationId } = own
    const id = await world.container.get(PersonDigests).of(organizationId, 'person1@example.com')
    expect(await list.identityOf(organizationId, id)).toEqual({ email: 'person1@example.com' })
    const stranger = await createTenant(world)
    expect(await list.identityOf(stranger.organizationId, id)).toBeNull()
  })

  it('keeps a noted address without records out of the list, and finds it by its id', async () => {
    const { organizationId } = own
    await list.noteAddress(organizationId, 'noted', 'noted@example.com', world.clock.now())
    await list.noteAddress(organizationId, 'noted', 'noted@example.com', world.clock.now())
    expect(await emails()).toEqual([])
    expect(await emails({ ids: ['noted'] })).toEqual(['noted@example.com'])
  })

  it('has nothing of an organization whose people nobody has listed', async () => {
    await own.ingest([person(1)])
    await runtime()
    const { rows } = await world.sql.query('select from people where organization_id = $1', [
      own.organizationId,
    ])
    expect(rows).toEqual([])
  })
})
