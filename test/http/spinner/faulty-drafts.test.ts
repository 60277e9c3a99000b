import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const hook = { type: 'webhook', url: '', body: '{}' }
const unread = { ...welcome, text: 'Hello {{ name' }

let world: World
let api: Api
let person: Person
let own: Workshop
let path: string

beforeEach(async () => {
  world = await createWorld()
  api = await createApi(world)
  person = await signUp(api)
  own = await createWorkshop(person)
  path = `/spinners/${own.spinnerId}`
})
afterEach(() => world.close())

const pointersOf = (faults: readonly { pointer: string; code: string }[]) =>
  faults.map(({ pointer, code }) => [pointer, code])

describe('a draft with errors', () => {
  it('is saved unchanged, and reports the errors when it is read again', async () => {
    const steps = [{ ...welcome, subject: '' }, hook, unread, { type: 'wait', seconds: 0 }]
    const saved = await person.do('PATCH', path, { steps })
    const seen = await person.do('GET', path)
    expect(seen.steps).toEqual(steps)
    expect(seen.faults).toEqual(saved.faults)
    expect(pointersOf(seen.faults)).toEqual([
      ['/steps/0/subject', 'EMPTY'],
      ['/steps/1/url', 'EMPTY'],
      ['/steps/2/text', 'TEMPLATE'],
      ['/steps/3/seconds', 'TOO_FEW'],
    ])
    expect(seen.faults[1]).toMatchObject({ path: '2', message: '"url" must not be empty' })
  })

  it('cannot be published, rehearsed or sent as a test, because of exactly these errors', async () => {
    await person.do('PATCH', path, { steps: [welcome, hook, { ...welcome, to: '' }] })
    const { faults } = await person.do('GET', path)
    const errors = faults.map(({ path: _path, ...fault }: { path: string }) => fault)
    expect(errors).toHaveLength(2)
    for (const [way, body] of [
      ['publish', {}],
      ['publish', { ignoreWarnings: true }],
      ['rehearsals', { draft: true }],
    ] as const) {
      const refused = await person.ask('POST', `${path}/${way}`, body)
      expect([refused.status, refused.body['code'], refused.body['errors']]).toEqual([
        422,
        'SPINNER_INVALID',
        errors,
      ])
    }
    const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
    const test = (step: number) => person.ask('POST', `${path}/test-send`, { recordId: items[0].id, step })
    expect(await test(2)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/steps/2/to' }] } })
    expect((await test(0)).status).toBe(200)
    expect((await person.do('POST', `${path}/preview`)).errors).toEqual(errors)
  })

  it('takes the body of a webhook as an object', async () => {
    const body = { to: '{{ email }}', note: 'Dear "{{ name }}"', missing: '{{ ["name"] }}', score: 3 }
    const saved = await person.do('PATCH', path, { steps: [{ ...hook, url: 'https://crm.example/', body }] })
    expect(saved.steps[0].body).toContain('"to": {{ email | json }}')
    const { items } = await person.do('POST', `${path}/preview`)
    const sent = JSON.parse(items[0].steps[0].message.body)
    expect(sent).toEqual({ to: 'ada@example.com', note: 'Dear "Ada"', missing: 'Ada', score: 3 })
    const refused = await person.ask('PATCH', path, { steps: [{ ...hook, body: null }] })
    expect([refused.status, refused.body['errors']]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/steps/0/body', code: 'WRONG_TYPE' })],
    ])
  })

  it('does not change the published version', async () => {
    await person.do('POST', `${path}/publish`)
    await person.do('PATCH', path, { steps: [hook] })
    expect((await person.do('GET', `${path}/versions/1`)).steps).not.toEqual([hook])
    expect(await person.do('GET', path)).toMatchObject({ status: 'published', hasUnpublishedChanges: true })
    expect((await person.ask('POST', `${path}/jobs`)).status).toBe(201)
  })

  it('can be duplicated with the errors, and created with them', async () => {
    const draft = { name: 'Unfinished', dataTableId: own.dataTableId, steps: [hook] }
    const made = await person.do('POST', `/projects/${own.projectId}/spinners`, draft)
    const copy = await person.do('POST', `/spinners/${made.id}/duplicate`)
    expect([made.faults, copy.faults].map(pointersOf)).toEqual([
      [['/steps/0/url', 'EMPTY']],
      [['/steps/0/url', 'EMPTY']],
    ])
  })

  it('keeps a text that is too long to publish, up to a limit', async () => {
    const long = { ...welcome, subject: 'x'.repeat(1_001) }
    expect(pointersOf((await person.do('PATCH', path, { steps: [long] })).faults)).toEqual([
      ['/steps/0/subject', 'TOO_MANY'],
    ])
    const endless = { ...welcome, subject: 'x'.repeat(200_001) }
    expect((await person.ask('PATCH', path, { steps: [endless] })).status).toBe(400)
  })

  it.each<[string, object]>([
    ['an unknown type', { type: 'fax' }],
    ['an unknown field', { ...welcome, fax: 1 }],
    ['a number instead of a text', { ...welcome, subject: 7 }],
    ['a step without its main field', { type: 'webhook' }],
    ['an invalid condition', { type: 'condition', where: { nor: [] } }],
    ['a condition of another format', { type: 'condition', where: { and: [{ column: '' }, 7] } }],
    ['a value for branches that is not a list', { type: 'branch', ways: {} }],
  ])('must still consist of steps: %s is refused', async (_, step) => {
    expect((await person.ask('PATCH', path, { steps: [step] })).status).toBe(400)
  })

  it('keeps an incomplete condition inside another one, and points at it', async () => {
    const where = {
      and: [{ column: '', operator: 'exists' }, { or: [] }, { column: 'name', operator: 'equals' }],
    }
    const { faults } = await person.do('PATCH', path, { steps: [{ type: 'condition', where }] })
    expect(pointersOf(faults)).toEqual([
      ['/steps/0/where/and/0/column', 'EMPTY'],
      ['/steps/0/where/and/1/or', 'TOO_FEW'],
      ['/steps/0/where/and/2', 'VALUE'],
    ])
  })

  it('is previewed up to the step with the error', async () => {
    await person.do('PATCH', path, { steps: [welcome, hook, welcome] })
    const { items } = await person.do('POST', `${path}/preview`)
    expect(items[0].steps).toEqual([
      expect.objectContaining({ status: 'sends' }),
      expect.objectContaining({ step: 1, status: 'fails', code: null, reason: '"url" must not be empty' }),
    ])
  })
})

describe('a preview for a step', () => {
  const isGrace = { column: 'name', operator: 'equals', value: 'Grace' }

  it('shows the first record that reaches the step', async () => {
    const steps = [
      {
        type: 'branch',
        branches: [{ name: 'Grace', where: isGrace, steps: [{ ...welcome, subject: 'Dear Grace' }] }],
      },
      { type: 'wait', seconds: 60 },
    ]
    const { items } = await person.do('POST', `${path}/preview`, { steps, reaching: 1 })
    expect(items).toHaveLength(1)
    expect(items[0].steps[1]).toMatchObject({ step: 1, message: { to: 'grace@example.com' } })
  })

  it('is empty if none of the first records reaches the step', async () => {
    const steps = [{ type: 'condition', column: 'name', operator: 'equals', value: 'Nobody' }, welcome]
    expect((await person.do('POST', `${path}/preview`, { steps, reaching: 1 })).items).toEqual([])
  })

  it('shows the plain text that is sent beside the HTML of a message without a text', async () => {
    const { text: _text, ...rest } = welcome
    const steps = [{ ...rest, html: '<p>Hello <b>{{ name }}</b></p>' }]
    const { items } = await person.do('POST', `${path}/preview`, { steps })
    expect(items[0].steps[0].message).toMatchObject({ text: null, plainText: 'Hello Ada' })
  })

  it('says why a column has no value: it is not visible to spinners, or the table has no such column', async () => {
    await person.do('PATCH', `/data-tables/${own.dataTableId}`, { metadataColumns: ['email'] })
    const reasons = async (subject: string) => {
      const { items } = await person.do('POST', `${path}/preview`, {
        steps: [{ ...welcome, subject, text: 'Hello' }],
      })
      return items[0].steps[0]
    }
    expect(await reasons('Hello {{ name }}')).toMatchObject({
      code: 'MISSING_CELL',
      reason:
        '"subject": "name" is not visible to spinners. Make it visible to spinners in the settings of the data table.',
    })
    expect(await reasons('Hello {{ nmae }}')).toMatchObject({
      code: 'MISSING_CELL',
      reason: '"subject": The data table has no column "nmae"',
    })
  })

  it('accepts either records or a step', async () => {
    const body = { recordIds: ['1'], reaching: 0 }
    expect((await person.ask('POST', `${path}/preview`, body)).status).toBe(400)
  })
})
