import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { errorEntries } from '../../../src/adapters/http/errors.ts'
import { reasonCatalogue, reasonCodes } from '../../../src/domain/reason.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  addMember,
  addSpinner,
  createWorkshop,
  type Person,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const none = {
  daysBetweenSpinners: null,
  messagesPerDay: null,
  messagesPerWeek: null,
  activePerDomain: null,
}

describe('the people who receive messages', () => {
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

  const job = (id: string) => person.do('GET', `/jobs/${id}`)
  const recipients = async (jobId: string, query = '') =>
    (await person.do('GET', `/jobs/${jobId}/recipients${query}`)).items
  async function run(spinnerId = own.spinnerId) {
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    return job(jobId)
  }
  const spinner = (changes: object) => addSpinner(person, own, changes)

  describe('a spinner', () => {
    it('sends once to each person by default, and publishes this setting with its steps', async () => {
      const path = `/spinners/${own.spinnerId}`
      expect(await person.do('GET', path)).toMatchObject({ contact: 'oncePerPerson', isExclusive: false })
      const changed = await person.do('PATCH', path, { contact: 'oncePerRecord', isExclusive: true })
      expect(changed).toMatchObject({
        contact: 'oncePerRecord',
        isExclusive: true,
        hasUnpublishedChanges: true,
      })
      expect(await person.do('POST', `${path}/publish`)).toMatchObject({ hasUnpublishedChanges: false })
      const versions = await Promise.all([1, 2].map((no) => person.do('GET', `${path}/versions/${no}`)))
      expect(versions).toMatchObject([
        { contact: 'oncePerPerson', isExclusive: false },
        { contact: 'oncePerRecord', isExclusive: true },
      ])
    })

    it.each([{ contact: 'sometimes' }, { isExclusive: 'yes' }, { contact: null }])(
      'refuses %j',
      async (json) => {
        const { status, body } = await person.ask('PATCH', `/spinners/${own.spinnerId}`, json)
        expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      },
    )
  })

  describe('a person with several records', () => {
    it('gets one message, and the other recipients name the chosen record', async () => {
      await person.import(own.dataTableId, 'name,email\nAgain,ADA@example.com\nOnce more, ada@EXAMPLE.com \n')
      const { id, counts, reasons } = await run()
      expect(counts).toMatchObject({ total: 4, done: 2, skipped: 2, failed: 0 })
      expect(reasons).toEqual([{ code: 'DUPLICATE_ADDRESS', status: 'skipped', count: 2 }])
      const all = await recipients(id)
      const [ada, , again] = all
      expect(ada.reason).toBeNull()
      expect(again).toMatchObject({
        status: 'skipped',
        error: reasonCatalogue.DUPLICATE_ADDRESS.words,
        reason: {
          code: 'DUPLICATE_ADDRESS',
          message: reasonCatalogue.DUPLICATE_ADDRESS.words,
          evidence: { recordId: ada.recordId, jobId: id, at: expect.any(String) },
        },
      })
      expect(await recipients(id, '?reason=DUPLICATE_ADDRESS')).toEqual(all.slice(2))
      expect(await recipients(id, '?reason=DUPLICATE_ADDRESS&status=done')).toEqual([])
      expect(await recipients(id, '?reason=SUPPRESSED')).toEqual([])
    })

    it('gets nothing from a later job, which names the job that has sent', async () => {
      const first = await run()
      await person.import(own.dataTableId, 'name,email\nAgain,ada@example.com\nNew,new@example.com\n')
      const second = await run()
      expect(second.counts).toMatchObject({ done: 1, skipped: 1 })
      const [skipped] = await recipients(second.id, '?reason=ALREADY_CONTACTED')
      expect(skipped.reason.evidence).toMatchObject({ jobId: first.id })
    })
  })

  describe('the reason of a recipient', () => {
    it('is a code with a message for each kind of end, counted on the job, most frequent first', async () => {
      await person.do('POST', '/suppressions', { email: 'grace@example.com' })
      await person.import(
        own.dataTableId,
        'name,email\nNo address,nobody\n,empty@example.com\nWrong,also nobody\n',
      )
      const { id, counts, reasons } = await run()
      expect(counts).toMatchObject({ done: 1, skipped: 1, failed: 3 })
      expect(reasons[0]).toEqual({ code: 'NOT_AN_ADDRESS', status: 'failed', count: 2 })
      expect(reasons.slice(1)).toEqual(
        expect.arrayContaining([
          { code: 'SUPPRESSED', status: 'skipped', count: 1 },
          { code: 'MISSING_CELL', status: 'failed', count: 1 },
        ]),
      )
      const [isSuppressed] = await recipients(id, '?reason=SUPPRESSED')
      expect(isSuppressed.reason).toEqual({
        code: 'SUPPRESSED',
        message: 'The address is on the suppression list',
        evidence: { suppression: 'added' },
      })
      const [missing] = await recipients(id, '?reason=MISSING_CELL')
      expect(missing.reason).toMatchObject({ message: missing.error, evidence: { column: 'name' } })
      const { items } = await person.do('GET', '/jobs')
      expect(items[0].reasons).toEqual(reasons)
    })

    it('says until when a recipient waits, and that a recipient of a cancelled job was stopped', async () => {
      const id = await spinner({ steps: [{ type: 'wait', seconds: 3600 }, welcome] })
      const waiting = await run(id)
      expect(waiting.reasons).toEqual([{ code: 'WAIT_STEP', status: 'waiting', count: 2 }])
      const [one] = await recipients(waiting.id, '?reason=WAIT_STEP')
      expect(one).toMatchObject({ status: 'waiting', error: null })
      const { until } = one.reason.evidence
      expect(Math.abs(Date.parse(until) - Date.parse(one.updatedAt) - 3_600_000)).toBeLessThan(1000)
      const cancelled = await person.do('POST', `/jobs/${waiting.id}/cancel`)
      expect(cancelled.reasons).toEqual([{ code: 'JOB_CANCELLED', status: 'waiting', count: 2 }])
      expect(await recipients(waiting.id, '?reason=WAIT_STEP')).toEqual([])
      const stopped = await recipients(waiting.id, '?reason=JOB_CANCELLED')
      expect(stopped).toHaveLength(2)
      expect(stopped.map(({ reason }: { reason: object }) => reason)).toEqual(
        stopped.map(() => ({ code: 'JOB_CANCELLED', message: expect.any(String), evidence: null })),
      )
    })

    it('is always a documented code', async () => {
      const { id } = await run()
      const { status, body } = await person.ask('GET', `/jobs/${id}/recipients?reason=BECAUSE`)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    })
  })

  describe('the contact policy', () => {
    const path = '/organization/contact-policy'

    it('is empty at first, and returns the stored values', async () => {
      expect(await person.do('GET', path)).toEqual(none)
      const policy = { daysBetweenSpinners: 14, messagesPerDay: 1, messagesPerWeek: 3, activePerDomain: null }
      expect(await person.do('PUT', path, policy)).toEqual(policy)
      expect(await person.do('GET', path)).toEqual(policy)
      expect(await person.do('PUT', path, none)).toEqual(none)
    })

    it('refuses a change that is based on earlier limits, and accepts the repeat of a change', async () => {
      const before = await person.ask('GET', path)
      const weekly = { ...none, messagesPerWeek: 3 }
      const ifSeen = { headers: { 'if-match': before.headers.get('etag') ?? '' } }
      const { status, headers } = await person.ask('PUT', path, weekly, ifSeen)
      expect([status, headers.get('etag')]).toEqual([
        200,
        (await person.ask('GET', path)).headers.get('etag'),
      ])
      expect((await person.ask('PUT', path, weekly, ifSeen)).status).toBe(200)
      const { body } = await person.ask('PUT', path, { ...none, messagesPerDay: 1 }, ifSeen)
      expect(body).toMatchObject({ code: 'CONFLICT', errors: [{ code: 'OUTDATED' }] })
      expect(await person.do('GET', path)).toEqual(weekly)
      await person.do('PUT', path, none)
      expect((await person.ask('PUT', path, none, ifSeen)).status).toBe(200)
    })

    it('is readable for a member, and writable for an owner', async () => {
      const member = await addMember(api, world.container, person.organizationId)
      expect(await member.do('GET', path)).toEqual(none)
      expect((await member.ask('PUT', path, none)).body['code']).toBe('FORBIDDEN')
    })

    it.each([
      [{ ...none, messagesPerDay: 0 }, '/messagesPerDay'],
      [{ ...none, messagesPerWeek: 1.5 }, '/messagesPerWeek'],
      [{ ...none, daysBetweenSpinners: 366 }, '/daysBetweenSpinners'],
      [{ ...none, activePerDomain: '3' }, '/activePerDomain'],
      [{ messagesPerDay: 1, messagesPerWeek: 1, activePerDomain: 1 }, '/daysBetweenSpinners'],
      [{ ...none, messagesPerHour: 1 }, '/messagesPerHour'],
    ])('refuses %j and names the invalid value', async (json, pointer) => {
      const { status, body } = await person.ask('PUT', path, json)
      expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ pointer })]])
    })

    it('lets a recipient wait, shows the reason and the end, and sends at that time', async () => {
      await run()
      await person.do('PUT', path, { ...none, daysBetweenSpinners: 2 })
      const { id, status, counts, reasons } = await run(await spinner({}))
      expect([status, counts]).toMatchObject(['running', { waiting: 2 }])
      expect(reasons).toEqual([{ code: 'DAYS_BETWEEN_SPINNERS', status: 'waiting', count: 2 }])
      const [one] = await recipients(id)
      expect(one).toMatchObject({ status: 'waiting', attempts: 0, step: 0 })
      expect(one.reason.evidence).toMatchObject({ limit: 2, spinnerId: own.spinnerId })
      const wait = Date.parse(one.reason.evidence.until) - Date.parse(one.updatedAt)
      expect(Math.round(wait / 3_600_000)).toBe(48)
    })

    it('shows how many messages are permitted, and of what', async () => {
      const { body } = await person.ask('PUT', path, { ...none, messagesPerDay: 0, daysBetweenSpinners: 366 })
      expect(body['errors']).toEqual([
        { pointer: '/daysBetweenSpinners', code: 'TOO_MANY', message: 'must be at most 365' },
        { pointer: '/messagesPerDay', code: 'TOO_FEW', message: 'must be at least 1' },
      ])
      const { body: long } = await person.ask('POST', '/people/erase', {
        email: `${'a'.repeat(300)}@example.com`,
      })
      expect(long['errors']).toContainEqual({
        pointer: '/email',
        code: 'TOO_MANY',
        message: 'must have at most 254 characters',
      })
    })

    it('is checked again for waiting recipients when it changes', async () => {
      await run()
      await person.do('PUT', path, { ...none, daysBetweenSpinners: 365 })
      const { id } = await run(await spinner({}))
      await person.do('PUT', path, none)
      await world.container.get(AskDueTurns).execute()
      await world.drain()
      expect(await job(id)).toMatchObject({
        status: 'completed',
        counts: { done: 2 },
      })
    })
  })

  it('a reason is explained on the reference page, which lists every code once', async () => {
    const page = await (await fetch(`${api.url}/docs/errors`)).text()
    for (const code of reasonCodes) expect(page.split(`>${code}</a>`)).toHaveLength(2)
    const errors = new Set<string>(errorEntries.map(({ code }) => code))
    expect(reasonCodes.filter((code) => errors.has(code))).toEqual([])
  })
})
