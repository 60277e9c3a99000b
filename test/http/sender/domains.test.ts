import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { NodeDomainRecords } from '../../../src/adapters/dns/node-domain-records.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { blockingFindings } from '../../../src/domain/sender/domain-findings.ts'
import { DomainRecords } from '../../../src/ports/sender/domain-records.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { createTasks } from '../../../workers/tasks.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { addSender } from '../../support/data/senders.ts'
import { DnsServer } from '../../support/servers/dns-server.ts'
import { createWorld, type World } from '../../support/world.ts'

let domains = 0

describe('the domain of a sender', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let domain: string
  const dns = new DnsServer()
  beforeAll(async () => {
    const records = new NodeDomainRecords([await dns.listen()])
    world = await createWorld([provideValue(DomainRecords, records)])
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
    await dns.close()
  })
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
    domain = `domain${domains++}.example`
    dns.queriedNames.length = 0
  })

  const connected = () => addSender(world, person.organizationId, { email: `Ada@${domain}` })
  function complete(): void {
    dns.texts.set(domain, ['v=spf1 include:_spf.google.com ~all'])
    dns.texts.set(`google._domainkey.${domain}`, ['v=DKIM1; p=MIIB'])
    dns.texts.set(`_dmarc.${domain}`, ['v=DMARC1; p=none'])
  }
  const publish = (json: object = {}, by = person) =>
    by.ask('POST', `/spinners/${own.spinnerId}/publish`, json)
  const change = (subject: string) =>
    person.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [{ ...welcome, subject }] })

  it('is checked on the first request, and the stored result is shown', async () => {
    const id = await connected()
    const body = await person.do('GET', `/senders/${id}/domain`)
    expect(body).toMatchObject({ domain, isComplete: false })
    expect(body.findings).toMatchObject([
      { record: 'spf', status: 'missing', name: domain, value: 'v=spf1 include:_spf.google.com ~all' },
      { record: 'dkim', status: 'missing', name: `google._domainkey.${domain}` },
      { record: 'dmarc', status: 'missing', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
    ])
    dns.queriedNames.length = 0
    expect(await person.do('GET', `/senders/${id}/domain`)).toEqual(body)
    expect(dns.queriedNames).toEqual([])
  })

  it('is checked again on request after a record was added', async () => {
    const id = await connected()
    await person.do('GET', `/senders/${id}/domain`)
    complete()
    expect((await person.do('POST', `/senders/${id}/domain/check`)).isComplete).toBe(true)
    expect((await person.do('GET', `/senders/${id}/domain`)).isComplete).toBe(true)
  })

  it('prevents the publication of a spinner if a record is missing, and names the record', async () => {
    await connected()
    await change('Hello')
    const { status, body } = await publish()
    expect([status, body['code']]).toEqual([422, 'SPINNER_INVALID'])
    const errors = body['errors'] as { pointer: string; code: string; message: string }[]
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/steps/0', 'SPF_MISSING'],
      ['/steps/0', 'DKIM_MISSING'],
      ['/steps/0', 'DMARC_MISSING'],
    ])
    expect(errors[0]?.message).toContain(`TXT record at ${domain}: v=spf1 include:_spf.google.com ~all`)
    const { publishedVersion } = await person.do('GET', `/spinners/${own.spinnerId}`)
    expect(publishedVersion).toBe(1)
  })

  it('permits the publication of a spinner if all records exist', async () => {
    await connected()
    complete()
    await change('Hello')
    expect((await publish()).status).toBe(200)
  })

  it('prevents the publication of a spinner if the DKIM selector is unknown, until an admin accepts it', async () => {
    const address = `billing@${domain}`
    await addSender(world, person.organizationId, {
      kind: 'smtp',
      email: address,
      settings: { host: `mx.${domain}` },
    })
    complete()
    await change('Hello')
    const { status, body } = await publish()
    const errors = body['errors'] as { code: string; message: string }[]
    expect([status, errors.map(({ code }) => code)]).toEqual([422, ['DKIM_UNKNOWN']])
    expect(errors[0]?.message).toContain('selector')
    expect((await publish({ ignoreWarnings: true })).status).toBe(200)
  })

  it('permits the publication of a spinner if DNS does not answer', async () => {
    await connected()
    for (const name of [domain, `google._domainkey.${domain}`, `_dmarc.${domain}`]) dns.broken.add(name)
    await change('Hello')
    expect((await publish()).status).toBe(200)
  })

  it('can be overridden by admins and owners only, which the audit log records', async () => {
    await connected()
    await change('Hello')
    const member = await addMember(api, world.container, person.organizationId)
    expect((await publish({ ignoreWarnings: true }, member)).status).toBe(403)
    expect((await publish({ ignoreWarnings: true })).status).toBe(200)
    await change('Again')
    expect((await publish({ ignoreWarnings: false }, member)).status).toBe(422)
  })

  it('is not checked for an organization without senders, or a spinner without e-mails', async () => {
    await change('Hello')
    expect((await publish()).status).toBe(200)
    await connected()
    const steps = [{ type: 'webhook', url: 'https://example.com', body: '{}' }]
    await person.do('PATCH', `/spinners/${own.spinnerId}`, { steps })
    expect((await publish()).status).toBe(200)
    expect(dns.queriedNames).toEqual([])
  })

  it('is neither returned nor checked in test mode, which asks no name server', async () => {
    await connected()
    await person.do('POST', `/projects/${own.projectId}/copy-to-test`, {})
    await person.do('POST', '/test-mode/enter')
    const [copy] = (await person.do('GET', '/senders')).items
    for (const [method, path] of [
      ['GET', 'domain'],
      ['POST', 'domain/check'],
    ] as const) {
      const { status, body } = await person.ask(method, `/senders/${copy.id}/${path}`)
      expect([method, status, body['code']]).toEqual([method, 409, 'TEST_MODE_REFUSED'])
    }
    expect(dns.queriedNames).toEqual([])
    await person.do('POST', '/test-mode/leave')
  })

  it('is checked daily by the workers', async () => {
    const id = await connected()
    await person.do('POST', `/senders/${id}/domain/check`)
    complete()
    const task = createTasks(world.container)['check-domains']
    const run = () => task?.({}, { signal: new AbortController().signal })
    await run()
    const lacks = async () => {
      const sender = await world.container.get(SenderStore).withVerdict(person.organizationId, id)
      return sender?.verdict === null || sender === null ? null : blockingFindings(sender.verdict).length
    }
    expect(await lacks()).toBe(3)
    const before = world.clock.now()
    world.clock.set(new Date(before.getTime() + 25 * 60 * 60 * 1000).toISOString())
    await run()
    expect(await lacks()).toBe(0)
    world.clock.set(before.toISOString())
  })
})
