import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresSegmentStore } from '../../../src/adapters/postgres/table/segment/segment-store.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Timers } from '../../../src/ports/timers.ts'
import { CountSegment } from '../../../src/use-cases/table/segments/count-segment.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const isPro = { column: 'plan', operator: 'equals', value: 'pro' }
const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }

describe('segments', () => {
  let world: World
  let api: Api
  let person: Person
  let tableId: string
  let projectId: string
  let table: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    person = await signUp(api)
    projectId = (await person.do('POST', '/projects', { name: 'Spring' })).id
    // Spinners may not use the column `plan`; segments may use every column.
    const body = { name: 'Leads', columns: [{ name: 'email', isMetadata: true }, { name: 'plan' }] }
    tableId = (await person.do('POST', `/projects/${projectId}/data-tables`, body)).id
    table = `/data-tables/${tableId}`
  })

  const importRows = (rows: readonly string[]) => person.import(tableId, `email,plan\n${rows.join('\n')}\n`)
  const create = (name: string, where: object) => person.do('POST', `${table}/segments`, { name, where })
  const addresses = ({ items }: { items: { data: { email: string } }[] }) =>
    items.map(({ data }) => data.email).toSorted()

  it('have the records that meet their condition when they are read', async () => {
    await importRows(['ada@example.com,pro', 'ben@example.com,trial', 'cyd@example.com,pro'])
    const segment = await create('Pro', isPro)
    expect(segment).toMatchObject({ count: { value: 2, isEstimate: false, sampleSize: null }, usedBy: [] })
    const path = `/segments/${segment.id}/records`
    const first = await person.do('GET', path)
    expect(addresses(first)).toEqual(['ada@example.com', 'cyd@example.com'])
    await person.do('PATCH', `${table}/records/${first.items[0].id}`, { data: { plan: 'trial' } })
    expect(addresses(await person.do('GET', path))).toEqual(['ada@example.com'])
    expect((await person.do('GET', `/segments/${segment.id}`)).count.value).toBe(1)
    expect(addresses(await person.do('GET', `${path}?q=nobody`))).toEqual([])
  })

  it('are not counted for a key that may not read records, because a count tells what a cell holds', async () => {
    await importRows(['ada@example.com,pro'])
    const { id } = await create('Pro', isPro)
    const keyWith = async (...scopes: string[]) =>
      (await person.do('POST', '/api-keys', { name: 'Tables', scopes })).secret as string
    const [blind, reader] = [
      await keyWith('tables:read', 'tables:write'),
      await keyWith('tables:read', 'records:read'),
    ]
    const asKey = async (secret: string, path: string, options: object = {}) =>
      (await api.ask(`/api/v1${path}`, { headers: { authorization: `Bearer ${secret}` }, ...options })).body
    const json = { where: { column: 'plan', operator: 'equals', value: 'p' } }
    expect(await asKey(blind, `/segments/${id}`)).toMatchObject({ name: 'Pro', count: null })
    expect(await asKey(blind, `/segments/${id}`, { method: 'PATCH', json })).toMatchObject({ count: null })
    expect(await asKey(reader, `/segments/${id}`)).toMatchObject({ count: { value: 0 } })
  })

  it('stand in filters, in steps, in triggers and in other segments', async () => {
    await importRows(['ada@example.com,pro', 'ben@example.com,trial', 'cyd@example.com,pro'])
    const pro = await create('Pro', isPro)
    const rest = await create('Rest', {
      and: [{ not: { segmentId: pro.id } }, { not: { isSuppressed: true } }],
    })
    expect(rest.count.value).toBe(1)
    const query = encodeURIComponent(JSON.stringify({ not: { segmentId: rest.id } }))
    const filtered = await person.do('GET', `${table}/records?where=${query}`)
    expect(addresses(filtered)).toEqual(['ada@example.com', 'cyd@example.com'])

    const steps = [{ type: 'condition', where: { segmentId: pro.id } }, email]
    const body = { name: 'Hello', dataTableId: tableId, audience: 'all', steps }
    const { id } = await person.do('POST', `/projects/${projectId}/spinners`, body)
    await person.do('POST', `/spinners/${id}/publish`, {})
    const whole = await person.do('POST', `/spinners/${id}/jobs`)
    await world.drain()
    const { items } = await person.do('GET', `/jobs/${whole.jobId}/recipients`)
    expect(items.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'done',
      'done',
      'skipped',
    ])

    const rehearsal = await person.do('POST', `/spinners/${id}/jobs`, {
      where: { segmentId: rest.id },
      preview: true,
    })
    const job = await person.do('POST', `/spinners/${id}/jobs`, { where: { segmentId: rest.id } })
    expect([rehearsal.audience.eligible, job.audience.eligible]).toEqual([1, 1])
  })

  it('are refused with the path if they would depend on themselves', async () => {
    const first = await create('First', isPro)
    const second = await create('Second', { segmentId: first.id })
    const third = await create('Third', { or: [{ segmentId: second.id }, isPro] })
    const circle = await person.ask('PATCH', `/segments/${first.id}`, { where: { segmentId: third.id } })
    expect(circle.status).toBe(400)
    expect(circle.body).toMatchObject({
      message:
        'The segment is not valid: A segment must not depend on itself: "First" → "Third" → "Second" → "First"',
      errors: [{ pointer: '/where/segmentId', code: 'CIRCLE' }],
    })
    const unknown = await person.ask('POST', `${table}/segments`, {
      name: 'Unknown',
      where: { and: [{ segmentId: tableId }, { column: 'plam', operator: 'exists' }] },
    })
    expect(unknown.body['errors']).toMatchObject([
      { pointer: '/where/and/1/column', code: 'UNKNOWN_COLUMN', suggestion: 'plan' },
      { pointer: '/where/and/0/segmentId', code: 'UNKNOWN_SEGMENT' },
    ])
    expect((await person.ask('POST', `${table}/segments`, { name: 'First', where: isPro })).status).toBe(409)
  })

  it('are refused if too many would ask for each other, also by a change of the last one', async () => {
    const [top, end] = [await create('Top', isPro), await create('End', isPro)]
    let below = end
    for (const name of ['Fourth', 'Third', 'Second']) below = await create(name, { segmentId: below.id })
    await person.do('PATCH', `/segments/${top.id}`, { where: { segmentId: below.id } })
    const other = await create('Other', isPro)
    const deeper = await person.ask('PATCH', `/segments/${end.id}`, { where: { segmentId: other.id } })
    expect(deeper.body).toMatchObject({
      message:
        'The segment is not valid: At most 5 segments may ask for each other in a row: "Top" → "Second" → "Third" → "Fourth" → "End" → "Other"',
      errors: [{ pointer: '/where', code: 'TOO_DEEP' }],
    })

    const twenty = (id: string) => ({ or: Array.from({ length: 20 }, () => ({ segmentId: id })) })
    const some = await create('Some', { or: Array.from({ length: 20 }, () => isPro) })
    const many = await create('Many', twenty(some.id))
    const tooMany = await person.ask('POST', `${table}/segments`, { name: 'All', where: twenty(many.id) })
    expect(tooMany.body).toMatchObject({
      message:
        'The segment is not valid: The segment "All" would have 8000 comparisons and questions with the parts of other segments; at most 500 are allowed',
      errors: [{ pointer: '/where', code: 'TOO_MANY' }],
    })
  })

  it('cannot be deleted while they are used, and say where', async () => {
    const pro = await create('Pro', isPro)
    const other = await create('Not pro', { not: { segmentId: pro.id } })
    const view = await person.do('POST', `${table}/views`, { name: 'Pros', where: { segmentId: pro.id } })
    const where = { segmentId: pro.id }
    const createSpinner = (name: string, step: object) =>
      person.do('POST', `/projects/${projectId}/spinners`, { name, dataTableId: tableId, steps: [step] })
    const spinner = await createSpinner('Hello', { type: 'condition', where })
    const wait = { type: 'waitUntil', where, timeoutSeconds: 3_600, onTimeout: 'skip' }
    const secondSpinner = await createSpinner('Waits', wait)
    const refused = await person.ask('DELETE', `/segments/${pro.id}`)
    expect(refused.status).toBe(409)
    const uses = [
      { kind: 'segment', id: other.id, name: 'Not pro' },
      { kind: 'spinner', id: spinner.id, name: 'Hello' },
      { kind: 'spinner', id: secondSpinner.id, name: 'Waits' },
      { kind: 'view', id: view.id, name: 'Pros' },
    ]
    expect(refused.body['usedBy']).toEqual(uses)
    expect((await person.do('GET', `/segments/${pro.id}`)).usedBy).toEqual(uses)
    await person.do('DELETE', `/segments/${other.id}`)
    await person.do('DELETE', `/views/${view.id}`)
    for (const { id } of [spinner, secondSpinner])
      await person.do('PATCH', `/spinners/${id}`, { steps: [email] })
    await person.do('DELETE', `/segments/${pro.id}`)
    expect((await person.ask('GET', `/segments/${pro.id}`)).status).toBe(404)
  })

  it('that their table does not have are refused in steps when they are published, in triggers and in filters', async () => {
    const steps = [{ type: 'condition', where: { not: { segmentId: tableId } } }, email]
    const body = { name: 'Hello', dataTableId: tableId, steps }
    const { id } = await person.do('POST', `/projects/${projectId}/spinners`, body)
    const refused = await person.ask('POST', `/spinners/${id}/publish`, {})
    expect(refused.body).toMatchObject({
      code: 'SPINNER_INVALID',
      errors: [{ pointer: '/steps/0', code: 'UNKNOWN_SEGMENT' }],
    })
    await person.do('PATCH', `/spinners/${id}`, { steps: [email] })
    await person.do('POST', `/spinners/${id}/publish`, {})
    const where = { not: { segmentId: tableId } }
    const unknown = await person.ask('POST', `/spinners/${id}/jobs`, { where })
    expect(unknown.body).toMatchObject({
      code: 'AUDIENCE_INVALID',
      errors: [{ pointer: '/where/not/segmentId', code: 'UNKNOWN_SEGMENT' }],
    })
    const filter = encodeURIComponent(JSON.stringify(where))
    const filtered = await person.ask('GET', `${table}/records?where=${filter}`)
    expect(filtered.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '/where/not/segmentId', code: 'UNKNOWN_SEGMENT' }],
    })
  })

  it('refuse conditions about the messages of an unknown spinner, because nobody would be excluded', async () => {
    await importRows(['ada@example.com,pro'])
    const foreign = await signUp(api)
    const foreignProject = (await foreign.do('POST', '/projects', { name: 'Other' })).id
    const foreignTable = await foreign.do('POST', `/projects/${foreignProject}/data-tables`, {
      name: 'Leads',
      columns: [{ name: 'email', isMetadata: true }],
    })
    const spinnerOf = async (owner: Person, dataTableId: string, steps: object[]) =>
      (
        await owner.do('POST', `/projects/${owner === foreign ? foreignProject : projectId}/spinners`, {
          name: 'Welcome',
          dataTableId,
          steps,
        })
      ).id
    const foreignId = await spinnerOf(foreign, foreignTable.id, [email])
    const spinnerId = await spinnerOf(person, tableId, [email])
    const notWrittenTo = (id: string) => ({ and: [isPro, { not: { sent: { spinnerId: id } } }] })
    const pointer = '/where/and/1/not/sent/spinnerId'
    const refused = (status: number, code: string) => ({
      status,
      body: { code, errors: [{ pointer, code: 'UNKNOWN_SPINNER' }] },
    })
    for (const id of [foreignId, '01936f4f-0000-7000-8000-000000000000']) {
      const where = notWrittenTo(id)
      expect(await person.ask('POST', `${table}/segments`, { name: 'New', where })).toMatchObject(
        refused(400, 'VALIDATION_FAILED'),
      )
      const filter = encodeURIComponent(JSON.stringify(where))
      expect(await person.ask('GET', `${table}/records?where=${filter}`)).toMatchObject(
        refused(400, 'VALIDATION_FAILED'),
      )
      const spinner = await spinnerOf(person, tableId, [
        { type: 'condition', where: { not: { hasReplied: { spinnerId: id } } } },
        email,
      ])
      expect(await person.ask('POST', `/spinners/${spinner}/publish`)).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/steps/0', code: 'UNKNOWN_SPINNER' }] },
      })
      await person.do('POST', `/spinners/${spinnerId}/publish`)
      const job = await person.ask('POST', `/spinners/${spinnerId}/jobs`, {
        where: { not: { sent: { spinnerId: id } } },
      })
      expect(job.body).toMatchObject({
        code: 'AUDIENCE_INVALID',
        errors: [{ pointer: '/where/not/sent/spinnerId', code: 'UNKNOWN_SPINNER' }],
      })
    }
    const { id } = await create('Not written to', notWrittenTo(spinnerId))
    expect((await person.do('GET', `/segments/${id}`)).count.value).toBe(1)
    // The messages of a deleted spinner stay, so conditions about them stay, too.
    await person.do('POST', `/spinners/${spinnerId}/unpublish`)
    await person.do('DELETE', `/spinners/${spinnerId}`)
    expect(
      (await person.do('PATCH', `/segments/${id}`, { where: notWrittenTo(spinnerId) })).count.value,
    ).toBe(1)
  })

  it('follow a renamed column, keep their columns, and say which comparisons a new type ends', async () => {
    const pro = await create('Pro', { and: [isPro, { column: 'plan', operator: 'before', value: 'now' }] })
    await person.do('PATCH', `${table}/columns/plan`, { name: 'tier' })
    const renamed = await person.do('GET', `/segments/${pro.id}`)
    expect(renamed.where.and[0]).toEqual({ ...isPro, column: 'tier' })
    expect(renamed.faults).toEqual([])
    const refused = await person.ask('DELETE', `${table}/columns/tier`)
    expect([refused.status, refused.body['message']]).toEqual([
      409,
      'The column "tier" is used by the segment "Pro"; nothing was changed. First change or delete the segment',
    ])
    await person.do('PATCH', `${table}/columns/tier`, { type: 'number' })
    expect((await person.do('GET', `/segments/${pro.id}`)).faults).toMatchObject([
      { pointer: '/where/and/1', code: 'COLUMN_TYPE', column: 'tier' },
    ])
  })

  it('and steps whose columns have another type now are warned about before a spinner is published', async () => {
    await person.do('POST', `${table}/columns`, { name: 'due', isMetadata: true })
    const early = { column: 'due', operator: 'before', value: 'now' }
    const pro = await create('Early', early)
    const steps = [
      { type: 'condition', ...early },
      {
        type: 'branch',
        branches: [
          { name: 'Pro', where: { and: [{ column: 'due', operator: 'exists' }, early] }, steps: [] },
        ],
        else: [],
      },
      { type: 'waitUntil', where: { not: early }, timeoutSeconds: 3_600, onTimeout: 'continue' },
      { type: 'condition', where: { segmentId: pro.id } },
      { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' },
    ]
    const body = { name: 'Ways', dataTableId: tableId, steps, exclude: { segmentIds: [pro.id] } }
    const goal = { where: early, withinDays: 7 }
    const { id } = await person.do('POST', `/projects/${projectId}/spinners`, { ...body, goal })
    const warnings = async () =>
      (await person.do('POST', `/spinners/${id}/preview`, {})).warnings.filter(
        ({ code }: { code: string }) => code === 'COLUMN_TYPE',
      )
    expect(await warnings()).toEqual([])
    await person.do('PATCH', `${table}/columns/due`, { type: 'number' })
    const places = [
      '/goal/where',
      '/steps/0',
      '/steps/1/branches/0/where/and/1',
      '/steps/2/where/not',
      '/exclude/segmentIds/0',
      '/steps/3/where/segmentId',
    ]
    const warned = await warnings()
    expect(warned.map(({ pointer }: { pointer: string }) => pointer)).toEqual(places)
    expect(warned.at(-1).message).toBe(
      'Segment "Early": The column "due" has the type number, so the comparison "before" holds for none of its values',
    )
    const refused = await person.ask('POST', `/spinners/${id}/publish`, {})
    expect([refused.status, refused.body['code']]).toEqual([422, 'SPINNER_INVALID'])
    expect(refused.body['errors']).toMatchObject(places.map((pointer) => ({ pointer, code: 'COLUMN_TYPE' })))
    await person.do('POST', `/spinners/${id}/publish`, { ignoreWarnings: true })
    await person.do('PATCH', `${table}/columns/due`, { type: 'date' })
    expect(await warnings()).toEqual([])
  })

  it('of large tables are estimated at first, and counted exactly in the background', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, no) => `p${no}@example.com,${no % 4 === 0 ? 'pro' : 'trial'}`,
    )
    await importRows(rows)
    const { id } = await create('Pro', isPro)
    const { container } = world
    let elapsedMs = 0
    // Measures 200 ms for each part of a count, so that the second part is too late.
    const slow = Object.assign(Object.create(container.get(Timers)), { elapsedMs: () => (elapsedMs += 200) })
    const database = new Database({ url: world.databaseUrl, poolSize: 2 })
    try {
      const store = new PostgresSegmentStore(database, container.get(Clock), container.get(PersonDigests))
      const segment = await store.find(person.organizationId, id)
      if (segment === null) throw new Error('The segment was not stored')
      const counts = new CountSegment(store, container.get(Clock), slow)
      const estimated = await counts.execute(segment)
      expect(estimated).toMatchObject({ isEstimate: true, sampleSize: 4_000 })
      expect(Math.abs(estimated.value - 3_000)).toBeLessThan(400)
      await counts.settled()
      expect((await person.do('GET', `/segments/${id}`)).count).toMatchObject({
        value: 3_000,
        isEstimate: false,
      })
    } finally {
      await database.close()
    }
  })
})
