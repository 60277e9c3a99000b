import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the versions of a spinner', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterEach(() => world.close())

  const path = () => `/spinners/${own.spinnerId}`
  const secret = {
    type: 'webhook',
    url: 'https://crm.example.com/',
    headers: { Authorization: 'Bearer secret' },
    body: '{}',
  }
  const hidden = { ...secret, headers: { Authorization: '(hidden)' } }
  const storedSteps = async (spinnerId = own.spinnerId) =>
    (await world.container.get(SpinnerStore).find(person.organizationId, spinnerId))?.steps

  it('are listed with their times, newest first', async () => {
    await person.do('PATCH', path(), { audience: 'all' })
    await person.do('POST', `${path()}/publish`)
    const at = world.clock.now().toISOString()
    expect(await person.do('GET', `${path()}/versions`)).toEqual({
      items: [
        { version: 2, publishedAt: at, isCurrent: true },
        { version: 1, publishedAt: at, isCurrent: false },
      ],
      nextCursor: null,
    })
    await person.do('POST', `${path()}/unpublish`)
    expect((await person.do('GET', `${path()}/versions`)).items[0]).toMatchObject({ isCurrent: false })
  })

  it('can be restored as the draft except for the name, and running jobs do not change', async () => {
    const first = await person.do('PATCH', path(), {
      steps: [secret],
      exits: ['bounce'],
      contact: 'oncePerRecord',
    })
    await person.do('POST', `${path()}/publish`)
    const changes = {
      name: 'Other',
      steps: [welcome],
      exits: [],
      contact: 'oncePerPerson',
      isExclusive: true,
    }
    await person.do('PATCH', path(), changes)
    await person.do('POST', `${path()}/publish`)
    const { name: _name, ...draft } = first
    expect(await person.do('POST', `${path()}/versions/2/restore`)).toMatchObject({
      ...draft,
      name: 'Other',
      publishedVersion: 3,
      hasUnpublishedChanges: true,
    })
    expect(await person.do('GET', `${path()}/versions/3`)).toMatchObject({ steps: [welcome] })
    await person.do('POST', `${path()}/publish`)
    expect(await person.do('GET', `${path()}/versions/4`)).toMatchObject({ steps: [hidden] })
    expect(await storedSteps()).toEqual([secret])
  })

  it('cannot replace a draft that has changed since, and an unknown version is not found', async () => {
    const stale = { headers: { 'If-Match': '"0"' } }
    expect((await person.ask('POST', `${path()}/versions/1/restore`, undefined, stale)).status).toBe(409)
    expect((await person.ask('POST', `${path()}/versions/2/restore`)).status).toBe(404)
  })

  it('are not copied to a duplicate, which is a draft with the same settings', async () => {
    await person.do('PATCH', path(), { steps: [secret], name: 'x'.repeat(198), isExclusive: true })
    await person.do('POST', `${path()}/jobs`)
    const {
      id,
      name: named,
      status,
      publishedVersion,
      steps,
      isExclusive,
    } = await person.do('POST', `${path()}/duplicate`)
    expect({ named, status, publishedVersion, steps, isExclusive }).toEqual({
      named: `Copy of ${'x'.repeat(192)}`,
      status: 'draft',
      publishedVersion: null,
      steps: [hidden],
      isExclusive: true,
    })
    expect(await storedSteps(id)).toEqual([secret])
    expect(await person.do('GET', `/spinners/${id}/versions`)).toEqual({ items: [], nextCursor: null })
    await person.do('POST', `/spinners/${id}/publish`)
    const { records } = await person
      .do('GET', `/data-tables/${own.dataTableId}/records`)
      .then(({ items }: { items: unknown[] }) => ({ records: items.length }))
    expect(await person.do('GET', `/spinners/${id}/audience`)).toEqual({ records })
  })

  it('are paused separately: the duplicate of a paused spinner is not paused', async () => {
    await person.do('POST', `${path()}/pause`)
    expect(await person.do('POST', `${path()}/duplicate`)).toMatchObject({ pause: null })
  })
})
