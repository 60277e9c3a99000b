import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Ids } from '../../../src/ports/ids.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('test mode', () => {
  let world: World
  let api: Api
  let owner: Person

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world, { selfServePlans: true })
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
  })

  const testOrganization = async (person: Person) => {
    const { organization } = await person.do('POST', '/test-mode/enter')
    return organization as { id: string; name: string; isTestMode: boolean }
  }

  it('is a second organization beside the real one, shared by all its users', async () => {
    const viewer = await addMember(api, world.container, owner.organizationId, 'viewer')
    const own = await testOrganization(owner)
    expect(own).toMatchObject({ name: 'Analytical Engines (test)', isTestMode: true, keepsBodies: true })
    expect(own.id).not.toBe(owner.organizationId)
    expect((await testOrganization(viewer)).id).toBe(own.id)
    await owner.do('POST', '/test-mode/leave')
    await viewer.do('POST', '/test-mode/leave')
  })

  it('shows nothing of the real organization, and leaves nothing in it', async () => {
    await createWorkshop(owner)
    const before = await owner.do('GET', '/projects')
    await testOrganization(owner)
    expect((await owner.do('GET', '/projects')).items).toEqual([])
    await owner.do('POST', '/projects', { name: 'A rehearsal' })
    const { organization } = await owner.do('POST', '/test-mode/leave')
    expect(organization).toMatchObject({ id: owner.organizationId, isTestMode: false })
    expect(await owner.do('GET', '/projects')).toEqual(before)
  })

  it('uses the roles of the real organization at each request', async () => {
    const viewer = await addMember(api, world.container, owner.organizationId, 'viewer')
    await testOrganization(viewer)
    expect((await viewer.ask('POST', '/projects', { name: 'No' })).status).toBe(403)
    await owner.do('PATCH', `/members/${(await viewer.do('GET', '/profile')).id}`, { role: 'editor' })
    expect((await viewer.ask('POST', '/projects', { name: 'Yes' })).status).toBe(201)
    await viewer.do('POST', '/test-mode/leave')
  })

  it('names the user in the audit log of the test organization', async () => {
    await testOrganization(owner)
    const { id } = await owner.do('POST', '/projects', { name: 'Gone soon' })
    await owner.do('DELETE', `/projects/${id}`)
    const { items } = await owner.do('GET', '/audit')
    expect(items[0]).toMatchObject({ action: 'project.deleted', actor: { name: owner.email } })
    await owner.do('POST', '/test-mode/leave')
    const real = await owner.do('GET', '/audit')
    expect(real.items.map(({ action }: { action: string }) => action)).not.toContain('project.deleted')
    expect(real.items.map(({ action }: { action: string }) => action)).toContain('testMode.begun')
  })

  it('refuses to change people, the plan and connected senders', async () => {
    await testOrganization(owner)
    const refused: [string, string, object?][] = [
      ['POST', '/invitations', { email: 'grace@example.com', role: 'editor' }],
      ['PUT', '/organization/plan', { planId: 'free' }],
      ['POST', '/senders', { kind: 'deployment', name: 'Ada' }],
      ['POST', '/senders/google/connect', {}],
    ]
    for (const [method, path, json] of refused) {
      const { status, body } = await owner.ask(method, path, json)
      expect([path, status, body['code']]).toEqual([path, 409, 'TEST_MODE_REFUSED'])
    }
    const { items } = await owner.do('GET', '/members')
    expect(items.map(({ email }: { email: string }) => email)).toContain(owner.email)
    await owner.do('POST', '/test-mode/leave')
  })

  it('has its own clock, which only goes forward, by at most 366 days at once', async () => {
    expect((await owner.ask('GET', '/test-clock')).body['code']).toBe('TEST_MODE_REQUIRED')
    await testOrganization(owner)
    const clock = await owner.do('GET', '/test-clock')
    expect(clock).toMatchObject({ status: 'idle', target: null, next: null, error: null })
    const past = new Date(Date.parse(clock.now) - 1_000).toISOString()
    const far = new Date(Date.parse(clock.now) + 367 * 24 * 3_600_000).toISOString()
    for (const to of [past, far])
      expect((await owner.ask('POST', '/test-clock/advance', { to })).body['code']).toBe('VALIDATION_FAILED')
    const advanced = await owner.ask('POST', '/test-clock/advance', { seconds: 60 })
    expect([advanced.status, advanced.body['status']]).toEqual([202, 'advancing'])
    expect((await owner.ask('POST', '/test-clock/advance', { seconds: 60 })).body['code']).toBe(
      'CLOCK_ADVANCING',
    )
    await owner.do('POST', '/test-mode/leave')
  })

  it('cannot be emptied while a worker runs its jobs, and runs jobs again afterwards', async () => {
    const person = await signUp(api)
    const { id, name } = await testOrganization(person)
    const clocks = world.container.get(TestClockStore)
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    await clocks.hold(id, lease)
    await person.do('POST', '/projects', { name: 'Spring' })
    const refused = await person.ask('POST', '/test-clock/reset', { name })
    expect([refused.status, refused.body['code']]).toEqual([409, 'CLOCK_ADVANCING'])
    expect((await person.do('GET', '/projects')).items).toHaveLength(1)
    await clocks.letGo(id, lease)
    expect((await person.ask('POST', '/test-clock/reset', { name: 'Another' })).status).toBe(400)
    await person.do('POST', '/test-clock/reset', { name })
    expect((await person.do('GET', '/projects')).items).toEqual([])
    expect(await clocks.hold(id, lease)).not.toBeNull()
  })

  it.each([
    ['/test-clock/advance', { seconds: 1.5 }, '/seconds must be a whole number'],
    [
      '/test-clock/advance',
      { seconds: 1, to: '2027-01-01T00:00:00Z' },
      'the body must have only one of to, seconds',
    ],
    ['/test-clock/advance', {}, 'the body must have to or seconds'],
    ['/test-clock/rules', { url: 'file:///etc/passwd' }, '/url must be an absolute http or https URL'],
  ])('explains the error of a request to %s with %j', async (path, request, message) => {
    await testOrganization(owner)
    const { status, body } = await owner.ask(path.endsWith('rules') ? 'PUT' : 'POST', path, request)
    expect([status, body['message']]).toEqual([400, `The request is not valid: ${message}`])
    await owner.do('POST', '/test-mode/leave')
  })

  it('says in each refusal what to do', async () => {
    const messageOf = async (method: string, path: string, json?: object) =>
      (await owner.ask(method, path, json)).body['message']
    expect(await messageOf('GET', '/test-clock')).toBe('This works only in test mode. Enter test mode first.')
    await testOrganization(owner)
    expect(await messageOf('PUT', '/organization/plan', { planId: 'free' })).toBe(
      'This works only in your real organization. Leave test mode first.',
    )
    await owner.ask('POST', '/test-clock/advance', { seconds: 60 })
    expect(await messageOf('POST', '/test-clock/advance', { seconds: 60 })).toBe(
      'The test clock is advancing; nothing was changed. Try again when it has stopped.',
    )
    await owner.do('POST', '/test-mode/leave')
  })

  it('stores the rules by which servers, receivers and people answer', async () => {
    await testOrganization(owner)
    const rules = {
      url: null,
      messages: [{ to: '*@bounce.test', response: 'bounce' }],
      calls: [{ url: '*', answer: 'deny' }],
      replies: [{ to: '*', kind: 'reply', afterSeconds: 60, text: 'Yes', awaySeconds: null }],
    }
    expect(await owner.do('PUT', '/test-clock/rules', rules)).toEqual(rules)
    const { body, headers } = await owner.ask('GET', '/test-clock/rules')
    expect(body).toEqual(rules)
    // An edit of the rules that the editor saw is stored once. A second edit of them is refused.
    const ifSeen = { headers: { 'if-match': headers.get('etag') ?? '' } }
    const edited = { ...rules, calls: [] }
    expect((await owner.ask('PUT', '/test-clock/rules', edited, ifSeen)).body).toEqual(edited)
    const refused = await owner.ask('PUT', '/test-clock/rules', { ...rules, replies: [] }, ifSeen)
    expect(refused.body).toMatchObject({ code: 'CONFLICT', errors: [{ code: 'OUTDATED' }] })
    await owner.do('POST', '/test-mode/leave')
  })

  it('changes no meter of the real organization', async () => {
    await createWorkshop(owner)
    const before = await owner.do('GET', '/usage')
    await testOrganization(owner)
    const { id: projectId } = await owner.do('POST', '/projects', { name: 'Counted nowhere' })
    const table = await owner.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    expect((await owner.import(table.id, 'name\nAda\nGrace\n')).status).toBe(201)
    const usage = await owner.do('GET', '/usage')
    expect(usage.meters[0]).toMatchObject({ used: 2, limit: 10_000 })
    await owner.do('POST', '/test-mode/leave')
    expect(await owner.do('GET', '/usage')).toEqual(before)
  })

  it('follows the time zone of the real organization and its rule for replies, and changes neither there', async () => {
    const chosen = async () => {
      const { timeZone, unsubscribesByReply } = await owner.do('GET', '/organization')
      return [timeZone, unsubscribesByReply]
    }
    await owner.do('PATCH', '/organization', { timeZone: 'America/Lima' })
    await testOrganization(owner)
    expect(await chosen()).toEqual(['America/Lima', false])
    await owner.do('PATCH', '/organization', { timeZone: 'Asia/Tokyo' })
    await owner.do('POST', '/test-mode/leave')
    expect(await chosen()).toEqual(['America/Lima', false])
    await owner.do('PATCH', '/organization', { timeZone: 'Europe/Riga' })
    await testOrganization(owner)
    expect(await chosen()).toEqual(['Europe/Riga', false])
    await owner.do('POST', '/test-mode/leave')
    await owner.do('PATCH', '/organization', { unsubscribesByReply: true, keepsBodies: false })
    await testOrganization(owner)
    expect(await chosen()).toEqual(['Europe/Riga', true])
    expect(await owner.do('GET', '/organization')).toMatchObject({ keepsBodies: true })
  })

  it('counts its meters by the real month, whatever its clock shows, and keeps them at a reset', async () => {
    const { id, name } = await testOrganization(owner)
    const workshop = await createWorkshop(owner)
    const { spinnerId, dataTableId, projectId, apiKey: key } = workshop
    const people = await owner.do('POST', `/projects/${projectId}/data-tables`, { name: 'People' })
    await owner.import(people.id, 'name,email\nLin,lin@example.com\n')
    await owner.do('PATCH', `/data-tables/${people.id}`, { match: { columns: ['email'], onMatch: 'update' } })
    const read = async () => {
      const { period, resetsAt, meters } = await owner.do('GET', '/usage')
      return [period, resetsAt, ...meters.map(({ used }: { used: number }) => used)]
    }
    const resetsAt = '2026-12-01T00:00:00.000Z'
    expect(await read()).toEqual(['2026-11', resetsAt, 3, 0])
    const months = ['2026-12-05', '2027-02-28', '2027-11-20', '2028-01-31']
    for (const [no, day] of months.entries()) {
      await setTestClock(world, id, `${day}T09:00:00.000Z`)
      const lead = (part: string) => ({ name: part, email: `${part}.${no}@example.com` })
      expect((await owner.import(dataTableId, `name,email\nIda,ida.${no}@example.com\n`)).status).toBe(201)
      for (const table of [dataTableId, people.id]) {
        const json = { dataTableId: table, records: [lead('joan')] }
        expect(await api.ingest([], { key, json })).toMatchObject({ status: 201 })
      }
      const json = { records: [lead('mary')] }
      expect((await api.trigger({ spinnerId, key, json })).status).toBe(201)
      expect((await api.trigger({ spinnerId, key })).status).toBe(201)
    }
    expect(await read()).toEqual(['2026-11', resetsAt, 3 + 4 * 4, 4 * 2])
    const rows = Array.from({ length: 9_980 }, (_, no) => `Row,row${no}@example.com`).join('\n')
    expect((await owner.import(dataTableId, `name,email\n${rows}\n`)).status).toBe(201)
    const spent = { code: 'PLAN_LIMIT', meter: 'records', limit: 10_000, used: 9_999, resetsAt }
    const two = ['ann', 'eva'].map((first) => ({ name: first, email: `${first}@example.com` }))
    const refusals = async (table: string) => [
      (await owner.import(table, 'name,email\nann,ann@example.com\neva,eva@example.com\n')).body,
      (await api.ingest([], { key, json: { dataTableId: table, records: two } })).body,
    ]
    for (const table of [dataTableId, people.id])
      for (const body of await refusals(table)) expect(body).toMatchObject(spent)
    const json = { records: two }
    expect((await api.trigger({ spinnerId, key, json })).body).toMatchObject(spent)
    await setTestClock(world, id, '2028-05-31T09:00:00.000Z')
    await owner.do('POST', '/test-clock/reset', { name })
    expect(await read()).toEqual(['2026-11', resetsAt, 9_999, 8])
  })
})

/** Sets the clock of a test organization, as an advance does. */
async function setTestClock(world: World, organizationId: string, now: string): Promise<void> {
  await world.container.get(UnitOfWork).run(async (tx) => {
    const clock = await tx.testClocks.lock(organizationId)
    if (clock === null) throw new Error('The organization has no test clock')
    await tx.testClocks.save({ ...clock, now: new Date(now) })
  })
}
