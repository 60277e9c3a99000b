import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { AddressSuppressor } from '../../../src/use-cases/contact/address-suppressor.ts'

import { type Api, createApi } from '../../support/api.ts'
import {
  addSpinner,
  createWorkshop,
  type Person,
  pageOfPeople,
  personIdOf,
  personOf,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@example.com'

interface Item {
  readonly at: string
  readonly kind: string
  readonly [name: string]: unknown
}

describe('the state of a person', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const followed = (email: string, query?: string) => personOf(person, email, query)
  const items = async (email = ada): Promise<Item[]> => (await followed(email)).items
  const kinds = async (email?: string) => (await items(email)).map(({ kind }) => kind)
  const explain = (email: string, spinnerId = own.spinnerId) =>
    person.do('POST', '/people/explain', { email, spinnerId })
  const ingest = (records: object[], dataTableId = own.dataTableId) =>
    api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key: own.apiKey,
      json: { dataTableId, records },
      headers: { 'x-request-id': 'from-the-crm' },
    })
  async function run(spinnerId = own.spinnerId): Promise<string> {
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    return jobId
  }
  const spinner = (changes: object) => addSpinner(person, own, changes)

  describe('the timeline', () => {
    it('shows the arrival of a record, the jobs that took it and the messages, newest first', async () => {
      const jobId = await run()
      const { dataTableId, spinnerId } = own
      const ofJob = { dataTableId, recordId: expect.any(String), jobId, spinnerId }
      const timeline = await followed('ADA@Example.com')
      expect(timeline).toEqual({
        id: await personIdOf(person, ada),
        email: ada,
        match: null,
        name: 'Ada',
        company: null,
        dataTables: [{ id: dataTableId, name: 'Leads' }],
        lastMessageAt: expect.any(String),
        status: 'idle',
        newestRecord: { dataTableId, recordId: expect.any(String), data: { name: 'Ada', email: ada } },
        upcomingSteps: [],
        suppression: null,
        removalRequest: null,
        eventObjects: [timeline.id, expect.any(String)],
        isComplete: true,
        items: [
          {
            at: expect.any(String),
            kind: 'sent',
            ...ofJob,
            step: 0,
            path: '1',
            channel: 'email',
            to: ada,
            mail: {
              id: expect.any(String),
              to: ada,
              subject: 'Welcome, Ada',
              status: 'captured',
              serverResponse: null,
            },
          },
          { at: expect.any(String), kind: 'taken', ...ofJob },
          {
            at: expect.any(String),
            kind: 'arrived',
            dataTableId,
            recordId: expect.any(String),
            requestId: expect.any(String),
            source: { kind: 'import' },
          },
        ],
        nextCursor: null,
      })
    })

    it('begins with the newest record, the state and the next step of each job that still runs', async () => {
      const spinnerId = await spinner({
        name: 'Twice',
        contact: 'oncePerRecord',
        steps: [welcome, { type: 'wait', seconds: 86_400 }, welcome],
      })
      const jobId = await run(spinnerId)
      await ingest([{ name: 'Countess', email: ada }])
      const { name, status, newestRecord, upcomingSteps } = await followed(ada)
      expect([name, status, newestRecord.data]).toEqual([
        'Countess',
        'waiting',
        { name: 'Countess', email: ada },
      ])
      const at = expect.stringMatching(/^20/)
      expect(upcomingSteps).toEqual([
        {
          spinnerId,
          jobId,
          dataTableId: own.dataTableId,
          recordId: expect.any(String),
          step: 2,
          path: '3',
          at,
          reason: { code: 'WAIT_STEP', message: expect.any(String), evidence: { until: at } },
        },
      ])
      const { secret } = await person.do('POST', '/api-keys', { name: 'People', scopes: ['people:read'] })
      const path = `/api/v1/people/${await personIdOf(person, ada)}`
      expect((await api.ask(path, { key: secret })).body).toMatchObject({
        name: 'Countess',
        newestRecord: null,
      })
      await person.do('POST', `/jobs/${jobId}/cancel`)
      expect((await followed(ada)).upcomingSteps).toEqual([])
    })

    it('covers all tables, with updates, reasons and their evidence, and suppression', async () => {
      const { dataTableId } = own
      await person.do('PATCH', `/data-tables/${dataTableId}`, {
        match: { columns: ['email'], onMatch: 'update' },
      })
      await ingest([{ name: 'Ada Lovelace', email: ' ADA@example.com' }])
      const first = await run()
      const table = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Guests' })
      await person.import(table.id, 'name,email\nNobody,nobody@example.com\n')
      const { webhookUrl } = await person.do('GET', `/data-tables/${table.id}`)
      const { pathname } = new URL(webhookUrl)
      await api.ask(pathname, { method: 'POST', json: { records: [{ name: 'Ada', email: ada }] } })
      await ingest([{ name: 'Ada', email: ada }], table.id)
      await person.do('PATCH', `/data-tables/${table.id}`, { metadataColumns: ['name', 'email'] })
      const second = await run(await spinner({ dataTableId: table.id }))
      await person.do('POST', '/suppressions', { email: ada })
      const third = await run(await spinner({ name: 'Third', contact: 'oncePerRecord' }))
      const all = await items()
      expect(all.filter(({ kind }) => kind === 'arrived').map(({ source }) => source)).toEqual(
        expect.arrayContaining([
          { kind: 'apiKey', apiKeyId: own.apiKeyId, name: 'CRM' },
          { kind: 'webhookUrl' },
          { kind: 'import' },
        ]),
      )
      expect(all.filter(({ kind }) => kind === 'updated')).toMatchObject([
        { columns: ['name', 'email'], requestId: 'from-the-crm', source: { kind: 'apiKey', name: 'CRM' } },
      ])
      const sentBy = all.filter(({ kind }) => kind === 'sent').map(({ jobId }) => jobId)
      expect(new Set(sentBy)).toEqual(new Set([first, second]))
      const skipped = (jobId: string) =>
        all.find((item) => item.kind === 'skipped' && item['jobId'] === jobId)
      expect([third, second].map(skipped)).toMatchObject([
        { reason: { code: 'SUPPRESSED', evidence: { suppression: 'added' } } },
        { reason: { code: 'DUPLICATE_ADDRESS', evidence: { jobId: second } } },
      ])
      expect(all.map(({ kind }) => kind)).toContain('suppressed')
      expect((await followed(ada)).suppression).toMatchObject({ reason: 'added' })
      const moments = all.map(({ at }) => at)
      expect(moments).toEqual(moments.toSorted().toReversed())
    })

    it('shows a bounce after an unsubscribe, and that the suppression was removed', async () => {
      const { organizationId } = person
      const report = (reason: 'unsubscribed' | 'bounced') => {
        world.clock.advance(60)
        return world.container
          .get(AddressSuppressor)
          .suppressWithRetries({ organizationId, email: ada, reason, by: operator })
      }
      const entry = await report('unsubscribed')
      await report('bounced')
      await report('bounced')
      world.clock.advance(60)
      await person.do('DELETE', `/suppressions/${entry?.id}`)
      await report('unsubscribed')
      expect(await kinds()).toEqual(['unsubscribed', 'lifted', 'bounced', 'unsubscribed', 'arrived'])
      await person.do('POST', '/suppressions', { domain: ada.split('@')[1], note: 'A customer of a partner' })
      const copy = await person.do('POST', '/people/export', { email: ada })
      expect(copy).toMatchObject({
        suppression: { reason: 'unsubscribed', email: ada, note: null },
        domainSuppression: { domain: ada.split('@')[1], reason: 'added', note: 'A customer of a partner' },
      })
      expect(copy.suppressionEvents.map(({ kind }: { kind: string }) => kind)).toEqual([
        'unsubscribed',
        'lifted',
        'bounced',
        'unsubscribed',
      ])
      await person.do('POST', '/people/erase', { email: ada })
      expect(await personIdOf(person, ada)).toBeNull()
    })

    it('shows refused and held leads, and none of them after an erasure', async () => {
      const lead = { name: 'Ada', email: ada, shoe_size: 38 }
      world.clock.advance(60)
      expect((await ingest([lead])).status).toBe(422)
      await world.settle()
      world.clock.advance(60)
      await person.do('PATCH', `/data-tables/${own.dataTableId}`, { acceptsAnyFormat: true })
      expect((await ingest([lead, { name: 'Grace', email: 'grace@example.com' }])).status).toBe(200)
      await ingest([{ name: 'Grace', email: 'grace@example.com', shoe_size: 39 }])
      const all = await items()
      expect(all.map(({ kind }) => kind)).toEqual(['held', 'refused', 'arrived'])
      const [held, refused] = all
      expect(held).toMatchObject({
        arrivalId: expect.any(String),
        dataTableId: own.dataTableId,
        requestId: 'from-the-crm',
        code: expect.any(String),
      })
      const { id, status } = await person.do('GET', `/arrivals/${refused?.['arrivalId'] as string}`)
      expect([id, status]).toEqual([refused?.['arrivalId'], 'refused'])
      const [first, second] = await Promise.all([followed(ada, 'limit=1'), followed(ada, 'limit=2')])
      expect([first.items, second.items]).toEqual([all.slice(0, 1), all.slice(0, 2)])
      await person.do('POST', '/people/erase', { email: ada })
      expect(await personIdOf(person, ada)).toBeNull()
    })

    it('continues in pages without gaps', async () => {
      await run()
      await ingest([{ name: 'Ada', email: ada }])
      const whole = await items()
      const pages: Item[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await followed(ada, `limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
        expect(page.items.length).toBeLessThanOrEqual(1)
        pages.push(...page.items)
        cursor = page.nextCursor
      }
      expect(pages).toEqual(whole)
      const id = await personIdOf(person, ada)
      const { status } = await person.ask('GET', `/people/${id}?cursor=${btoa('nonsense')}`)
      expect(status).toBe(400)
    })

    it('keeps the messages after the record is deleted', async () => {
      await run()
      const { items: records } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
      await person.do('DELETE', `/data-tables/${own.dataTableId}/records/${records[0].id}`)
      expect(await kinds()).toEqual(['sent', 'taken'])
    })

    it('shows that a message about the person’s record went to another address', async () => {
      await run(await spinner({ steps: [{ ...welcome, to: 'sales@example.com' }] }))
      const [sent] = await items()
      expect(sent).toMatchObject({ kind: 'sent', channel: 'email', to: null })
      expect((await items('sales@example.com'))[0]).toMatchObject({
        kind: 'sent',
        to: 'sales@example.com',
      })
    })

    it('shows what waits, until when, and what was stopped', async () => {
      const waits = await spinner({ steps: [{ type: 'wait', seconds: 3600 }, welcome] })
      const jobId = await run(waits)
      expect(await items()).toMatchObject([
        { kind: 'waits', jobId, reason: { code: 'WAIT_STEP', evidence: { until: expect.any(String) } } },
        { kind: 'taken' },
        { kind: 'arrived' },
      ])
      await person.do('POST', `/jobs/${jobId}/cancel`)
      expect(await items()).toMatchObject([
        { kind: 'stopped', reason: { code: 'JOB_CANCELLED' } },
        { kind: 'taken' },
        { kind: 'arrived' },
      ])
    })

    it('does not exist for an unknown person', async () => {
      expect(await personIdOf(person, 'nobody@example.com')).toBeNull()
    })

    it('can be found by another column, which several people may share', async () => {
      const emailsWithName = async (value: string) =>
        (await pageOfPeople(person, `column=name&value=${value}`)).items.map(
          ({ email }: { email: string }) => email,
        )
      expect(await emailsWithName('%20Ada%20')).toEqual([ada])
      await ingest([{ name: 'Ada', email: 'another@example.com' }])
      expect((await emailsWithName('Ada')).toSorted()).toEqual([ada, 'another@example.com'])
      await ingest([{ name: 'Silent', email: null }])
      expect(await emailsWithName('Silent')).toEqual([])
    })

    it.each([
      '?column=name',
      '?value=Ada',
      `?email=${ada}&column=name&value=Ada`,
      '?status=sad',
      '?sort=age',
    ])('is refused for /people%s', async (query) => {
      const { status, body } = await person.ask('GET', `/people${query}`)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    })

    it('shows nothing of another organization', async () => {
      await run()
      const stranger = await signUp(api)
      expect(await personIdOf(stranger, ada)).toBeNull()
      const { status } = await stranger.ask('POST', '/people/explain', {
        email: ada,
        spinnerId: own.spinnerId,
      })
      expect(status).toBe(404)
    })
  })

  describe('an explanation', () => {
    it('says that a run would send a message', async () => {
      expect(await explain('ADA@example.com')).toEqual({
        wouldSend: true,
        waitsUntil: null,
        reason: null,
        entries: [],
      })
    })

    it('names the first rule that prevents a message', async () => {
      expect((await explain('nobody@example.com')).reason).toMatchObject({
        code: 'NO_RECORD',
        evidence: { dataTableId: own.dataTableId },
        changesAt: null,
      })
      const jobId = await run()
      expect((await explain(ada)).reason).toMatchObject({ code: 'RECORD_NOT_NEW', evidence: { jobId } })
      await ingest([{ name: 'Ada', email: ada }])
      expect((await explain(ada)).reason).toMatchObject({ code: 'ALREADY_CONTACTED', evidence: { jobId } })
      await person.do('POST', '/suppressions', { email: ada })
      expect((await explain(ada)).reason).toMatchObject({
        code: 'SUPPRESSED',
        message: 'The address is on the suppression list',
      })
      await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
      expect((await explain(ada)).reason).toMatchObject({ code: 'SPINNER_NOT_PUBLISHED' })
    })

    it('says when a limit permits the message', async () => {
      await run()
      await person.do('PUT', '/organization/contact-policy', {
        daysBetweenSpinners: 2,
        messagesPerDay: null,
        messagesPerWeek: null,
        activePerDomain: null,
      })
      const another = await spinner({})
      const { wouldSend, reason } = await explain(ada, another)
      expect([wouldSend, reason.code, reason.evidence.limit]).toEqual([false, 'DAYS_BETWEEN_SPINNERS', 2])
      const hours = (Date.parse(reason.changesAt) - world.clock.now().getTime()) / 3_600_000
      expect(Math.round(hours)).toBe(48)
      const jobId = await run(another)
      const [waits] = (await person.do('GET', `/jobs/${jobId}/recipients`)).items
      expect(waits.reason.code).toBe(reason.code)
    })

    it('checks the steps as a run does', async () => {
      const condition = { type: 'condition', column: 'name', operator: 'equals', value: 'Grace' }
      const skips = await spinner({ steps: [condition, welcome] })
      expect((await explain(ada, skips)).reason).toMatchObject({ code: 'CONDITION_NOT_MET' })
      expect((await explain('grace@example.com', skips)).wouldSend).toBe(true)
      const elsewhere = await spinner({ steps: [{ ...welcome, to: 'sales@example.com' }] })
      expect((await explain(ada, elsewhere)).reason).toMatchObject({ code: 'NO_STEP_TO_ADDRESS' })
      const empty = await spinner({ steps: [{ ...welcome, subject: '{{ name }}' }] })
      await ingest([{ name: null, email: 'no-name@example.com' }])
      expect((await explain('no-name@example.com', empty)).reason).toMatchObject({
        code: 'MISSING_CELL',
        evidence: { column: 'name' },
      })
    })

    it('invents no optional data of a trigger', async () => {
      const fields = [
        { name: 'topic', type: 'text', isRequired: false },
        { name: 'offer', type: 'text', isRequired: true },
      ]
      const given = (column: string) => ({ type: 'condition', column, operator: 'exists' })
      const optional = await spinner({ triggerData: fields, steps: [given('trigger.topic'), welcome] })
      expect((await explain(ada, optional)).reason).toMatchObject({ code: 'CONDITION_NOT_MET' })
      const required = await spinner({ triggerData: fields, steps: [given('trigger.offer'), welcome] })
      expect((await explain(ada, required)).wouldSend).toBe(true)
    })
  })
})
