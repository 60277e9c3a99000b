import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const credential = 'Bearer of-the-receiver-7319'

describe('the values of headers of webhook and guard steps', () => {
  let world: World
  let api: Api
  let owner: Person
  let viewer: Person
  let own: Workshop
  let path: string

  const request = {
    type: 'webhook',
    url: 'https://crm.example.com/hook',
    headers: { Authorization: credential, 'X-Row': '{{ name }}' },
    body: '{}',
  }
  const guard = { ...request, type: 'guard', onTimeout: 'skip' }
  const steps = [
    guard,
    {
      type: 'branch',
      branches: [{ name: 'Named', where: { column: 'name', operator: 'exists' }, steps: [request] }],
    },
  ]

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    owner = await signUp(api)
    own = await createWorkshop(owner)
    viewer = await addMember(api, world.container, owner.organizationId, 'viewer')
    path = `/spinners/${own.spinnerId}`
  })
  afterAll(() => world.close())

  const storedSteps = async (spinnerId = own.spinnerId): Promise<readonly Step[]> =>
    (await world.container.get(SpinnerStore).find(owner.organizationId, spinnerId))?.steps ?? []
  /** The answers to everybody's requests, as one text. */
  const answers: string[] = []
  const ask = async (person: Person, method: string, to: string, json?: object) => {
    const { status, body } = await person.ask(method, to, json)
    answers.push(`${method} ${to} ${status} ${JSON.stringify(body)}`)
    return { status, body }
  }

  it('are in no answer, to nobody', async () => {
    const json = { name: 'Call the CRM', dataTableId: own.dataTableId, steps }
    const created = await ask(owner, 'POST', `/projects/${own.projectId}/spinners`, json)
    expect(created.status).toBe(201)
    expect((await ask(owner, 'PATCH', path, { steps })).status).toBe(200)
    await ask(owner, 'POST', `${path}/publish`)
    await ask(owner, 'POST', `${path}/duplicate`)
    await ask(owner, 'POST', `${path}/versions/2/restore`)
    for (const person of [owner, viewer]) {
      await ask(person, 'GET', path)
      await ask(person, 'GET', '/spinners')
      await ask(person, 'GET', `/projects/${own.projectId}/spinners`)
      await ask(person, 'GET', `${path}/versions`)
      await ask(person, 'GET', `${path}/versions/2`)
      const previewed = await ask(person, 'POST', `${path}/preview`, {})
      expect(previewed.body['items']).toEqual([
        expect.objectContaining({
          steps: expect.arrayContaining([
            expect.objectContaining({
              message: expect.objectContaining({
                headers: { Authorization: '(hidden)', 'X-Row': '(hidden)' },
              }),
            }),
          ]),
        }),
        expect.anything(),
      ])
      await ask(person, 'GET', '/audit')
      await ask(person, 'GET', '/events')
    }
    await ask(owner, 'POST', `${path}/rehearsals`, {})
    await ask(owner, 'GET', '/messages')
    await ask(owner, 'GET', '/bin')
    expect(answers.filter((answer) => answer.includes('(hidden)')).length).toBeGreaterThan(10)
    expect(answers.filter((answer) => answer.includes('7319'))).toEqual([])
    expect(JSON.stringify(await storedSteps())).toContain(credential)
  })

  it('are kept by an edit of a person that does not name them', async () => {
    await owner.do('PATCH', path, { steps })
    const shown = (await owner.do('GET', path)).steps
    const edited = await owner.do('PATCH', path, { steps: [{ type: 'wait', seconds: 60 }, ...shown] })
    expect((await storedSteps()).slice(1)).toEqual(steps)
    expect(edited.hasUnpublishedChanges).toBe(true)
    await owner.do('PATCH', path, { steps: [{ ...shown[0], url: 'https://crm.example.com/v2/{{ name }}' }] })
    expect(await storedSteps()).toEqual([{ ...guard, url: 'https://crm.example.com/v2/{{ name }}' }])
  })

  it.each([
    ['another host', { url: 'https://attacker.example.com/hook' }],
    ['http', { url: 'http://crm.example.com/hook' }],
    ['another name', { headers: { 'X-Copy': '(hidden)' } }],
  ])('must be entered again with %s', async (_, change) => {
    await owner.do('PATCH', path, { steps: [request] })
    const [shown] = (await owner.do('GET', path)).steps
    const { status, body } = await owner.ask('PATCH', path, { steps: [{ ...shown, ...change }] })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body['errors']).toContainEqual(expect.objectContaining({ code: 'HIDDEN_HEADER' }))
    expect(await storedSteps()).toEqual([request])
    const again = { ...shown, ...change, headers: { 'X-Copy': 'typed again' } }
    expect((await owner.ask('PATCH', path, { steps: [again] })).status).toBe(200)
  })

  it('do not reach a preview of unsaved steps with another host', async () => {
    await owner.do('PATCH', path, { steps: [request] })
    const [shown] = (await owner.do('GET', path)).steps
    const unsaved = { ...shown, url: 'https://attacker.example.com/', body: '{"name": {{ name | json }}}' }
    const { items } = await viewer.do('POST', `${path}/preview`, { steps: [unsaved] })
    expect(items[0].steps[0]).toMatchObject({ status: 'sends', message: { headers: shown.headers } })
    const [row] = (await owner.do('PATCH', path, { steps: [{ ...request, headers: { 'X-Row': 'a\nb' } }] }))
      .steps
    const faulty = await viewer.do('POST', `${path}/preview`, { steps: [row] })
    expect(faulty.items[0].steps[0]).toMatchObject({ status: 'fails', code: 'HEADER_NOT_ONE_LINE' })
  })
})
