import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { conceptOf, wordsOfName } from '../../../src/domain/arrival/proposal/names.ts'
import { standardFooter } from '../../../src/domain/mail-footer.ts'
import { shippedTemplates } from '../../../src/domain/spinner/template/shipped-templates.ts'
import { maxTemplates } from '../../../src/domain/spinner/template/spinner-template.ts'
import { languageCodes } from '../../../src/domain/text/language.ts'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

const welcomeId = '00000000-0000-7000-8000-000000000001'

interface Column {
  readonly name: string
  readonly column: string | null
  readonly text: string | null
  readonly mayBeText: boolean
}

describe('templates of spinners', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    own = await createWorkshop(owner)
  })

  /** Creates a table of the organization with columns that spinners see, and returns its id. */
  async function table(...columns: readonly string[]): Promise<string> {
    const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, {
      name: 'Kontakte',
      columns: columns.map((name) => ({ name, isMetadata: true })),
    })
    return id
  }

  async function spinner(changes: object): Promise<string> {
    const words = { name: 'Mine', dataTableId: own.dataTableId, ...changes }
    return (await owner.do('POST', `/projects/${own.projectId}/spinners`, words)).id
  }

  const save = (words: object, person = owner) => person.do('POST', '/spinner-templates', words)
  const preview = (id: string, body: object, person = owner) =>
    person.do('POST', `/spinner-templates/${id}/preview`, body)

  const cellOf: Readonly<Record<string, string>> = { email: 'ada@example.com', date: '2027-01-31' }

  it.each(languageCodes)(
    'that come with the service are eight, have no faults over a table with their columns, and warn of nothing: %s',
    async (language) => {
      await owner.do('PATCH', '/organization', { language, postalAddress: 'Example Ltd, 1 High Street' })
      const [, unsubscribeWords = ''] = /\[(.*)\]/.exec(standardFooter(language).unsubscribeLine) ?? []
      const { items } = await owner.do('GET', '/spinner-templates')
      expect(items.map(({ isShipped }: { isShipped: boolean }) => isShipped)).toEqual(Array(8).fill(true))
      expect(items.map(({ name }: { name: string }) => name)).toEqual(
        shippedTemplates(language).map(({ name }) => name),
      )
      for (const { id, name, columns } of items) {
        const dataTableId = await table(...columns)
        const seen = await preview(id, { dataTableId })
        expect([name, seen.faults]).toEqual([name, []])
        expect(seen.columns.map((column: Column) => column.column)).toEqual(columns)
        const created = await owner.do('POST', `/spinner-templates/${id}/use`, { name, dataTableId })
        expect(created).toMatchObject({ name, dataTableId, status: 'draft', faults: [], steps: seen.steps })
        // A record with only an address and a date shows the words for empty cells.
        const names: readonly string[] = columns
        const cells = names.map((column) => cellOf[conceptOf(wordsOfName(column)) ?? 'date'] ?? '')
        await owner.import(dataTableId, `"${names.join('","')}"\n${cells.join()}`)
        const { errors, warnings, ...shown } = await owner.do('POST', `/spinners/${created.id}/preview`, {})
        expect([name, errors, warnings]).toEqual([name, [], []])
        expect(JSON.stringify(shown)).toContain(unsubscribeWords)
        const publication = await owner.ask('POST', `/spinners/${created.id}/publish`)
        expect([name, publication.status, publication.body['code']]).toEqual([name, 200, undefined])
      }
    },
  )

  it.each(languageCodes)(
    'that come with the service name the columns that their steps use: %s',
    async (language) => {
      for (const { id, name, columns, kind } of shippedTemplates(language)) {
        const dataTableId = await table(...columns)
        const created = await owner.do('POST', `/spinner-templates/${id}/use`, { name, dataTableId })
        const step = kind === 'email' ? 0 : undefined
        const saved = await save({ name, spinnerId: created.id, step })
        expect([name, saved.kind, saved.columns]).toEqual([name, kind, columns])
      }
    },
  )

  it('that come with the service are listed in another language than that of the organization by request', async () => {
    await owner.do('PATCH', '/organization', { language: 'fr' })
    const namesIn = async (query: string) =>
      (await owner.do('GET', `/spinner-templates${query}`)).items.map(({ name }: { name: string }) => name)
    expect(await namesIn('')).toContain('Série de bienvenue')
    expect(await namesIn('?language=de')).toContain('Willkommensserie')
    expect(await namesIn('?language=es&kind=email')).toEqual(['Boletín o anuncio', 'Petición de opinión'])
    expect((await owner.ask('GET', '/spinner-templates?language=nl')).status).toBe(400)
  })

  it.each(['de', 'fr', 'es'] as const)(
    'that come with the service find the columns of a table in another language: %s',
    async (language) => {
      const dataTableId = await table('E-mail', 'First name', 'Company')
      const template = shippedTemplates(language).find(({ columns }) => columns.length === 3)
      const seen = await preview(template?.id ?? '', { dataTableId })
      expect(seen.columns.map(({ column }: Column) => column)).toEqual(['E-mail', 'First name', 'Company'])
      const english = await preview(welcomeId, {
        dataTableId: await table(...(template?.columns.slice(0, 2) ?? [])),
      })
      expect(english.columns.map(({ column }: Column) => column)).toEqual(template?.columns.slice(0, 2))
    },
  )

  it('take the columns of a table that mean the same, and show those that it lacks', async () => {
    const dataTableId = await table('Mailadresse', 'Vorname')
    const trial = '00000000-0000-7000-8000-000000000003'
    const { columns, faults, steps } = await preview(trial, { dataTableId })
    expect(columns).toEqual([
      { name: 'Trial ends', column: null, text: null, mayBeText: false },
      { name: 'E-mail', column: 'Mailadresse', text: null, mayBeText: true },
      { name: 'First name', column: 'Vorname', text: null, mayBeText: true },
      { name: 'Company', column: null, text: null, mayBeText: true },
    ])
    expect(steps[1]).toMatchObject({ to: '{{ Mailadresse }}', html: expect.stringContaining('{{ Vorname |') })
    const missing = new Set(faults.map(({ column }: { column: string }) => column))
    expect(missing).toEqual(new Set(['Trial ends', 'Company']))
    const created = await owner.do('POST', `/spinner-templates/${trial}/use`, { name: 'Trial', dataTableId })
    expect(new Set(created.faults.map(({ column }: { column: string }) => column))).toEqual(missing)
  })

  it('replace columns by chosen ones and by texts, also if two columns exchange their names', async () => {
    const spinnerId = await spinner({
      steps: [
        { type: 'condition', where: { column: 'city', operator: 'exists' } },
        {
          type: 'email',
          to: '{{ email }}',
          subject: '{{ name }} of {{ city | default: "x" }}',
          text: '{% if name %}{{ name }}{% endif %} {{ email | json }}',
        },
      ],
    })
    const { id } = await save({ name: 'Two', spinnerId })
    const dataTableId = await table('name', 'email', 'place')
    const columns = [
      { name: 'email', column: 'name' },
      { name: 'name', column: 'email' },
      { name: 'city', column: 'place' },
    ]
    const { steps } = await preview(id, { dataTableId, columns })
    expect(steps).toMatchObject([
      { where: { column: 'place' } },
      {
        to: '{{ name }}',
        subject: '{{ email }} of {{ place | default: "x" }}',
        text: '{% if email %}{{ email }}{% endif %} {{ name | json }}',
      },
    ])
    const texts = [
      { name: 'name', text: 'friend' },
      { name: 'city', column: 'place' },
    ]
    const filled = await preview(id, { dataTableId, columns: texts })
    expect(filled.steps[1]).toMatchObject({
      subject: 'friend of {{ place | default: "x" }}',
      text: '{% if "friend" %}{{ "friend" }}{% endif %} {{ email | json }}',
    })
    const quoted = await preview(id, { dataTableId, columns: [{ name: 'name', text: '<b>"R&D"</b>' }] })
    expect(quoted.steps[1].subject).toBe(`{{ '<b>"R&D"</b>' }} of {{ city | default: "x" }}`)
  })

  it('refuse a text for a column that a condition reads, and columns that do not exist', async () => {
    const spinnerId = await spinner({
      steps: [
        { type: 'condition', column: 'name', operator: 'exists' },
        { type: 'email', to: '{{ email }}', subject: 'Hi', text: 'Hi' },
      ],
    })
    const { id } = await save({ name: 'Conditional', spinnerId })
    const ask = (columns: readonly object[]) =>
      owner.ask('POST', `/spinner-templates/${id}/preview`, { dataTableId: own.dataTableId, columns })
    const refusals = [
      [[{ name: 'name', text: 'Ada' }], { code: 'COLUMN_NEEDED', column: 'name' }],
      [[{ name: 'nobody', column: 'name' }], { pointer: '/columns/0/name', code: 'UNKNOWN_COLUMN' }],
      [[{ name: 'name', column: 'nothing' }], { pointer: '/columns/0/column', code: 'UNKNOWN_COLUMN' }],
    ] as const
    for (const [columns, error] of refusals) {
      const { status, body } = await ask(columns)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      expect(body['errors']).toEqual([expect.objectContaining(error)])
    }
    expect((await ask([{ name: 'name', column: 'name', text: 'x' }])).status).toBe(400)
    expect((await ask([{ name: 'name', text: '{{ email }}' }])).status).toBe(400)
  })

  it('keep the settings and every field of the steps, and leave out senders and the values of headers', async () => {
    const sender = await addSender(world, owner.organizationId)
    const steps = [
      { type: 'email', to: '{{ email }}', subject: 'One', text: 'One', senders: [sender.id] },
      {
        type: 'split',
        branches: [
          {
            name: 'A',
            percent: 50,
            steps: [
              {
                type: 'email',
                to: '{{ email }}',
                subject: 'Two',
                text: 'Two',
                thread: true,
                senders: [sender.id],
              },
            ],
          },
          {
            name: 'B',
            percent: 50,
            steps: [
              {
                type: 'webhook',
                url: 'https://crm.example.com/{{ name }}',
                headers: { Authorization: 'Bearer hush' },
                body: '{}',
              },
            ],
          },
        ],
      },
    ]
    const settings = {
      audience: 'all',
      contact: 'oncePerRecord',
      isExclusive: true,
      exits: ['bounce'],
      reply: { scope: 'job' },
      sendWindow: { days: [1, 2], from: '09:00', to: '12:00', zone: { column: 'zone' } },
      starts: { on: 'schedule', cron: '0 9 * * 1', timeZone: 'Europe/Berlin' },
      triggerData: [{ name: 'offer', type: 'text', isRequired: false }],
    }
    const saved = await save({ name: 'All', spinnerId: await spinner({ steps, ...settings }) })
    expect(saved).toMatchObject({
      kind: 'spinner',
      isShipped: false,
      settings,
      columns: ['zone', 'email', 'name'],
      stepCount: 4,
    })
    expect(JSON.stringify(saved)).not.toMatch(/hush|senders/)
    const { steps: made, ...created } = await owner.do('POST', `/spinner-templates/${saved.id}/use`, {
      name: 'Made',
      dataTableId: await table('email', 'name', 'zone'),
    })
    expect(created).toMatchObject(settings)
    expect(made[0]).toEqual({ type: 'email', to: '{{ email }}', subject: 'One', text: 'One' })
    expect(made[1].branches[0].steps).toMatchObject([{ subject: 'Two', thread: true }])
    expect(Object.keys(made[1].branches[1].steps[0].headers)).toEqual(['Authorization'])
  })

  it('have no segments, which belong to one data table', async () => {
    const where = { column: 'email', operator: 'exists' }
    const words = { name: 'Addresses', where }
    const { id: segmentId } = await owner.do('POST', `/data-tables/${own.dataTableId}/segments`, words)
    const settings = {
      exclude: { segmentIds: [segmentId] },
      exits: ['reply', { segmentId }],
      starts: { on: 'segment', segmentId, again: 'never', withinSeconds: 60 },
      steps: [{ type: 'wait', seconds: 60 }],
    }
    const saved = await save({ name: 'Entries', spinnerId: await spinner(settings) })
    expect(saved.settings).toMatchObject({ exclude: null, exits: ['reply'], starts: { on: 'call' } })
  })

  it('of one e-mail are saved from the draft or from unsaved steps, and become a spinner with one step', async () => {
    const mail = { type: 'email', to: '{{ email }}', subject: 'Hi {{ name }}', html: '<p>Hi</p>' }
    const spinnerId = await spinner({ steps: [{ type: 'wait', seconds: 60 }, mail] })
    const saved = await save({ name: 'Hi', description: 'A greeting', spinnerId, step: 1 })
    expect(saved).toMatchObject({
      kind: 'email',
      description: 'A greeting',
      settings: null,
      steps: [mail],
      columns: ['email', 'name'],
    })
    const edited = await save({ name: 'Edited', spinnerId, step: 0, steps: [{ ...mail, subject: 'Edited' }] })
    expect(edited.steps).toEqual([{ ...mail, subject: 'Edited' }])
    const refused = await owner.ask('POST', '/spinner-templates', { name: 'No', spinnerId, step: 0 })
    expect([refused.status, refused.body['errors']]).toMatchObject([400, [{ code: 'NOT_AN_EMAIL_STEP' }]])
    const made = await owner.do('POST', `/spinner-templates/${saved.id}/use`, {
      name: 'Made',
      dataTableId: own.dataTableId,
    })
    expect(made).toMatchObject({ steps: [mail], audience: 'new', contact: 'oncePerPerson', faults: [] })
    const kinds = async (kind: string) => {
      const { items } = await owner.do('GET', `/spinner-templates?kind=${kind}`)
      return items.map((template: { kind: string }) => template.kind)
    }
    expect(new Set(await kinds('email'))).toEqual(new Set(['email']))
    expect(new Set(await kinds('spinner'))).toEqual(new Set(['spinner']))
  })

  it('with an unreadable text are refused, because their columns are not known', async () => {
    const spinnerId = await spinner({
      steps: [{ type: 'email', to: '{{ email }}', subject: '{{ name', text: 'Hi' }],
    })
    const { status, body } = await owner.ask('POST', '/spinner-templates', { name: 'Broken', spinnerId })
    expect([status, body['code']]).toEqual([422, 'SPINNER_INVALID'])
    expect(body['errors']).toMatchObject([{ pointer: '/steps/0/subject', code: 'TEMPLATE' }])
  })

  it('are renamed by the revision that the editor saw, and deleted; those of the service are neither', async () => {
    const { id } = await save({ name: 'One', spinnerId: own.spinnerId })
    const path = `/spinner-templates/${id}`
    const change = (name: string, revision: string) =>
      owner.ask('PATCH', path, { name }, { headers: { 'if-match': revision } })
    const first = await owner.ask('GET', path)
    const tag = String(first.headers.get('etag'))
    expect((await change('Two', tag)).body).toMatchObject({ name: 'Two', revision: 2 })
    expect((await change('Three', tag)).body['code']).toBe('CONFLICT')
    expect(await owner.do('GET', path)).toMatchObject({ name: 'Two', description: '' })
    await owner.do('DELETE', path)
    expect((await owner.ask('GET', path)).status).toBe(404)
    for (const [method, words] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      const { status, body } = await owner.ask(method, `/spinner-templates/${welcomeId}`, words)
      expect([method, status, body['code']]).toEqual([method, 409, 'CONFLICT'])
    }
    expect(await owner.do('GET', `/spinner-templates/${welcomeId}`)).toMatchObject({ name: 'Welcome series' })
  })

  it('are limited in number, with an error that says what to do', async () => {
    for (let count = 0; count < maxTemplates; count++)
      await save({ name: `Template ${count}`, spinnerId: own.spinnerId })
    const more = await owner.ask('POST', '/spinner-templates', { name: 'More', spinnerId: own.spinnerId })
    expect([more.status, more.body['code'], more.body['message']]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('delete one first'),
    ])
    const pages: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await owner.do('GET', `/spinner-templates?limit=50${cursor && `&cursor=${cursor}`}`)
      pages.push(...page.items.map(({ name }: { name: string }) => name))
      cursor = page.nextCursor
    }
    expect(pages).toHaveLength(8 + maxTemplates)
    expect(pages[8]).toBe('Template 0')
  })

  it('are seen and previewed by viewers, and saved by editors alone', async () => {
    const { id } = await save({ name: 'One', spinnerId: own.spinnerId })
    const viewer = await addMember(api, world.container, owner.organizationId, 'viewer')
    const editor = await addMember(api, world.container, owner.organizationId, 'editor')
    expect(await viewer.do('GET', `/spinner-templates/${id}`)).toMatchObject({ name: 'One' })
    expect((await preview(id, { dataTableId: own.dataTableId }, viewer)).faults).toEqual([])
    const writes = [
      ['POST', '/spinner-templates', { name: 'Mine', spinnerId: own.spinnerId }],
      ['PATCH', `/spinner-templates/${id}`, { name: 'Mine' }],
      ['DELETE', `/spinner-templates/${id}`],
      ['POST', `/spinner-templates/${id}/use`, { name: 'Mine', dataTableId: own.dataTableId }],
    ] as const
    for (const [method, path, json] of writes)
      expect([path, (await viewer.ask(method, path, json)).status]).toEqual([path, 403])
    await save({ name: 'By an editor', spinnerId: own.spinnerId }, editor)
    await editor.do('DELETE', `/spinner-templates/${id}`)
  })

  it('of the organization are hidden from keys that are limited to projects', async () => {
    const { id } = await save({ name: 'One', spinnerId: own.spinnerId })
    const scopes = ['spinners:read', 'spinners:write']
    const limited = await owner.do('POST', '/api-keys', {
      name: 'Limited',
      scopes,
      projectIds: [own.projectId],
    })
    const whole = await owner.do('POST', '/api-keys', { name: 'Whole', scopes })
    const ask = (key: string, path: string, json?: object) =>
      api.ask(`/api/v1/spinner-templates${path}`, { key, ...(json && { method: 'POST', json }) })
    const names = async (key: string) => {
      const { body } = await ask(key, '?limit=200')
      return (body['items'] as { name: string }[]).map(({ name }) => name)
    }
    expect(await names(limited.secret)).toHaveLength(8)
    expect(await names(whole.secret)).toContain('One')
    expect((await ask(limited.secret, `/${id}`)).status).toBe(404)
    const use = { name: 'Made', dataTableId: own.dataTableId }
    expect((await ask(limited.secret, `/${id}/use`, use)).status).toBe(404)
    expect((await ask(limited.secret, `/${welcomeId}/use`, use)).status).toBe(201)
    expect((await ask(whole.secret, `/${id}/use`, use)).status).toBe(201)
  })

  it('count against the spinners of the plan when they are used, and not before', async () => {
    const { id } = await save({ name: 'One', spinnerId: own.spinnerId })
    let answer = { status: 0, body: {} as Record<string, unknown> }
    for (let count = 0; count < 200 && answer.status !== 402; count++)
      answer = await owner.ask('POST', `/spinner-templates/${id}/use`, {
        name: `Made ${count}`,
        dataTableId: own.dataTableId,
      })
    expect([answer.status, answer.body['code'], answer.body['meter']]).toEqual([
      402,
      'PLAN_LIMIT',
      'spinners',
    ])
  })
})
