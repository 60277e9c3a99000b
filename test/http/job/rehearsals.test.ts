import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, type Ask, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('rehearsals over HTTP', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeEach(async () => {
    world = await createWorld()
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterEach(() => world.close())

  const add = async (count: number, from = 0) => {
    const records = Array.from({ length: count }, (_, no) => ({
      name: `Person ${from + no}`,
      email: `person${from + no}@acme.example`,
    }))
    await api.ingest([], { key: own.apiKey, json: { dataTableId: own.dataTableId, records } })
  }
  const trigger = (json: object, ask: Ask = {}) =>
    api.trigger({ key: own.apiKey, spinnerId: own.spinnerId, json, ...ask })
  const eligible = (body: Record<string, unknown>) => (body['audience'] as { eligible: number }).eligible
  const tokenOf = async (json: object = {}) => {
    const { status, body } = await trigger({ ...json, preview: true })
    expect(status).toBe(200)
    return String(body['rehearsal'])
  }

  async function ended(id: string) {
    const shown = () => person.do('GET', `/spinners/${own.spinnerId}/rehearsals/${id}`)
    await until(async () => (await shown()).status !== 'running')
    return await shown()
  }

  it('show by API and by session what a trigger would do, and start nothing', async () => {
    await add(3)
    const { status, body } = await trigger({ preview: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, version: 1, reasons: [], usage: { records: 0, jobs: 1 } })
    const answer = await person.ask('POST', `/spinners/${own.spinnerId}/jobs`, { preview: true })
    expect(answer.status).toBe(200)
    expect(eligible(answer.body)).toBe(eligible(body))
    expect(await world.inspect.jobs()).toEqual([])
  })

  it('run beside other requests, and report when they have ended', async () => {
    await add(40)
    const { id } = await person.do('POST', `/spinners/${own.spinnerId}/rehearsals`, { draft: true })
    const reported = await ended(id)
    expect(reported).toMatchObject({ status: 'done', error: null, result: { version: null } })
    expect(reported.progress.done).toBe(reported.result.audience.eligible)
  })

  it('report an empty audience', async () => {
    const job = await trigger({})
    expect(job.status).toBe(201)
    await world.drain()
    const { body } = await trigger({ preview: true })
    expect(body).toMatchObject({
      audience: { eligible: 0 },
      samples: [],
      firstMessageAt: null,
      lastMessageAt: null,
    })
  })

  it('bind a trigger that names them to the rehearsed audience', async () => {
    await add(200)
    const rehearsal = await tokenOf()
    const started = await trigger({ rehearsal })
    expect(started.status).toBe(201)
  })

  it('make a trigger fail with the new figures if more records have arrived', async () => {
    await add(200)
    const { body } = await trigger({ preview: true })
    const { rehearsal } = body
    const rehearsed = eligible(body)
    await add(2, 200)
    // Tests that 20 more records make a rehearsal invalid, because its audience may grow by at most 1 %.
    await add(20, 202)
    const refused = await trigger({ rehearsal })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'AUDIENCE_CHANGED', rehearsed, recipients: rehearsed + 22 },
    })
    expect(await world.inspect.jobs()).toEqual([])
    expect((await trigger({ rehearsal: await tokenOf() })).status).toBe(201)
  })

  it('permit a trigger if the audience has grown by at most 1 %', async () => {
    await add(300)
    const rehearsal = await tokenOf()
    await add(2, 300)
    expect((await trigger({ rehearsal })).status).toBe(201)
  })

  it('make a trigger fail after a new version, after ten minutes, and for another audience', async () => {
    await add(5)
    const rehearsal = await tokenOf()
    expect(await trigger({ rehearsal, recordIds: ['1'] })).toMatchObject({
      status: 409,
      body: { code: 'AUDIENCE_CHANGED' },
    })
    const { steps } = await person.do('GET', `/spinners/${own.spinnerId}`)
    const changed = [...steps, { type: 'wait', seconds: 60 }]
    await person.do('PATCH', `/spinners/${own.spinnerId}`, { steps: changed })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
    expect(await trigger({ rehearsal })).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CHANGED', rehearsed: 1, published: 2 },
    })
    const second = await tokenOf()
    world.clock.advance(11 * 60)
    expect(await trigger({ rehearsal: second })).toMatchObject({
      status: 409,
      body: { code: 'REHEARSAL_EXPIRED' },
    })
    expect(await trigger({ rehearsal: 'no such thing' })).toMatchObject({
      status: 409,
      body: { code: 'REHEARSAL_EXPIRED' },
    })
    expect(await world.inspect.jobs()).toEqual([])
  })

  it('start one job when several triggers name them, and replay a repeat with the same key', async () => {
    await add(5)
    const rehearsal = await tokenOf()
    const key = { headers: { 'idempotency-key': 'rehearsed' } }
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, () => trigger({ rehearsal })),
      trigger({ rehearsal }, key),
      trigger({ rehearsal }, key),
    ])
    const jobs = await world.inspect.jobs()
    expect(jobs).toHaveLength(1)
    const started = new Set(replies.flatMap(({ status, body }) => (status === 201 ? [body['jobId']] : [])))
    expect([...started]).toEqual([jobs[0]?.id])
    for (const { status, body } of replies)
      if (status !== 201)
        expect([status, body['code'], body['jobId']]).toEqual([409, 'REHEARSAL_USED', jobs[0]?.id])
    const second = await tokenOf()
    const first = await trigger({ rehearsal: second }, { headers: { 'idempotency-key': 'second' } })
    const again = await trigger({ rehearsal: second }, { headers: { 'idempotency-key': 'second' } })
    expect([first.status, again.status, again.body['jobId']]).toEqual([201, 201, first.body['jobId']])
    expect((await trigger({ rehearsal: second })).body['code']).toBe('REHEARSAL_USED')
  })

  it('are answered with the same bytes to a repeat with the same Idempotency-Key', async () => {
    await add(3)
    const key = { headers: { 'idempotency-key': 'dry' } }
    const first = await trigger({ preview: true }, key)
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null])
    await add(2, 3)
    const again = await trigger({ preview: true }, key)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
    for (const json of [{}, { preview: true, maxRecipients: 9 }, { rehearsal: first.body['rehearsal'] }])
      expect(await trigger(json, key)).toMatchObject({
        status: 422,
        body: { code: 'IDEMPOTENCY_KEY_REUSED' },
      })
    const path = `/spinners/${own.spinnerId}/jobs`
    const answer = await person.ask('POST', path, { preview: true }, key)
    expect([answer.status, answer.body['rehearsal']]).toEqual([200, first.body['rehearsal']])
    const fresh = await trigger({ preview: true }, { headers: { 'idempotency-key': 'dry-2' } })
    expect(eligible(fresh.body)).toBe(eligible(first.body) + 2)
    expect(await world.inspect.jobs()).toEqual([])
    const { rehearsal } = fresh.body
    const started = await trigger({ rehearsal }, { headers: { 'idempotency-key': 'start' } })
    expect(started.status).toBe(201)
  })

  it('start one job if the trigger brings the records too', async () => {
    await add(1)
    const records = [{ name: 'New', email: 'new@acme.example' }]
    const { body } = await trigger({ records, preview: true })
    const { recordCount } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    const rehearsal = body['rehearsal']
    const replies = await Promise.all(Array.from({ length: 8 }, () => trigger({ records, rehearsal })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await world.inspect.jobs()).toHaveLength(1)
    expect((await person.do('GET', `/data-tables/${own.dataTableId}`)).recordCount).toBe(recordCount + 1)
  })

  it('cover exactly the records that the trigger names or brings', async () => {
    await add(5)
    const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
    const recordIds = [items[0].id, items[1].id, '99999999']
    const named = await trigger({ recordIds, preview: true })
    expect(named).toMatchObject({
      status: 200,
      body: { audience: { eligible: 2, excluded: [{ code: 'UNKNOWN', count: 1 }] }, unknown: ['99999999'] },
    })
    const records = [{ name: 'New', email: 'new@acme.example' }]
    const brought = await trigger({ records, preview: true })
    expect(brought).toMatchObject({
      status: 200,
      body: { audience: { eligible: 1 }, usage: { records: 1, jobs: 1 } },
    })
    const { recordCount } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    const started = await trigger({ records, rehearsal: brought.body['rehearsal'] })
    expect(started.status).toBe(201)
    expect((await person.do('GET', `/data-tables/${own.dataTableId}`)).recordCount).toBe(recordCount + 1)
  })

  it('need what the trigger needs: a key that may append records, and a published spinner', async () => {
    const { status } = await api.trigger({
      key: own.apiKey,
      spinnerId: '01936f4e-ffff-7fff-8fff-ffffffffffff',
      json: { preview: true },
    })
    expect(status).toBe(404)
    await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
    expect((await trigger({ preview: true })).body).toMatchObject({ code: 'SPINNER_NOT_FOUND' })
    expect(await person.ask('POST', `/spinners/${own.spinnerId}/rehearsals`, {})).toMatchObject({
      status: 404,
      body: { code: 'SPINNER_NOT_FOUND' },
    })
    const { id } = await person.do('POST', `/spinners/${own.spinnerId}/rehearsals`, { draft: true })
    expect(await ended(id)).toMatchObject({ status: 'done' })
  })

  it('are refused over two audiences at once, and over none', async () => {
    for (const json of [
      { recordIds: ['1'], match: ['a'] },
      { records: [] },
      { where: {} },
      { preview: 'yes' },
    ])
      expect((await person.ask('POST', `/spinners/${own.spinnerId}/rehearsals`, json)).status).toBe(400)
  })
})
