import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Slices } from '../../../src/ports/job/slices.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const mail = { type: 'email', to: '{{ email }}', text: 'Good day' }
const steps = [
  { ...mail, subject: 'Offer for {{ name }}' },
  { type: 'wait', seconds: 86_400 },
  { ...mail, subject: 'Still interested?', thread: true },
  { ...mail, subject: 'New prices' },
  { ...mail, subject: 'Any questions?', thread: true },
]

describe('the subject of an e-mail in the same thread', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
    path = `/spinners/${own.spinnerId}`
    await person.do('PATCH', path, { steps })
    await person.do('POST', `${path}/publish`)
  })
  afterAll(() => world.close())

  type Shown = { readonly message: { readonly subject: string } | null }
  const subjectsOf = (shown: readonly Shown[]) => shown.flatMap(({ message }) => message?.subject ?? [])

  it('is that of the previous e-mail, alike in the preview, the rehearsal and the sent messages', async () => {
    const records = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
    const [record] = records.items
    const first = `Offer for ${record.data.name}`
    const expected = [first, `Re: ${first}`, 'New prices', 'Re: New prices']
    const preview = await person.do('POST', `${path}/preview`, { recordIds: [record.id] })
    expect(subjectsOf(preview.items[0].steps)).toEqual(expected)
    const rehearsed = await person.do('POST', `${path}/jobs`, { preview: true, recordIds: [record.id] })
    expect(subjectsOf(rehearsed.samples[0].steps)).toEqual(expected)

    await person.do('POST', `${path}/jobs`, { recordIds: [record.id] })
    await world.drain()
    const changed = { data: { name: 'Somebody Else' } }
    await person.do('PATCH', `/data-tables/${own.dataTableId}/records/${record.id}`, changed)
    await world.inspect.endWaits()
    await world.container.get(Slices).requestTurns([person.organizationId])
    await world.drain()
    const outbox = await person.do('GET', '/outbox')
    const sent = outbox.items.map(({ subject }: { subject: string }) => subject)
    expect(sent.toReversed()).toEqual(expected)
  })
})
