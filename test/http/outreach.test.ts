import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../src/composition/provide.ts'
import type { Outcome } from '../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage, WebhookMessage } from '../../src/domain/sender/message/message.ts'
import { EmailChannel, WebhookChannel } from '../../src/ports/sender/message/channels.ts'
import { SharedSecretStore } from '../../src/ports/sender/shared-secrets.ts'
import { type Api, createApi } from '../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

/** A test double: `ScriptedEmail` is an e-mail channel that returns the outcome that a test sets. */
class ScriptedEmail extends EmailChannel {
  readonly sent: EmailMessage[] = []
  outcome: (message: EmailMessage) => Outcome = () => ({ kind: 'sent' })

  override async send(message: EmailMessage): Promise<Outcome> {
    const outcome = this.outcome(message)
    if (outcome.kind === 'sent') this.sent.push(message)
    return outcome
  }
}

class ScriptedWebhook extends WebhookChannel {
  readonly sent: WebhookMessage[] = []

  override async send(message: WebhookMessage): Promise<Outcome> {
    this.sent.push(message)
    return { kind: 'sent' }
  }

  override async ask(message: WebhookMessage) {
    return { outcome: await this.send(message), answer: '' }
  }
}

describe('outreach', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let email: ScriptedEmail
  let webhook: ScriptedWebhook

  beforeAll(async () => {
    email = new ScriptedEmail()
    webhook = new ScriptedWebhook()
    world = await createWorld([provideValue(EmailChannel, email), provideValue(WebhookChannel, webhook)])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    // Jobs that other tests did not finish stay unfinished.
    await world.inspect.loseTurns()
    email.sent.length = 0
    webhook.sent.length = 0
    email.outcome = () => ({ kind: 'sent' })
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  async function run(): Promise<{ id: string; counts: Record<string, number>; status: string }> {
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    return person.do('GET', `/jobs/${jobId}`)
  }
  async function publish(steps: object[]): Promise<void> {
    await person.do('PATCH', `/spinners/${own.spinnerId}`, { steps })
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
  }
  const recipients = async (jobId: string) => (await person.do('GET', `/jobs/${jobId}/recipients`)).items
  const addressees = () => email.sent.map(({ to }) => to).toSorted()

  it('sends nothing to an address with control characters, or to one that is too long', async () => {
    const long = `${'x'.repeat(250)}@example.com`
    await person.import(own.dataTableId, `name,email\nA,a\u0001b@example.com\nB,${long}\n`)
    expect((await run()).counts).toMatchObject({ done: 2, failed: 2 })
  })

  it('refuses to publish a spinner that sends to the unsubscribe link', async () => {
    await person.do('PATCH', `/spinners/${own.spinnerId}`, {
      steps: [{ ...welcome, to: '{{ unsubscribe_url }}' }],
    })
    expect((await person.ask('POST', `/spinners/${own.spinnerId}/publish`)).body['code']).toBe(
      'SPINNER_INVALID',
    )
  })

  describe('a suppressed address', () => {
    it('is skipped with the reason, in any capitalization', async () => {
      const entry = await person.do('POST', '/suppressions', { email: 'ADA@example.com' })
      expect(entry).toMatchObject({ email: 'ada@example.com', reason: 'added' })
      const { id, counts } = await run()
      expect([counts['done'], counts['skipped'], addressees()]).toEqual([1, 1, ['grace@example.com']])
      expect((await recipients(id))[0]).toMatchObject({
        status: 'skipped',
        error: 'The address is on the suppression list',
      })
    })

    it.each(['ada@ｅxample.com', 'ada@exam\u{ad}ple.com', 'ada@example.com.', 'Ada@EXAMPLE.com'])(
      'is skipped at %j, another spelling of it',
      async (spelling) => {
        await person.do('POST', '/suppressions', { email: 'ada@example.com' })
        await person.import(own.dataTableId, `name,email\nAgain,${spelling}\n`)
        expect((await run()).counts).toMatchObject({ done: 1, skipped: 2 })
        expect(addressees()).toEqual(['grace@example.com'])
      },
    )

    it('of a whole domain is skipped, and a list adds many with a note', async () => {
      const domain = await person.do('POST', '/suppressions', { domain: 'Example.com', note: 'Own company' })
      expect(domain).toMatchObject({ email: null, domain: 'example.com', note: 'Own company' })
      expect((await run()).counts).toMatchObject({ done: 0, skipped: 2 })
      expect(addressees()).toEqual([])
      await person.do('DELETE', `/suppressions/${domain.id}`)
      const entries = [
        'Eve@example.org',
        'globex.example',
        '@globex.example',
        'not an address',
        'anna@@x.example',
      ]
      const answer = await person.do('POST', '/suppressions/import', { entries, note: 'Trade fair' })
      expect(answer).toEqual({ added: 2, alreadySuppressed: 0, invalid: [3, 4] })
      expect(await person.do('POST', '/suppressions/import', { entries })).toMatchObject({
        added: 0,
        alreadySuppressed: 2,
      })
      const { items } = await person.do('GET', '/suppressions?q=GLOBEX')
      expect(items).toMatchObject([{ email: null, domain: 'globex.example', note: 'Trade fair' }])
      const refused = await person.ask('POST', '/suppressions', { domain: 'not a domain' })
      expect([refused.status, refused.body['errors']]).toMatchObject([400, [{ pointer: '/domain' }]])
    })

    it('can be added in another spelling', async () => {
      const { email: stored } = await person.do('POST', '/suppressions', { email: 'ada@ｅxample.com' })
      expect(stored).toBe('ada@example.com')
      expect((await run()).counts).toMatchObject({ done: 1, skipped: 1 })
    })

    it('needs a valid domain: an invalid one fails its recipient, and cannot be added to the list', async () => {
      await person.import(own.dataTableId, 'name,email\nNowhere,ada@a\u{200d}b.com\n')
      const { id, counts } = await run()
      expect(counts).toMatchObject({ done: 2, failed: 1 })
      expect((await recipients(id)).at(-1)).toMatchObject({ error: '"to" is not one e-mail address' })
      const { status, body } = await person.ask('POST', '/suppressions', { email: 'ada@a\u{200d}b.com' })
      expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ code: 'NOT_AN_EMAIL' })]])
    })

    it('receives messages again after it is removed from the list', async () => {
      const { id } = await person.do('POST', '/suppressions', { email: 'ada@example.com' })
      expect((await person.ask('DELETE', `/suppressions/${id}`)).status).toBe(204)
      await run()
      expect(addressees()).toEqual(['ada@example.com', 'grace@example.com'])
      expect((await person.do('GET', '/suppressions')).items).toEqual([])
    })

    it('is suppressed for one organization only', async () => {
      await (await signUp(api)).do('POST', '/suppressions', { email: 'ada@example.com' })
      expect((await run()).counts['done']).toBe(2)
    })

    it('is added after a message bounced', async () => {
      email.outcome = ({ to }) =>
        to.startsWith('ada')
          ? { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'no such user', bounced: true }
          : { kind: 'sent' }
      expect((await run()).counts).toMatchObject({ failed: 1, done: 1 })
      const { items } = await person.do('GET', '/suppressions')
      expect(items).toEqual([expect.objectContaining({ email: 'ada@example.com', reason: 'bounced' })])
    })

    it('keeps its first reason when it is added again, ten times at once', async () => {
      const entries = await Promise.all(
        Array.from({ length: 10 }, () => person.do('POST', '/suppressions', { email: 'ada@example.com' })),
      )
      expect(new Set(entries.map(({ id }) => id)).size).toBe(1)
    })

    it('is refused if it is not an address', async () => {
      expect((await person.ask('POST', '/suppressions', { email: 'nobody' })).status).toBe(400)
    })
  })

  describe('the unsubscribe link', () => {
    const linkTo = async (to: string): Promise<string> => {
      await run()
      const url = new URL(email.sent.find((message) => message.to === to)?.unsubscribeUrl ?? '')
      expect(url.href).toContain(world.config.publicApiUrl)
      return api.url + url.pathname
    }

    it('works with one click in a mail program, for every later job', async () => {
      const link = await linkTo('ada@example.com')
      const response = await fetch(link, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(response.status).toBe(200)
      await publish([{ ...welcome, subject: 'Again, {{ name }}' }])
      await person.import(own.dataTableId, 'name,email\nAda,Ada@Example.com\n')
      const { id, counts } = await run()
      expect(counts).toMatchObject({ skipped: 1, done: 0 })
      expect((await recipients(id))[0]).toMatchObject({ error: 'The person has unsubscribed' })
    })

    it('does nothing when a program only opens it, and shows people a button', async () => {
      const page = await (await fetch(await linkTo('ada@example.com'))).text()
      expect(page).toContain('ada@example.com')
      expect(page).toContain('<button>Unsubscribe</button>')
      // Tests that the unsubscribe page names the sender, because people forget whom they gave their address.
      expect(page).toContain('stop all e-mail from <q>Analytical Engines</q> to ada@example.com')
      expect((await person.do('GET', '/suppressions')).items).toEqual([])
    })

    it.each([
      ['fr-CH, fr;q=0.9, en;q=0.8', '', 'fr', 'Se désabonner'],
      ['nl, de;q=0.5', '', 'de', 'Abmelden'],
      ['de', '?language=es', 'es', 'Cancelar la suscripción'],
      ['nl', '', 'en', 'Unsubscribe'],
    ])('speaks the language of its reader: %s%s', async (accepted, search, language, button) => {
      const link = `${await linkTo('ada@example.com')}${search}`
      const page = await (await fetch(link, { headers: { 'accept-language': accepted } })).text()
      expect(page).toContain(`<html lang="${language}"`)
      expect(page).toContain(`<button>${button}</button>`)
      expect(page).toContain('<q>Analytical Engines</q>')
    })

    it('cannot be invented, or changed to another address', async () => {
      const link = await linkTo('ada@example.com')
      const token = link.split('/').at(-1) ?? ''
      const bytes = Buffer.from(token, 'base64url')
      bytes[bytes.length - 1] = 'x'.charCodeAt(0)
      for (const other of [bytes.toString('base64url'), 'x', token.slice(0, 40)]) {
        expect((await fetch(`${api.url}/unsubscribe/${other}`, { method: 'POST' })).status).toBe(404)
        const page = await fetch(`${api.url}/unsubscribe/${other}`)
        expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('not complete')])
      }
    })

    it('does not appear in the log', async () => {
      const link = await linkTo('ada@example.com')
      await fetch(link, { method: 'POST' })
      expect(JSON.stringify(api.log)).not.toContain(link.split('/').at(-1))
    })

    it('can be part of the text', async () => {
      await publish([{ ...welcome, text: 'Hello {{ name }}\n{{ unsubscribe_url }}' }])
      await run()
      expect(email.sent[0]?.text).toContain(email.sent[0]?.unsubscribeUrl)
    })
  })

  describe('a template over an empty cell', () => {
    beforeEach(() => person.import(own.dataTableId, 'name,email\n,nameless@example.com\n'))

    it('fails that recipient instead of sending a greeting without a name', async () => {
      const { id, counts } = await run()
      expect(counts).toMatchObject({ done: 2, failed: 1 })
      expect((await recipients(id))[2].error).toBe('"subject": The column "name" is empty in the record')
    })

    it('can contain a default text', async () => {
      const subject = 'Welcome{% if name %}, {{ name }}{% endif %}'
      await publish([{ ...welcome, subject, text: 'Hello {{ name | default: "there" }}' }])
      expect((await run()).counts).toMatchObject({ done: 3 })
      expect(email.sent).toContainEqual(expect.objectContaining({ subject: 'Welcome', text: 'Hello there' }))
    })
  })

  describe('a webhook step', () => {
    const hook = {
      type: 'webhook',
      url: 'https://crm.example.com/in/{{ name }}',
      body: '{"to": {{ email | json }}}',
    }

    it('posts each record with its own id', async () => {
      await publish([{ ...hook, headers: { 'x-name': '{{ name }}' }, method: 'PUT' }])
      const { id, counts } = await run()
      expect(counts['done']).toBe(2)
      const sent = webhook.sent.toSorted((a, b) => (a.url < b.url ? -1 : 1))
      expect(sent.map(({ url, body }) => [url, body])).toEqual([
        ['https://crm.example.com/in/Ada', '{"to": "ada@example.com"}'],
        ['https://crm.example.com/in/Grace', '{"to": "grace@example.com"}'],
      ])
      expect(sent[0]).toMatchObject({ method: 'PUT', headers: { 'x-name': 'Ada' } })
      expect(new Set(sent.map((message) => message.id)).size).toBe(2)
      expect(sent[0]?.id).toContain(id)
    })

    it('fails if its body does not render to JSON', async () => {
      await publish([{ ...hook, body: '{"to": {{ email }}}' }])
      const { id } = await run()
      expect((await recipients(id))[0].error).toBe('"body" does not render to valid JSON')
    })

    it.each([
      'https://{{ name }}.example.com/',
      'https://{{ name }}/',
      'ftp://example.com/',
      'https://user@example.com/',
      '{{ email }}',
      '//example.com/',
    ])('cannot be published with the URL %s', async (url) => {
      await person.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [{ ...hook, url }] })
      const { status, body } = await person.ask('POST', `/spinners/${own.spinnerId}/publish`)
      expect(status).toBe(422)
      expect(body['errors']).toContainEqual(expect.objectContaining({ pointer: '/steps/0/url' }))
    })

    it('is signed with a secret that users see and rotate', async () => {
      const { secret } = await person.do('GET', '/organization/webhook-secret')
      expect(secret).toMatch(/^whsec_/)
      expect((await person.do('GET', '/organization/webhook-secret')).secret).toBe(secret)
      const rotated = await person.do('POST', '/organization/webhook-secret/rotate')
      expect(rotated.secret).not.toBe(secret)
      expect(await person.do('GET', '/organization/webhook-secret')).toEqual(rotated)
    })

    it('keeps the secret of its receivers if a rotation is repeated within a day', async () => {
      const rotate = (body?: object) => person.ask('POST', '/organization/webhook-secret/rotate', body)
      const see = () => person.do('GET', '/organization/webhook-secret')
      await rotate({ graceSeconds: 0 })
      const { secret: first, previousUntil: none } = await see()
      expect(none).toBeNull()
      const second = await rotate()
      const endsAt = new Date(world.clock.now().getTime() + 24 * 60 * 60 * 1_000).toISOString()
      expect(second).toMatchObject({ status: 200, body: { previousUntil: endsAt } })
      const { status, body } = await rotate({})
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
      expect(body['message']).toContain(endsAt)
      const signing = () => world.container.get(SharedSecretStore).webhookSecrets(person.organizationId)
      expect(await signing()).toEqual([second.body['secret'], first])
      const third = await rotate({ graceSeconds: 0 })
      expect((await rotate({ graceSeconds: 86_401 })).status).toBe(400)
      expect(await see()).toEqual({ secret: third.body['secret'], previousUntil: null })
      expect(await signing()).toEqual([third.body['secret']])
    })
  })

  describe('a preview', () => {
    it('shows the draft for the first records, and sends nothing', async () => {
      await person.do('PATCH', `/spinners/${own.spinnerId}`, {
        steps: [
          { type: 'condition', column: 'name', operator: 'equals', value: 'Ada' },
          { ...welcome, subject: 'Draft for {{ name }}' },
          { type: 'wait', seconds: 60 },
        ],
      })
      const { items } = await person.do('POST', `/spinners/${own.spinnerId}/preview`)
      expect(items.map(({ steps }: { steps: object[] }) => steps)).toEqual([
        [
          {
            step: 0,
            path: '1',
            type: 'condition',
            status: 'passes',
            code: null,
            reason: null,
            message: null,
          },
          {
            step: 1,
            path: '2',
            type: 'email',
            status: 'sends',
            code: null,
            reason: null,
            message: {
              to: 'ada@example.com',
              subject: 'Draft for Ada',
              preheader: null,
              text: 'Hello Ada',
              html: null,
            },
          },
          { step: 2, path: '3', type: 'wait', status: 'passes', code: null, reason: null, message: null },
        ],
        [
          expect.objectContaining({
            status: 'skips',
            code: 'CONDITION_NOT_MET',
            reason: 'The record does not meet the condition on "name"',
          }),
        ],
      ])
      expect(email.sent).toEqual([])
      expect((await person.do('GET', '/usage')).meters[1].used).toBe(0)
    })

    it('shows the requested records, and why one fails', async () => {
      await person.import(own.dataTableId, 'name,email\n,nameless@example.com\n')
      const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
      const recordIds = [items[2].id]
      const preview = await person.do('POST', `/spinners/${own.spinnerId}/preview`, { recordIds })
      expect(preview.items).toEqual([
        {
          recordId: items[2].id,
          steps: [
            expect.objectContaining({
              status: 'fails',
              code: 'MISSING_CELL',
              reason: '"subject": The column "name" is empty in the record',
            }),
          ],
        },
      ])
    })

    it('shows unsaved steps, and saves none of them', async () => {
      const before = await person.do('GET', `/spinners/${own.spinnerId}`)
      const steps = [{ ...welcome, subject: 'Not saved, {{ name }}' }]
      const { items, errors } = await person.do('POST', `/spinners/${own.spinnerId}/preview`, { steps })
      expect(items[0].steps).toEqual([
        expect.objectContaining({ message: expect.objectContaining({ subject: 'Not saved, Ada' }) }),
      ])
      expect(errors).toEqual([])
      expect(await person.do('GET', `/spinners/${own.spinnerId}`)).toEqual(before)
    })

    it('reports the errors of publishing, in the same words', async () => {
      const path = `/spinners/${own.spinnerId}`
      const steps = [
        { type: 'condition', column: 'Name', operator: 'exists' },
        { ...welcome, text: 'Hello {{ phone }}' },
      ]
      const { errors } = await person.do('POST', `${path}/preview`, { steps })
      expect(errors).toEqual([
        expect.objectContaining({ pointer: '/steps/0/column', code: 'UNKNOWN_COLUMN', suggestion: 'name' }),
        expect.objectContaining({ pointer: '/steps/1/text', code: 'UNKNOWN_COLUMN', column: 'phone' }),
      ])
      await person.do('PATCH', path, { steps })
      expect((await person.do('POST', `${path}/preview`)).errors).toEqual(errors)
      const refused = await person.ask('POST', `${path}/publish`)
      expect([refused.status, refused.body['code'], refused.body['errors']]).toEqual([
        422,
        'SPINNER_INVALID',
        errors,
      ])
    })

    it('refuses steps that cannot be saved, with the same errors', async () => {
      const path = `/spinners/${own.spinnerId}`
      for (const steps of [[{ ...welcome, text: 7 }], [{ type: 'fax' }], []]) {
        const previewed = await person.ask('POST', `${path}/preview`, { steps })
        const saved = await person.ask('PATCH', path, { steps })
        expect([previewed.status, previewed.body['errors']]).toEqual([400, saved.body['errors']])
      }
    })

    it('skips a suppressed address with the reason of a job', async () => {
      await person.do('POST', '/suppressions', { email: 'Ada@example.com' })
      const { items } = await person.do('POST', `/spinners/${own.spinnerId}/preview`)
      const { id } = await run()
      const { items: reached } = await person.do('GET', `/jobs/${id}/recipients?status=skipped`)
      const [ada, grace] = items.map(({ steps }: { steps: object[] }) => steps)
      const skipped = { step: 0, path: '1', type: 'email', status: 'skips', message: null }
      expect(ada).toEqual([{ ...skipped, code: 'SUPPRESSED', reason: reached[0].error }])
      expect(grace).toEqual([expect.objectContaining({ status: 'sends' })])
    })

    it.each([
      { recordIds: [] },
      { steps: 'all' },
      { recordIds: Array.from({ length: 11 }, (_, no) => `${no}`) },
      { records: [] },
    ])('is refused with %j', async (json) => {
      expect((await person.ask('POST', `/spinners/${own.spinnerId}/preview`, json)).status).toBe(400)
    })
  })

  describe('a job that is cancelled before it begins', () => {
    it('leaves all its recipients to the next job', async () => {
      const path = `/spinners/${own.spinnerId}`
      const { jobId } = await person.do('POST', `${path}/jobs`)
      expect(await person.do('GET', `${path}/audience`)).toEqual({ records: 0 })
      const cancelled = await person.do('POST', `/jobs/${jobId}/cancel`)
      expect(cancelled).toMatchObject({
        status: 'cancelled',
        counts: { total: 2, pending: 2 },
        reasons: [{ code: 'RECORD_RELEASED', status: 'pending', count: 2 }],
      })
      expect(await person.do('GET', `${path}/audience`)).toEqual({ records: 2 })
      expect((await run()).counts).toMatchObject({ total: 2, done: 2 })
      expect(addressees()).toEqual(['ada@example.com', 'grace@example.com'])
    })
  })

  describe('retrying failed recipients', () => {
    const retry = (jobId: string, json?: object) => person.ask('POST', `/jobs/${jobId}/retry-failed`, json)
    const failing = () => {
      email.outcome = ({ to }) =>
        to.startsWith('ada')
          ? { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'not now' }
          : { kind: 'sent' }
    }

    it('shows them by step and reason, and who would continue after the step is corrected', async () => {
      await person.import(own.dataTableId, 'name,email\n,eve@example.com\nEve,nobody\nBob,neither\n')
      const { id } = await run()
      const failures = () => person.do('GET', `/jobs/${id}/failures`)
      const takenUp = { published: true, draft: true }
      const both = { step: 0, retried: 0, retryableBy: takenUp }
      expect(await failures()).toEqual({
        version: 1,
        publishedVersion: 1,
        nextCursor: null,
        items: [
          expect.objectContaining({ ...both, code: 'NOT_AN_ADDRESS', count: 2 }),
          expect.objectContaining({
            ...both,
            code: 'MISSING_CELL',
            count: 1,
            samples: [{ recordId: expect.any(String), message: expect.stringContaining('"name"') }],
          }),
        ],
      })
      await person.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [{ type: 'wait', seconds: 60 }] })
      const [wrong] = (await failures()).items
      expect(wrong.retryableBy).toEqual({ published: true, draft: false })
      await publish([{ ...welcome, text: 'Hello {{ name | default: "there" }}', subject: 'Hello' }])
      await retry(id, { codes: ['MISSING_CELL'], version: 'current' })
      await world.drain()
      expect(addressees()).toContain('eve@example.com')
      expect((await failures()).items).toMatchObject([{ retried: 0 }, { count: 1, retried: 1 }])
      await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
      expect(await failures()).toMatchObject({
        publishedVersion: null,
        items: [{ retryableBy: { published: null, draft: true } }, {}],
      })
    })

    it('sends to failed recipients only, as a new job', async () => {
      failing()
      const first = await run()
      expect(first.counts).toMatchObject({ failed: 1, done: 1 })
      email.outcome = () => ({ kind: 'sent' })
      const { status, body } = await retry(first.id)
      expect([status, body['status'], body['counts']]).toEqual([
        201,
        'queued',
        expect.objectContaining({ total: 1 }),
      ])
      await world.drain()
      expect(addressees()).toEqual(['ada@example.com', 'grace@example.com'])
      const second = await person.do('GET', `/jobs/${String(body['id'])}`)
      expect(second).toMatchObject({ status: 'completed', counts: { total: 1, done: 1, pending: 0 } })
      expect((await person.do('GET', '/usage')).meters[1].used).toBe(2)
    })

    it('continues from the step that failed', async () => {
      await publish([welcome, { ...welcome, subject: 'Second, {{ name }}' }])
      email.outcome = ({ subject }) =>
        subject === 'Second, Ada'
          ? { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'not now' }
          : { kind: 'sent' }
      const first = await run()
      email.outcome = () => ({ kind: 'sent' })
      await retry(first.id)
      await world.drain()
      const toAda = email.sent.filter(({ to }) => to === 'ada@example.com').map(({ subject }) => subject)
      expect(toAda).toEqual(['Welcome, Ada', 'Second, Ada'])
    })

    it('happens once, even when eight users start it at once', async () => {
      failing()
      const { id } = await run()
      const replies = await Promise.all(Array.from({ length: 8 }, () => retry(id)))
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array(7).fill(409),
      ])
    })

    it('can be limited to a reason, repeated for the others, and links the jobs', async () => {
      email.outcome = ({ to }) =>
        to.startsWith('ada')
          ? { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'no' }
          : { kind: 'failed', code: 'NOT_AN_ADDRESS', reason: 'wrong' }
      const { id } = await run()
      const ada = (await retry(id, { codes: ['MESSAGE_REFUSED'] })).body
      const grace = (await retry(id)).body
      expect([ada, grace]).toMatchObject([
        { retryOf: id, retries: [], counts: { total: 1 } },
        { retryOf: id, counts: { total: 1 } },
      ])
      expect((await retry(id)).body['message']).toContain('already retried')
      email.outcome = () => ({ kind: 'sent' })
      email.sent.length = 0
      await world.drain()
      expect(addressees()).toEqual(['ada@example.com', 'grace@example.com'])
      const first = await person.do('GET', `/jobs/${id}`)
      expect(first.retries).toEqual(
        [ada, grace].map((job) => ({
          id: job['id'],
          status: 'completed',
          createdAt: expect.any(String),
        })),
      )
    })

    it.each([
      { codes: ['BECAUSE'] },
      { codes: [] },
      { codes: 'MESSAGE_REFUSED' },
      { version: 'next' },
      { steps: [] },
    ])('is refused with %j', async (json) => {
      failing()
      const { id } = await run()
      const { status, body } = await retry(id, json)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    })

    it('runs the currently published version on request', async () => {
      await publish([welcome, { ...welcome, subject: 'Wrong, {{ name }}' }])
      email.outcome = ({ subject }) =>
        subject.startsWith('Wrong')
          ? { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'no' }
          : { kind: 'sent' }
      const { id } = await run()
      await publish([welcome, { ...welcome, subject: 'Right, {{ name }}' }, { type: 'wait', seconds: 60 }])
      email.sent.length = 0
      const again = (await retry(id, { version: 'current' })).body
      expect(again).toMatchObject({ spinnerVersion: 3, counts: { total: 2 } })
      await world.drain()
      expect(email.sent.map(({ subject }) => subject).toSorted()).toEqual(['Right, Ada', 'Right, Grace'])
    })

    it.each([
      ['another message precedes it', [{ ...welcome, subject: 'Before' }, welcome, welcome]],
      ['it has another type', [welcome, { type: 'wait', seconds: 60 }]],
      ['it was removed', [welcome]],
    ])('refuses a version in which the failed step cannot continue: %s', async (_, steps) => {
      const second = { ...welcome, subject: 'Second' }
      await publish([welcome, second])
      email.outcome = ({ subject }) =>
        subject === 'Second' ? { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'no' } : { kind: 'sent' }
      const { id } = await run()
      await publish(steps)
      const refused = await retry(id, { version: 'current' })
      expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
        409,
        'CONFLICT',
        expect.stringContaining('step 2 of version 2'),
      ])
      await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
      expect((await retry(id, { version: 'current' })).body['message']).toContain('is not published')
      expect((await retry(id, { version: 'same' })).status).toBe(201)
    })

    it('is refused when the spinner was deleted', async () => {
      failing()
      const { id } = await run()
      await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
      await person.do('DELETE', `/spinners/${own.spinnerId}`)
      expect((await retry(id)).body['message']).toBe('The spinner of this job was deleted')
      expect((await person.do('GET', '/usage')).meters[1].used).toBe(1)
    })

    it('is refused without failed recipients, also while the job runs', async () => {
      expect((await retry((await run()).id)).body['code']).toBe('CONFLICT')
      await person.import(own.dataTableId, 'name,email\nZoe,zoe@example.com\n')
      const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
      expect((await retry(jobId)).body['message']).toContain('No recipient of this job has failed')
    })
  })
})
