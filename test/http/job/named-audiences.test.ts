import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, lead, leads, type Reply } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const period = '2026-11'

describe('a trigger that names its audience', () => {
  let world: World
  let api: Api

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterEach(() => world.close())

  const sentTo = async () => (await world.inspect.outbox()).map(({ to }) => to).toSorted()
  const trigger = (json: object, headers = {}) => api.trigger({ json, headers })
  const used = (meter: 'records' | 'jobs') => world.inspect.used(world.demo.organizationId, meter, period)
  const idsOf = async () => {
    const owner = await ownerOf()
    const { items } = await owner.do(
      'GET',
      `/data-tables/${world.demo.dataTableId}/records?limit=200&order=asc`,
    )
    return (items as { id: string }[]).map(({ id }) => id)
  }
  let owner: Person | null = null
  beforeEach(() => {
    owner = null
  })
  async function ownerOf(): Promise<Person> {
    owner ??= await addMember(api, world.container, world.demo.organizationId)
    return owner
  }
  const refusal = ({ status, body }: Reply) => [status, body['code']]
  const items = ({ body }: Reply) => body['errors'] as { pointer: string; code: string }[]

  it('appends records and writes to exactly these, in one job that uses both meters', async () => {
    await api.ingest(leads(2))
    const { status, body } = await trigger({ records: leads(3, 10) })
    expect(status).toBe(201)
    expect(body).toEqual({
      ok: true,
      jobId: expect.any(String),
      spinnerId: world.demo.spinnerId,
      audience: { eligible: 3, excluded: [] },
      inserted: 3,
      remaining: { jobs: 499, records: 49_995 },
      startsAt: expect.any(String),
    })
    expect([await used('records'), await used('jobs')]).toEqual([5, 1])
    await world.drain()
    expect(await sentTo()).toEqual(leads(3, 10).map(({ email }) => email))
    const { body: job } = await api.job(body['jobId'] as string)
    expect(job).toMatchObject({ status: 'completed', counts: { total: 3, done: 3 } })
  })

  it('leaves records that no trigger has named to jobs over new records', async () => {
    await api.ingest(leads(2))
    await trigger({ records: leads(3, 10) })
    await trigger({ records: leads(1, 20) })
    await api.ingest(leads(1, 30))
    await world.drain()
    const before = (await sentTo()).length
    const { body } = await api.trigger()
    await world.drain()
    expect((await api.job(body['jobId'] as string)).body).toMatchObject({ counts: { total: 3, done: 3 } })
    expect(before).toBe(4)
    const everybody = [lead(0), ...leads(3, 10), lead(1), lead(20), lead(30)]
    expect(await sentTo()).toEqual(everybody.map(({ email }) => email))
  })

  it('selects records by their ids, even if an earlier job has taken them', async () => {
    await api.ingest(leads(4))
    const [first = '', second = '', third = ''] = await idsOf()
    const { body } = await trigger({ recordIds: [second, third, second] })
    expect(body).toMatchObject({ audience: { eligible: 2, excluded: [] } })
    await world.drain()
    expect(await sentTo()).toEqual([lead(1), lead(2)].map(({ email }) => email))
    expect((await api.trigger()).status).toBe(201)
    await world.drain()
    expect(await sentTo()).toHaveLength(4)
    const again = await trigger({ recordIds: [first] })
    await world.drain()
    const job = await api.job(again.body['jobId'] as string)
    // The spinner of the test's demo writes to each person only once.
    expect(job.body).toMatchObject({ counts: { total: 1, skipped: 1 } })
    expect(job.body['reasons']).toEqual([{ code: 'ALREADY_CONTACTED', status: 'skipped', count: 1 }])
  })

  it('lists unknown ids in the same way as ids of another organization', async () => {
    await api.ingest(leads(1))
    const stranger = await signUp(api)
    const theirs = await createWorkshop(stranger)
    const { items: found } = await stranger.do('GET', `/data-tables/${theirs.dataTableId}/records`)
    const [foreign = ''] = (found as { id: string }[]).map(({ id }) => id)
    const [own = ''] = await idsOf()
    const { body } = await trigger({ recordIds: [own, foreign, 'nobody', '007'] })
    expect(body).toMatchObject({
      audience: { eligible: 1, excluded: [{ code: 'UNKNOWN', count: 3 }] },
      unknown: [foreign, 'nobody', '007'],
    })
    const many = await trigger({ recordIds: Array.from({ length: 300 }, (_, index) => `x${index}`) })
    expect(many.body['unknown']).toHaveLength(300)
    expect(many.body).toMatchObject({
      audience: { eligible: 0, excluded: [{ code: 'UNKNOWN', count: 300 }] },
    })
    await world.drain()
    expect((await api.job(many.body['jobId'] as string)).body).toMatchObject({ status: 'completed' })
  })

  it('selects records by their match columns, as values or as objects', async () => {
    expect(refusal(await trigger({ match: ['person1@example.com'] }))).toEqual([422, 'AUDIENCE_INVALID'])
    const member = await ownerOf()
    await member.do('PATCH', `/data-tables/${world.demo.dataTableId}`, {
      match: { columns: ['email'], onMatch: 'update' },
    })
    await api.ingest(leads(4))
    const { body } = await trigger({
      match: [
        'Person1@example.com',
        { email: 'person2@example.com' },
        'person1@example.com',
        'who@example.com',
      ],
    })
    expect(body).toMatchObject({
      audience: {
        eligible: 2,
        excluded: [
          { code: 'UNKNOWN', count: 1 },
          { code: 'DUPLICATE', count: 1 },
        ],
      },
      unknown: ['who@example.com'],
    })
    const wrong = await trigger({ match: [{ phone: '1' }, { email: 'a@example.com', phone: '1' }] })
    expect([refusal(wrong), items(wrong).map(({ pointer }) => pointer)]).toEqual([
      [422, 'AUDIENCE_INVALID'],
      ['/match/0', '/match/1'],
    ])
  })

  it('updates a matching record, and selects it together with the new ones', async () => {
    const member = await ownerOf()
    await member.do('PATCH', `/data-tables/${world.demo.dataTableId}`, {
      match: { columns: ['email'], onMatch: 'update' },
    })
    await api.ingest(leads(3))
    const renamed = { ...lead(1), name: 'Somebody else' }
    const { body } = await trigger({ records: [renamed, lead(7), { ...lead(7), phone: '1' }] })
    expect(body).toMatchObject({
      audience: { eligible: 2, excluded: [{ code: 'DUPLICATE', count: 1 }] },
      inserted: 1,
    })
    expect(await used('records')).toBe(4)
    await world.drain()
    expect(await sentTo()).toEqual([lead(1), lead(7)].map(({ email }) => email))
    await api.trigger()
    await world.drain()
    expect(await sentTo()).toEqual([lead(0), lead(1), lead(2), lead(7)].map(({ email }) => email))
  })

  it('selects the records that meet a condition', async () => {
    await api.ingest(leads(12))
    const where = {
      or: [
        { column: 'email', operator: 'equals', value: 'person3@example.com' },
        {
          and: [
            { column: 'name', operator: 'contains', value: 'PERSON 1' },
            { not: { column: 'name', operator: 'equals', value: 'Person 1' } },
          ],
        },
      ],
    }
    const { body } = await trigger({ where })
    expect(body).toMatchObject({ audience: { eligible: 3, excluded: [] } })
    await world.drain()
    expect(await sentTo()).toEqual([lead(10), lead(11), lead(3)].map(({ email }) => email))
    const all = await trigger({ where: { column: 'email', operator: 'exists' } })
    expect(all.body).toMatchObject({ audience: { eligible: 12 } })
  })

  it('refuses a condition over an unknown column or one that is not metadata', async () => {
    const refused = await trigger({ where: { column: 'phone', operator: 'exists' } })
    expect([refusal(refused), items(refused)]).toEqual([
      [422, 'AUDIENCE_INVALID'],
      [{ pointer: '/where/column', code: 'NOT_METADATA', column: 'phone' }],
    ])
    const unknown = await trigger({ where: { not: { column: 'emai', operator: 'exists' } } })
    expect(items(unknown)).toEqual([
      { pointer: '/where/not/column', code: 'UNKNOWN_COLUMN', column: 'emai', suggestion: 'email' },
    ])
  })

  it('refuses a condition over the former name of a column right after the column was renamed', async () => {
    await api.ingest(leads(3))
    const where = { column: 'name', operator: 'notEquals', value: 'Person 1' }
    expect((await trigger({ where })).body).toMatchObject({ audience: { eligible: 2 } })
    const member = await ownerOf()
    await member.do('PATCH', `/data-tables/${world.demo.dataTableId}/columns/name`, { name: 'label' })
    expect(refusal(await trigger({ where }))).toEqual([422, 'AUDIENCE_INVALID'])
    expect(await used('jobs')).toBe(1)
    const renamed = await trigger({ where: { ...where, column: 'label' } })
    expect(renamed.body).toMatchObject({ audience: { eligible: 2 } })
  })

  it('finds records by the match columns and the country that the table has when the job starts', async () => {
    const member = await ownerOf()
    const change = (json: object) => member.do('PATCH', `/data-tables/${world.demo.dataTableId}`, json)
    const match = { columns: ['phone'], onMatch: 'update' }
    await change({ match })
    await api.ingest([{ ...lead(1), phone: '030 1234567' }])
    const found = { audience: { eligible: 1, excluded: [] } }
    expect((await trigger({ match: ['030 1234567'] })).body).toMatchObject(found)
    await change({ defaultCountry: 'DE' })
    expect((await trigger({ match: ['030 1234567'] })).body).toMatchObject(found)
    await change({ match: { ...match, columns: ['email'] } })
    expect((await trigger({ match: ['Person1@Example.com'] })).body).toMatchObject(found)
  })

  it.each([
    ['no records', { records: [] }],
    ['no ids', { recordIds: [] }],
    ['no values', { match: [] }],
    ['an empty condition', { where: {} }],
    ['a condition without parts', { where: { and: [] } }],
    ['two audiences at once', { records: [lead(1)], recordIds: ['1'] }],
    ['501 records', { records: leads(501) }],
    ['10,001 ids', { recordIds: Array.from({ length: 10_001 }, (_, index) => `${index}`) }],
    ['10,001 values', { match: Array.from({ length: 10_001 }, (_, index) => `${index}`) }],
    ['an id that is a number', { recordIds: [5120] }],
    ['a nested record', { records: [{ ...lead(1), more: { a: 1 } }] }],
    ['a time in the past', { scheduledAt: '2020-01-01T00:00:00Z' }],
    ['a time that is not valid', { scheduledAt: 'tomorrow' }],
    ['a time more than a year ahead', { scheduledAt: '2027-11-21T00:00:00Z' }],
    ['a maximum of zero recipients', { maxRecipients: 0 }],
    ['data that is not an object', { data: ['x'] }],
    ['data that contains objects', { data: { topic: { a: 1 } } }],
    ['a huge text in its data', { data: { topic: 'x'.repeat(10_001) } }],
  ])('refuses %s', async (_what, json) => {
    expect(refusal(await trigger(json))).toEqual([400, 'VALIDATION_FAILED'])
    expect([await used('jobs'), await used('records')]).toEqual([0, 0])
  })

  it('needs both scopes to append records, and says which is missing', async () => {
    await world.inspect.change({ scopes: ['trigger'] })
    const { status, body } = await trigger({ records: leads(1) })
    expect([status, body['code'], body['requiredScope']]).toEqual([403, 'MISSING_SCOPE', 'ingest'])
    expect((await trigger({ recordIds: ['1'] })).status).toBe(201)
    await world.inspect.change({ scopes: ['ingest', 'trigger'] })
  })

  it('answers 422 for records that do not fit, and stores nothing', async () => {
    const refused = await trigger({ records: [{ ...lead(1), extra: 1 }] })
    expect(refusal(refused)).toEqual([422, 'SCHEMA_MISMATCH'])
    expect([await used('jobs'), await used('records')]).toEqual([0, 0])
  })

  it('uses neither meter if one of them is full', async () => {
    await world.inspect.change({ used: { meter: 'jobs', period, amount: 500 } })
    const noJob = await trigger({ records: leads(2) })
    expect([refusal(noJob), noJob.body['meter']]).toEqual([[402, 'PLAN_LIMIT'], 'jobs'])
    await world.inspect.change({ used: { meter: 'jobs', period, amount: 0 } })
    await world.inspect.change({ used: { meter: 'records', period, amount: 49_999 } })
    const noRecord = await trigger({ records: leads(2) })
    expect([refusal(noRecord), noRecord.body['meter']]).toEqual([[402, 'PLAN_LIMIT'], 'records'])
    expect([await used('jobs'), await used('records')]).toEqual([0, 49_999])
    expect(await world.inspect.jobs()).toEqual([])
  })

  it('starts nothing if the job would exceed its maximum of recipients, and says how many it would have', async () => {
    await api.ingest(leads(3))
    const [first = '', second = ''] = await idsOf()
    for (const json of [
      { maxRecipients: 2 },
      { maxRecipients: 2, records: leads(3, 10) },
      { maxRecipients: 2, where: { column: 'email', operator: 'exists' } },
    ]) {
      const refused = await trigger(json)
      expect([refusal(refused), refused.body['recipients']]).toEqual([[409, 'TOO_MANY_RECIPIENTS'], 3])
    }
    expect([await used('jobs'), await used('records')]).toEqual([0, 3])
    expect((await trigger({ maxRecipients: 2, recordIds: [first, second] })).status).toBe(201)
    expect((await trigger({ maxRecipients: 1 })).body).toMatchObject({ audience: { eligible: 1 } })
  })

  it('returns the first answer for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => trigger({ records: leads(2) }, headers)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect([await used('jobs'), await used('records')]).toEqual([1, 2])
    expect(refusal(await trigger({ records: leads(1) }, headers))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const byId = { 'idempotency-key': 'by-id' }
    const [one, two] = [await trigger({ recordIds: ['x'] }, byId), await trigger({ recordIds: ['x'] }, byId)]
    expect([two.body, two.headers.get('idempotency-replayed')]).toEqual([one.body, 'true'])
  })

  it('returns the first answer for a repeated Idempotency-Key after the start of the job has passed', async () => {
    await api.ingest(leads(1))
    const headers = { 'idempotency-key': 'scheduled' }
    const scheduledAt = new Date(world.clock.now().getTime() + 30_000).toISOString()
    const first = await trigger({ scheduledAt }, headers)
    expect(first.status).toBe(201)
    world.clock.advance(3_600)
    const repeated = await trigger({ scheduledAt }, headers)
    expect([repeated.status, repeated.body, repeated.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.body,
      'true',
    ])
    expect(await used('jobs')).toBe(1)
  })

  it('checks the credential before the time of the start', async () => {
    await world.inspect.change({ scopes: ['ingest'] })
    expect(refusal(await trigger({ scheduledAt: '2020-01-01T00:00:00Z' }))).toEqual([403, 'MISSING_SCOPE'])
    await world.inspect.change({ scopes: ['ingest', 'trigger'] })
  })

  it('returns when the job begins', async () => {
    await api.ingest(leads(1))
    const scheduledAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    const { body } = await trigger({ scheduledAt })
    expect(body).toMatchObject({ startsAt: scheduledAt, audience: { eligible: 1, excluded: [] } })
  })

  it('passes its data to templates, as the spinner declares', async () => {
    const person = await signUp(api)
    const own = await createWorkshop(person)
    await person.do('PATCH', `/spinners/${own.spinnerId}`, {
      triggerData: [
        { name: 'topic', type: 'text', isRequired: true },
        { name: 'count', type: 'number' },
        { name: 'day', type: 'date' },
        { name: 'loud', type: 'boolean' },
      ],
      steps: [
        {
          type: 'email',
          to: '{{ email }}',
          subject: '{{ trigger.topic }}',
          text: '{% if trigger.loud %}!{% endif %}{{ trigger.topic | upcase }} {{ trigger.count | default: "no" }} {{ name }}',
        },
      ],
    })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
    const start = (json: object) => person.ask('POST', `/spinners/${own.spinnerId}/jobs`, json)
    const wrong = await start({ data: { topik: 'x', count: 'many', day: '2026-02-30', loud: 'yes' } })
    expect(refusal(wrong)).toEqual([422, 'TRIGGER_DATA_MISMATCH'])
    expect(items(wrong).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/data/topik UNKNOWN_FIELD',
      '/data/topic REQUIRED',
      '/data/count WRONG_TYPE',
      '/data/day WRONG_TYPE',
      '/data/loud WRONG_TYPE',
    ])
    expect(refusal(await start({ recordIds: ['1'] }))).toEqual([422, 'TRIGGER_DATA_MISMATCH'])
    const { status } = await start({
      records: [{ name: 'Eve', email: 'eve@example.com' }],
      data: { topic: 'tea', count: 3, day: '2026-12-31', loud: true },
    })
    expect(status).toBe(201)
    await world.drain()
    const mail = (await world.inspect.outbox()).find(({ to }) => to === 'eve@example.com')
    expect([mail?.subject, mail?.text]).toEqual(['tea', '!TEA 3 Eve'])
  })

  it('cannot be published with templates that use undeclared data', async () => {
    const person = await signUp(api)
    const own = await createWorkshop(person)
    const steps = [
      {
        type: 'email',
        to: '{{ email }}',
        subject: '{{ trigger.topic }}',
        text: '{{ trigger.other | upcase }}',
      },
    ]
    await person.do('PATCH', `/spinners/${own.spinnerId}`, {
      steps,
      triggerData: [{ name: 'topic', type: 'text', isRequired: true }],
    })
    const refused = await person.ask('POST', `/spinners/${own.spinnerId}/publish`)
    expect([refusal(refused), items(refused).map(({ code }) => code)]).toEqual([
      [422, 'SPINNER_INVALID'],
      ['UNKNOWN_TRIGGER_FIELD'],
    ])
    const { items: previewed } = await person.do('POST', `/spinners/${own.spinnerId}/preview`, {
      steps: [{ ...steps[0], text: 'x' }],
      data: { topic: 'tea' },
    })
    expect(previewed[0].steps[0].message.subject).toBe('tea')
  })
})
