import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a spinner with a send window', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  const closed = { days: [1], from: '00:00', to: '00:01', zone: {} }

  beforeEach(async () => {
    world = await createWorld()
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterEach(() => world.close())

  const path = () => `/spinners/${own.spinnerId}`

  it('has none by default, and publishes it with its steps', async () => {
    expect(await person.do('GET', path())).toMatchObject({ sendWindow: null })
    const changed = await person.do('PATCH', path(), { sendWindow: closed })
    expect(changed).toMatchObject({ sendWindow: closed, hasUnpublishedChanges: true })
    expect(await person.do('POST', `${path()}/publish`)).toMatchObject({ hasUnpublishedChanges: false })
    const versions = await Promise.all([1, 2].map((no) => person.do('GET', `${path()}/versions/${no}`)))
    expect(versions).toMatchObject([{ sendWindow: null }, { sendWindow: closed }])
  })

  it.each([
    { ...closed, from: '9:00' },
    { ...closed, from: '17:00', to: '09:00' },
    { ...closed, to: '24:30' },
    { ...closed, days: [] },
    { ...closed, days: [0] },
    { ...closed, days: [1, 1] },
    { ...closed, zone: { columns: 'x' } },
    'always',
  ])('refuses %j', async (sendWindow) => {
    expect((await person.ask('PATCH', path(), { sendWindow })).status).toBe(400)
  })

  it('cannot be published with a column that is not metadata', async () => {
    await person.do('PATCH', path(), { sendWindow: { ...closed, zone: { column: 'zone' } } })
    const refused = await person.ask('POST', `${path()}/publish`)
    expect(refused.body).toMatchObject({
      code: 'SPINNER_INVALID',
      errors: [{ pointer: '/sendWindow/zone/column', code: 'UNKNOWN_COLUMN' }],
    })
  })

  it('lets recipients wait until the exact time at which their window opens', async () => {
    const inThreeDays = { ...closed, days: [(world.clock.now().getUTCDay() + 3) % 7 || 7] }
    await person.do('PATCH', path(), { sendWindow: inThreeDays, audience: 'all' })
    await person.do('POST', `${path()}/publish`)
    const { jobId } = await person.do('POST', `${path()}/jobs`)
    await world.drain()
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
    expect(items).toMatchObject([
      { status: 'waiting', reason: { code: 'OUTSIDE_WINDOW', evidence: { zone: 'UTC' } } },
      { status: 'waiting' },
    ])
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({ counts: { waiting: 2 } })
  })

  it.each([
    ['their window', 'OUTSIDE_WINDOW', { sendWindow: { ...closed, days: [3], from: '03:00', to: '03:01' } }],
    ['an hour', 'WAITS_FOR_HOUR', { steps: [{ type: 'waitUntil', at: '09:00' }, welcome] }],
  ])(
    'lets recipients wait until %s in the new time zone of the organization',
    async (_what, code, changes) => {
      await person.do('PATCH', path(), { ...changes, audience: 'all' })
      await person.do('POST', `${path()}/publish`)
      const { jobId } = await person.do('POST', `${path()}/jobs`)
      const zones = async () => {
        await world.drain()
        const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
        return items.map((one: { reason: { code: string; evidence: { zone: string } } }) => [
          one.reason.code,
          one.reason.evidence.zone,
        ])
      }
      expect(await zones()).toEqual([
        [code, 'UTC'],
        [code, 'UTC'],
      ])
      await person.do('PATCH', '/organization', { timeZone: 'Asia/Tokyo' })
      expect(await zones()).toEqual([
        [code, 'Asia/Tokyo'],
        [code, 'Asia/Tokyo'],
      ])
    },
  )

  it('follows renamed columns in the send window', async () => {
    await person.do('PATCH', path(), { sendWindow: { ...closed, zone: { phone: 'name' } } })
    await person.do('POST', `${path()}/publish`)
    await person.do('PATCH', `/data-tables/${own.dataTableId}/columns/name`, { name: 'mobile' })
    expect(await person.do('GET', path())).toMatchObject({ sendWindow: { zone: { phone: 'mobile' } } })
    expect(await person.do('GET', `${path()}/versions/2`)).toMatchObject({
      sendWindow: { zone: { phone: 'mobile' } },
    })
    expect((await person.ask('DELETE', `/data-tables/${own.dataTableId}/columns/mobile`)).status).toBe(409)
  })
})
