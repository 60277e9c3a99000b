import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const topic = { name: 'topic', type: 'text', isRequired: true }
const about = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })

describe('a spinner that requires data from its trigger', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    world.clock.follow()
    person = await signUp(api)
    own = await createWorkshop(person)
    path = `/spinners/${own.spinnerId}`
  })
  afterEach(() => world.close())

  const publish = async (draft: object, body: object = {}) => {
    await person.do('PATCH', path, draft)
    return await person.do('POST', `${path}/publish`, body)
  }
  const requireTopic = (subject = '{{ trigger.topic }}') =>
    publish({ triggerData: [topic], steps: [about(subject)] })
  const trigger = (json?: object, headers: Record<string, string> = {}) =>
    api.ask(`/api/v1/public/trigger/${own.spinnerId}`, {
      method: 'POST',
      key: own.apiKey,
      headers,
      ...(json === undefined ? {} : { json }),
    })
  const refusal = ({ status, body }: Reply) => [status, body['code'], body['errors']]
  const required = [
    422,
    'TRIGGER_DATA_MISMATCH',
    [{ pointer: '/data/topic', code: 'REQUIRED', message: 'is required' }],
  ]
  const jobsUsed = async () => (await person.do('GET', '/usage')).meters[1].used

  it('is not started without the data, by a key or from the console, and no meter is used', async () => {
    await requireTopic()
    for (const json of [undefined, {}, { data: {} }]) {
      expect(refusal(await trigger(json))).toEqual(required)
      expect(refusal(await trigger(json, { 'Idempotency-Key': 'once' }))).toEqual(required)
      expect(refusal(await person.ask('POST', `${path}/jobs`, json))).toEqual(required)
    }
    for (const json of [{ preview: true }, { recordIds: ['1'] }])
      expect(refusal(await trigger(json))).toEqual(required)
    expect(refusal(await person.ask('POST', `${path}/rehearsals`, {}))).toEqual(required)
    expect([await jobsUsed(), (await person.do('GET', `/jobs?spinnerId=${own.spinnerId}`)).items]).toEqual([
      0,
      [],
    ])
    const { status, body } = await trigger({ data: { topic: 'tea' } }, { 'Idempotency-Key': 'once' })
    expect(status).toBe(201)
    await world.drain()
    expect((await person.do('GET', `/jobs/${String(body['jobId'])}`)).counts).toMatchObject({ done: 2 })
    expect(await jobsUsed()).toBe(1)
  })

  it('replays the answer to a trigger that preceded the requirement', async () => {
    const headers = { 'Idempotency-Key': 'before' }
    const { body } = await trigger(undefined, headers)
    await requireTopic()
    expect((await trigger(undefined, headers)).body).toEqual(body)
    expect(refusal(await trigger())).toEqual(required)
  })

  it('does not move or retry recipients whose trigger did not send the data', async () => {
    await publish({ steps: [{ type: 'wait', seconds: 3600 }, about('Hello')] })
    const waiting = (await trigger()).body['jobId']
    await world.drain()
    await person.do('PATCH', path, {
      triggerData: [topic],
      steps: [{ type: 'wait', seconds: 3600 }, about('{{ trigger.topic }}')],
    })
    const cannot = { movable: 0, immovable: [{ code: 'DATA_MISSING', count: 2 }] }
    expect(await person.do('GET', `${path}/publish-preview`)).toEqual({
      ...cannot,
      checks: expect.any(Array),
    })
    const published = await person.do('POST', `${path}/publish`, { moveRecipients: true })
    expect(published.movedRecipients).toEqual(cannot)
    await person.do('POST', `/jobs/${String(waiting)}/cancel`)

    await publish({ triggerData: [], steps: [about('{{ name }}')] })
    await person.import(own.dataTableId, 'name,email\n,nameless@example.com\n')
    const failing = String((await trigger()).body['jobId'])
    await world.drain()
    expect((await person.do('GET', `/jobs/${failing}`)).counts).toMatchObject({ failed: 1 })
    await publish({ triggerData: [topic], steps: [about('{{ trigger.topic }}')] })
    const again = await person.ask('POST', `/jobs/${failing}/retry-failed`, { version: 'current' })
    expect([again.status, again.body['code'], again.body['message']]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('requires data that the trigger of this job did not send: "topic"'),
    ])
    const same = await person.ask('POST', `/jobs/${failing}/retry-failed`, { version: 'same' })
    expect(same.status).toBe(201)
  })

  it('is no column that a retry could miss', async () => {
    const isTea = { type: 'condition', column: 'trigger.topic', operator: 'exists' }
    await publish({ triggerData: [topic], steps: [isTea, about('{{ trigger.topic }} for {{ name }}')] })
    await person.import(own.dataTableId, 'name,email\n,nameless@example.com\n')
    const failing = String((await trigger({ data: { topic: 'tea' } })).body['jobId'])
    await world.drain()
    expect((await person.do('GET', `/jobs/${failing}`)).counts).toMatchObject({ failed: 1 })
    expect((await person.ask('POST', `/jobs/${failing}/retry-failed`, {})).status).toBe(201)
  })
})
