import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('mappings over HTTP', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let ofTable: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
    ofTable = `/data-tables/${own.dataTableId}/mappings`
  })
  afterAll(() => world.close())

  const hubspot = {
    name: 'HubSpot',
    match: { where: [{ path: ['type'], in: ['new'] }], requires: [['properties', 'email']] },
    root: [],
    fields: [
      { column: 'email', from: [{ path: ['properties', 'email', 'value'] }], transform: [{ do: 'trim' }] },
      { column: 'name', from: [{ template: '{first} {last}' }, { constant: null }] },
    ],
    action: 'insert',
  }
  const faults = ({ status, body }: Reply) => [
    status,
    (body['errors'] as { pointer: string; code: string }[] | undefined)?.map(({ pointer, code }) => [
      pointer,
      code,
    ]),
  ]
  const newTable = async (): Promise<string> => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Empty' })
    return id
  }

  it('are created, shown, listed in their order, changed and deleted', async () => {
    const made = await person.ask('POST', ofTable, hubspot)
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
    expect(made.body).toMatchObject({
      ...hubspot,
      dataTableId: own.dataTableId,
      position: 0,
      version: 1,
      deliveryId: null,
      versionTime: null,
    })
    const first = await person.do('POST', ofTable, {
      ...hubspot,
      name: 'First',
      position: 0,
      deliveryId: ['id'],
    })
    expect(first).toMatchObject({ position: 0, deliveryId: ['id'] })
    const listed = async () =>
      (await person.do('GET', ofTable)).items.map((one: { name: string }) => one.name)
    expect(await listed()).toEqual(['First', 'HubSpot'])

    const path = `/mappings/${String(made.body['id'])}`
    const changed = await person.do(
      'PATCH',
      path,
      { name: 'Contacts', position: 0, versionTime: ['at'] },
      { headers: { 'if-match': '"1"' } },
    )
    expect(changed).toMatchObject({
      name: 'Contacts',
      position: 0,
      version: 2,
      versionTime: ['at'],
      fields: [{ column: 'email' }, {}],
    })
    expect(await listed()).toEqual(['Contacts', 'First'])
    expect(await person.do('PATCH', path, { versionTime: null })).toMatchObject({
      version: 3,
      versionTime: null,
    })
    const late = await person.ask('PATCH', path, { name: 'Late' }, { headers: { 'if-match': '"2"' } })
    expect([late.status, late.body['code']]).toEqual([409, 'CONFLICT'])
    expect(await person.do('GET', path)).toMatchObject({ name: 'Contacts', version: 3 })

    expect((await person.ask('DELETE', path)).status).toBe(204)
    expect((await person.ask('GET', path)).status).toBe(404)
    expect((await person.ask('DELETE', path)).status).toBe(404)
    expect(await listed()).toEqual(['First'])
    expect(await person.do('GET', `/mappings/${first.id}`)).toMatchObject({ position: 0 })
  })

  it.each<[string, object, readonly (readonly [string, string])[]]>([
    [
      'a column that the table lacks',
      { fields: [{ column: 'e-mail', from: [{ path: ['a'] }] }] },
      [['/fields/0/column', 'UNKNOWN_COLUMN']],
    ],
    [
      'the same column twice',
      { fields: [hubspot.fields[0], hubspot.fields[0]] },
      [['/fields/1/column', 'DUPLICATE']],
    ],
    ['no field', { fields: [] }, [['/fields', 'TOO_FEW']]],
    ['no source', { fields: [{ column: 'email', from: [] }] }, [['/fields/0/from', 'TOO_FEW']]],
    [
      'two sources in one field',
      { fields: [{ column: 'email', from: [{ path: ['a'], constant: 1 }] }] },
      [['/fields/0/from/0', 'WRONG_FORM']],
    ],
    ['a segment of an unknown kind', { root: 'data.object' }, [['/root', 'WRONG_TYPE']]],
    ['a segment of no kind', { root: [{ any: true }] }, [['/root/0', 'WRONG_FORM']]],
    [
      'an unknown transform',
      { fields: [{ column: 'email', from: [{ path: ['a'] }], transform: [{ do: 'eval' }] }] },
      [['/fields/0/transform/0/do', 'NOT_ALLOWED']],
    ],
    [
      'a transform that lacks what it needs',
      { fields: [{ column: 'email', from: [{ path: ['a'] }], transform: [{ do: 'split' }] }] },
      [['/fields/0/transform/0/by', 'REQUIRED']],
    ],
    [
      'a division by zero',
      { fields: [{ column: 'email', from: [{ path: ['a'] }], transform: [{ do: 'divide', by: 0 }] }] },
      [['/fields/0/transform/0/by', 'WRONG_FORM']],
    ],
    [
      'an unknown zone and country',
      {
        fields: [
          {
            column: 'email',
            from: [{ path: ['a'] }],
            transform: [
              { do: 'date', zone: 'Mars' },
              { do: 'phone', country: 'XX' },
            ],
          },
        ],
      },
      [
        ['/fields/0/transform/0/zone', 'WRONG_FORM'],
        ['/fields/0/transform/1/country', 'WRONG_FORM'],
      ],
    ],
    ['an update without an identifying column', { action: 'upsert' }, [['/action', 'NOT_ALLOWED']]],
    ['a path that is too deep', { root: Array.from({ length: 33 }, () => 'a') }, [['/root', 'TOO_MANY']]],
    [
      'too many fields',
      { fields: Array.from({ length: 201 }, () => hubspot.fields[0]) },
      [['/fields', 'TOO_MANY']],
    ],
  ])('refuse %s, and point at the error', async (_, changes, expected) => {
    expect(faults(await person.ask('POST', ofTable, { ...hubspot, ...changes }))).toEqual([400, expected])
  })

  it('suggest the nearest column for an unknown one', async () => {
    const { body } = await person.ask('POST', ofTable, {
      ...hubspot,
      fields: [{ column: 'E-Mail', from: [{ path: ['a'] }] }],
    })
    expect(body['errors']).toMatchObject([{ column: 'E-Mail', suggestion: 'email' }])
  })

  it('update and patch a table with match columns only if they fill the match columns', async () => {
    const match = { columns: ['email'], onMatch: 'update' }
    const { dataTableId } = own
    await person.do('PATCH', `/data-tables/${dataTableId}`, { match, duplicates: 'merge' })
    const upsert = await person.do('POST', ofTable, { ...hubspot, action: 'upsert' })
    expect(upsert).toMatchObject({ action: 'upsert' })
    const refused = await person.ask('PATCH', `/mappings/${upsert.id}`, { fields: [hubspot.fields[1]] })
    expect(faults(refused)).toEqual([400, [['/fields', 'MISSING_COLUMN']]])
    await person.do('DELETE', `/mappings/${upsert.id}`)
    await person.do('PATCH', `/data-tables/${dataTableId}`, { match: null })
  })

  it('keep a table from match columns that an updating mapping does not fill', async () => {
    const dataTableId = await newTable()
    const table = `/data-tables/${dataTableId}`
    await person.import(dataTableId, 'email,phone\nada@example.com,1\n')
    await person.do('PATCH', table, { match: { columns: ['email'], onMatch: 'update' } })
    const patch = { ...hubspot, action: 'patch', fields: [hubspot.fields[0]] }
    const { id } = await person.do('POST', `${table}/mappings`, patch)
    const byPhone = { match: { columns: ['phone'], onMatch: 'update' } }
    const refused = await person.ask('PATCH', table, byPhone)
    expect([refused.status, refused.body['message']]).toEqual([
      409,
      'The mapping "HubSpot" has the action "patch" and does not fill the column "phone"; nothing was changed. First let the mapping fill the match columns, or delete it',
    ])
    await person.do('DELETE', `/mappings/${id}`)
    await person.do('PATCH', table, byPhone)
  })

  it('add the columns that they fill to a table without columns, if they may', async () => {
    const dataTableId = await newTable()
    const path = `/data-tables/${dataTableId}/mappings`
    const refused = await person.ask('POST', path, hubspot)
    expect([refused.status, refused.body['code']]).toEqual([409, 'TABLE_HAS_NO_SCHEMA'])
    await person.do('POST', path, { ...hubspot, createColumns: true })
    const columns = [
      { name: 'email', isMetadata: false },
      { name: 'name', isMetadata: false },
    ]
    expect(await person.do('GET', `/data-tables/${dataTableId}`)).toMatchObject({ columns })
    const more = { ...hubspot, createColumns: true, fields: [{ column: 'more', from: [{ path: ['a'] }] }] }
    expect(faults(await person.ask('POST', path, more))).toEqual([
      400,
      [['/fields/0/column', 'UNKNOWN_COLUMN']],
    ])
  })

  it('are limited to fifty for a table', async () => {
    const dataTableId = await newTable()
    const path = `/data-tables/${dataTableId}/mappings`
    const ignore = { name: 'Nothing', fields: [], action: 'ignore' }
    for (let made = 0; made < 50; made++) await person.do('POST', path, ignore)
    const refused = await person.ask('POST', path, ignore)
    expect([refused.status, refused.body['code']]).toEqual([409, 'CONFLICT'])
    expect((await person.do('GET', path)).items).toHaveLength(50)
  })

  describe('proposed mappings', () => {
    it('leave out the addresses of members, invited people and senders, and say why', async () => {
      const stranger = await signUp(api)
      const workshop = await createWorkshop(stranger)
      const path = `/data-tables/${workshop.dataTableId}/mappings/propose`
      await stranger.do('POST', '/invitations', { email: 'invited@partner.example', role: 'viewer' })
      await addSender(world, stranger.organizationId, { email: 'desk@sending.example' })
      const proposed = async (email: string) => {
        const body = { visitor: { email, name: 'Vera Molnar' } }
        const { columns } = await stranger.do('POST', path, { bodies: [body] })
        return (columns as { column: string; path: unknown; refusal: { code: string } | null }[])
          .filter(({ column }) => column === 'email')
          .map(({ path: from, refusal }) => refusal?.code ?? from)[0]
      }
      expect(await proposed(stranger.email)).toBe('ORGANIZATION_VALUE')
      expect(await proposed('invited@partner.example')).toBe('ORGANIZATION_VALUE')
      expect(await proposed('another@sending.example')).toBe('ORGANIZATION_VALUE')
      expect(await proposed('vera@atelier.example')).toEqual(['visitor', 'email'])
    })

    it('admit leads with a phone beside an address of the organization itself', async () => {
      const stranger = await signUp(api)
      const { dataTableId } = await createWorkshop(stranger)
      const path = `/data-tables/${dataTableId}/mappings`
      await addSender(world, stranger.organizationId, { email: 'desk@sending.example' })
      await stranger.import(dataTableId, 'name,email,phone\n')
      const table = await stranger.do('PATCH', `/data-tables/${dataTableId}`, {
        acceptsAnyFormat: true,
        missingColumns: 'fill',
      })
      const post = async (phone: string, recipient: string) => {
        const json = { name: `Vera ${phone}`, phone, recipient }
        return (await api.ask(new URL(table.webhookUrl).pathname, { method: 'POST', json })).body
      }
      const { arrivalId } = await post('+49 30 1234560', 'leads@sending.example')
      const { format } = await stranger.do('GET', `/arrivals/${String(arrivalId)}`)
      const { mapping, wouldAdmit } = await stranger.do('POST', `${path}/propose`, { format })
      expect(wouldAdmit).toBe(1)
      await stranger.do('POST', path, mapping)
      const admission = await stranger.do('POST', '/arrivals/admit', { dataTableId, format })
      expect(admission).toMatchObject({ admitted: 1 })
      expect(await post('+49 30 1234561', stranger.email)).toMatchObject({ accepted: 1 })
      const held = await post('+49 30 1234562', 'vera@atelier.example')
      expect(held).toMatchObject({ accepted: 0, held: 1 })
      const arrival = await stranger.do('GET', `/arrivals/${String(held['arrivalId'])}`)
      expect(arrival).toMatchObject({ reasons: [{ code: 'IDENTITY_UNMAPPED' }] })
    })

    it('from sample bodies, as text or as JSON, can be posted without changes', async () => {
      const dataTableId = await newTable()
      const path = `/data-tables/${dataTableId}/mappings`
      const bodies = ['contact%5Bemail%5D=ada%40example.com&contact%5Bfirst_name%5D=Ada']
      const proposal = await person.do('POST', `${path}/propose`, { bodies })
      expect(proposal).toMatchObject({
        columns: [
          {
            column: 'email',
            path: ['contact', 'email'],
            confidence: 1,
            samples: ['ada@example.com'],
            isNew: true,
          },
          { column: 'first_name', path: ['contact', 'first_name'], samples: ['Ada'] },
        ],
        unmapped: [],
        warning: null,
        wouldAdmit: 1,
        wouldHold: 0,
      })
      const made = await person.ask('POST', path, { ...proposal.mapping, createColumns: true })
      expect(made.status).toBe(201)
      const again = await person.do('POST', `${path}/propose`, {
        bodies: [{ Email: 'ada@example.com', size: 3 }],
      })
      expect(again).toMatchObject({
        columns: [
          { column: 'email', path: ['Email'], isNew: false },
          { column: 'first_name', path: null },
        ],
        unmapped: [{ path: ['size'], name: 'size', samples: [3] }],
        wouldAdmit: 1,
        wouldHold: 0,
      })
      expect(again.mapping.fields).toEqual([
        expect.objectContaining({ column: 'email' }),
        { column: 'first_name', from: [{ constant: null }], transform: [] },
      ])
    })

    it('are refused with a message if no held body could serve as a sample', async () => {
      const refused = await person.ask('POST', `${ofTable}/propose`, { format: '0123456789abcdef' })
      expect([refused.status, refused.body['message']]).toEqual([404, expect.stringContaining('`bodies`')])
    })
  })
})

describe('the signature of a table', () => {
  let world: World
  let api: Api
  let person: Person
  let table: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    table = `/data-tables/${(await createWorkshop(person)).dataTableId}`
  })

  const secret = 'a-very-secret-secret'
  const signature = { preset: 'typeform', secret }

  it('is set, and its secret is never shown again', async () => {
    expect(await person.do('GET', table)).toMatchObject({
      mapsAutomatically: false,
      signature: null,
      onBadSignature: 'refuse',
    })
    const reply = await person.ask('PATCH', table, {
      signature,
      onBadSignature: 'hold',
      mapsAutomatically: true,
    })
    expect(reply.body).toMatchObject({
      mapsAutomatically: true,
      signature: { preset: 'typeform' },
      onBadSignature: 'hold',
    })
    for (const seen of [reply.body, await person.do('GET', table)])
      expect(JSON.stringify(seen)).not.toContain(secret)
  })

  it('stays if another setting is changed, and is removed by null', async () => {
    await person.do('PATCH', table, { signature })
    expect(await person.do('PATCH', table, { name: 'Other' })).toMatchObject({
      signature: { preset: 'typeform' },
    })
    expect(await person.do('PATCH', table, { signature: null })).toMatchObject({ signature: null })
  })

  it('is refused if its preset or secret is invalid', async () => {
    for (const wrong of [
      { preset: 'md5', secret: 'long enough' },
      { preset: 'stripe' },
      { preset: 'stripe', secret: 'short' },
      { preset: 'close', secret: 'no hexadecimal digits' },
    ])
      expect((await person.ask('PATCH', table, { signature: wrong })).status).toBe(400)
  })
})
