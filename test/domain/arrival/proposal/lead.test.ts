import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { mapDelivery } from '../../../../src/domain/arrival/mapping/map-delivery.ts'
import { clearProposal } from '../../../../src/domain/arrival/proposal/clear-proposal.ts'
import type { OwnIdentity } from '../../../../src/domain/arrival/proposal/lead/own-identity.ts'
import type { MappingProposal } from '../../../../src/domain/arrival/proposal/proposal.ts'
import { propose as proposing } from '../../../../src/domain/arrival/proposal/propose.ts'
import { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { noContext } from '../../../fixtures/senders.ts'
import { doAtOnce } from '../../../support/time/do-at-once.ts'
import { measured } from '../../../support/time/measured-work.ts'

const columns = ['name', 'email', 'phone', 'company']
const table = (names: readonly string[] = columns, missingColumns: 'fill' | 'reject' = 'fill') =>
  new TableSchema({
    id: 't',
    organizationId: 'o',
    schemaVersion: 1,
    columns: names.map((name) => ({ name, isMetadata: false })),
    missingColumns,
    match: null,
    defaultCountry: null,
  })

function proposed(
  bodies: readonly Decoded[],
  {
    names,
    ownIdentity,
    missingColumns,
  }: { names?: readonly string[]; ownIdentity?: OwnIdentity; missingColumns?: 'reject' } = {},
): MappingProposal {
  const read = bodies.map((decoded) => ({ decoded, context: noContext }))
  const target = {
    tableSchema: table(names, missingColumns),
    mappings: [],
    ...(ownIdentity === undefined ? {} : { ownIdentity }),
  }
  return doAtOnce(proposing(read, target, 'x'))
}

/** Returns the filled cells of the first body by a proposal, and whether it would be applied without a click. */
function taken(bodies: readonly Decoded[], options: Parameters<typeof proposed>[1] = {}) {
  const proposal = proposed(bodies, options)
  const [body = null] = bodies
  const [item] = doAtOnce(mapDelivery([proposal.mapping], body, noContext))?.items ?? []
  const cells = item?.outcome === 'record' ? Object.entries(item.record) : []
  const filled = Object.fromEntries(cells.filter(([, cell]) => cell !== null && cell !== ''))
  const missingColumns = options.missingColumns ?? 'fill'
  return { cells: filled, isAutomatic: clearProposal(proposal, { match: null, missingColumns }) !== null }
}

function reasonAt(proposal: MappingProposal, ...path: readonly string[]) {
  return proposal.unmapped.find((unmapped) => JSON.stringify(unmapped.path) === JSON.stringify(path))?.refusal
    ?.code
}

const vera = { name: 'Vera Molnar', email: 'vera@atelier.example' }
const seller = {
  name: 'Otto Seller',
  email: 'otto@house.example',
  phone: '+41 22 555 09 09',
  company: 'House Ltd',
}

describe('a value of the side of the seller', () => {
  it.each([
    'owner',
    'listing_agent',
    'negotiator',
    'meetingHost',
    'salesRep',
    'assigned_to',
    'AccountManager',
    'createdBy',
    'event_organizer',
    'vendor',
    'realtor',
    'portal',
    'kundenberater',
    'Sachbearbeiter',
    'vendedora',
    'conseiller',
    'staffMembers',
    'reply-to',
    'cc',
  ])('is not taken for the lead from an object under %s, and the lead beside it is found', (key) => {
    expect(taken([{ visitor: vera, [key]: seller }])).toEqual({ cells: vera, isAutomatic: true })
    const alone = proposed([{ [key]: seller, subject: 'A question' }])
    expect(alone.columns.map(({ path }) => path)).toEqual([null, null, null, null])
    expect(reasonAt(alone, key, 'email')).toBe('SELLER_KEY')
    expect(alone.columns[1]?.refusal?.code).toBe('SELLER_KEY')
  })

  it.each(['owner_email', 'agentEmail', 'assignee e-mail', 'handled_by_email', 'makler_mail', 'user_email'])(
    'is not taken for the lead from the key %s',
    (key) => {
      const flat = { full_name: 'Vera Molnar', telephone: '+41 22 555 01 01', [key]: seller.email }
      expect(taken([flat]).cells).toEqual({ name: 'Vera Molnar', phone: '+41 22 555 01 01' })
      expect(taken([flat]).isAutomatic).toBe(false)
      expect(taken([{ ...flat, sender_mail: vera.email }]).cells['email']).toBe(vera.email)
    },
  )

  it('is not taken from an answer whose question names it, or from the list of hosts', () => {
    const answers = [
      { label: 'Email of your agent', value: seller.email },
      { label: 'Your email', value: vera.email },
    ]
    expect(taken([{ answers }]).cells).toEqual({ email: vera.email })
    expect(taken([{ hosts: [seller], invitees: [vera] }])).toEqual({ cells: vera, isAutomatic: true })
    expect(taken([{ hosts: [seller] }])).toEqual({ cells: {}, isAutomatic: false })
  })

  it('fills a column that asks for it', () => {
    const { columns: found } = proposed([{ ...vera, agent: seller }], { names: ['email', 'agent email'] })
    expect(found.map(({ path }) => path)).toEqual([['email'], ['agent', 'email']])
  })

  it('may be the lead under `user`, if the body names nobody else, and only by a click', () => {
    expect(taken([{ user: vera }])).toEqual({ cells: vera, isAutomatic: false })
    expect(taken([{ user: seller, inquirer: vera }])).toEqual({ cells: vera, isAutomatic: true })
    expect(taken([{ user: seller, person: { phone: '+41 22 555 01 01' } }]).cells).toEqual({
      phone: '+41 22 555 01 01',
    })
  })

  it('is the lead under `user`, by a click, if only a course or a phone number is named besides', () => {
    for (const body of [
      { course: { name: 'Intro course' }, user: vera },
      { user_name: vera.name, user_email: vera.email, party: { name: 'Summer party' } },
    ])
      expect(taken([body])).toEqual({ cells: vera, isAutomatic: false })
  })

  it('is not taken from a place or an organization', () => {
    const office = { name: 'North office', email: 'north@house.example', phone: '+41 22 555 08 08' }
    expect(taken([{ branch: office, buyer: vera }])).toEqual({ cells: vera, isAutomatic: true })
    expect(reasonAt(proposed([{ branch: office }]), 'branch', 'email')).toBe('THING_KEY')
  })
})

describe('a value that is the same for different people', () => {
  const people = ['Ada One', 'Bea Two', 'Cleo Three', 'Dora Four'].map((name, at) => ({
    name,
    email: `${at}@people.example`,
  }))

  it('is no address, phone number or company of each of them', () => {
    const bodies = people.map((lead) => ({
      lead,
      form: { email: 'desk@house.example' },
      tel: '+41 22 555 07 07',
      firm: 'House',
    }))
    const proposal = proposed(bodies)
    expect(taken(bodies)).toEqual({ cells: people[0], isAutomatic: true })
    expect(reasonAt(proposal, 'form', 'email')).toBe('SAME_FOR_ALL')
    expect(proposal.columns[2]?.refusal?.code).toBe('SAME_FOR_ALL')
    const flat = people.map(({ name }) => ({ name, mail: 'desk@house.example' }))
    expect(taken(flat)).toEqual({ cells: {}, isAutomatic: false })
  })

  it('is recognized if two addresses are shared by many people', () => {
    const bodies = people.map((lead, at) => ({
      ...lead,
      desk: { name: 'Desk', email: `desk-${at % 2}@house.example` },
    }))
    expect(taken(bodies).cells).toEqual(people[0])
    expect(reasonAt(proposed(bodies), 'desk', 'email')).toBe('SAME_FOR_ALL')
  })

  it('stays the address of a person who sends several bodies', () => {
    const bodies = [1, 2, 3].map((no) => ({ ...vera, question: `Question ${no}` }))
    expect(taken(bodies)).toEqual({ cells: vera, isAutomatic: true })
  })
})

describe('a value of the organization itself', () => {
  const ownIdentity: OwnIdentity = {
    emails: new Set(['otto@mail.example']),
    domains: new Set(['house.example']),
    names: new Set(['house ltd']),
  }

  it('is never proposed, by its address, its domain, a subdomain or the name of the organization', () => {
    for (const email of ['Otto@mail.example', 'anybody@house.example', 'x@eu.house.example']) {
      const body = { headline: 'Hello', inquiry: { email, name: 'Otto' }, telephone: '+41 22 555 01 01' }
      expect(taken([body], { ownIdentity }).cells['email']).toBeUndefined()
      expect(reasonAt(proposed([body], { ownIdentity }), 'inquiry', 'email')).toBe('ORGANIZATION_VALUE')
      expect(taken([{ ...vera, contacted: { email } }], { ownIdentity })).toEqual({
        cells: vera,
        isAutomatic: true,
      })
    }
    expect(taken([{ ...vera, company: 'House Ltd' }], { ownIdentity }).cells).toEqual(vera)
  })

  it('includes addresses that only send notices', () => {
    const body = { from: 'No-Reply@forms.example', ...vera }
    expect(taken([body])).toEqual({ cells: vera, isAutomatic: true })
    expect(taken([{ from: 'no-reply@forms.example' }])).toEqual({ cells: {}, isAutomatic: false })
  })
})

describe('the person of a body', () => {
  const first = { first_name: 'Vera', last_name: 'Molnar' }
  it.each<[string, Decoded]>([
    ['an object of any name', { enquete: { id: 4, ...vera } }],
    ['an object in objects', { content: { order: { orderer: { ...first, email: vera.email } } } }],
    ['names in an object beside the address', { your_names: first, email: vera.email }],
    ['an address in an object beside the names', { ...first, reach: { email: vera.email } }],
    ['two objects beside each other', { persona: first, contact: { email: vera.email } }],
    ['keys with the same beginning', { bidder_name: vera.name, bidder_email: vera.email, lot_name: 'Lot 4' }],
    ['keys with different endings', { contact_name: vera.name, name: 'Request 7', email_from: vera.email }],
    ['keys of short words', { first_nm: 'Vera', last_nm: 'Molnar', email_txt: vera.email }],
    ['the only address of a form', { 'Votre nom': vera.name, q7: vera.email }],
    ['a list of people', { signatories: [vera] }],
    ['an address beside a list with only this address', { guest: { ...vera, emails: [vera.email] } }],
    ['an object with a `value` of another thing', { payload: { ...vera, mobile: '', value: 5_000 } }],
    ['an object whose `value` is the address', { poster: { id: 3, name: vera.name, value: vera.email } }],
    [
      'an address beside an object with the postal address',
      { email: vera.email, billing: { address: { name: vera.name, phone: '+41 22 555 01 01' } } },
    ],
    ['an address with the same address elsewhere', { kid: vera, meta: { sent_to: vera.email } }],
  ])('is found without a click in %s', (_, body) => {
    const { cells, isAutomatic } = taken([body])
    expect(cells['email']).toBe(vera.email)
    expect([cells['name'] ?? vera.name, isAutomatic]).toEqual([vera.name, true])
  })

  it.each<[string, Decoded]>([
    ['two objects', { payer: vera, visitor: { name: 'Max Bill', email: 'max@bill.example' } }],
    [
      'two beginnings of keys',
      { parent_name: 'A B', parent_email: 'a@b.example', child_name: 'C D', child_email: 'c@d.example' },
    ],
    [
      'an object and a list',
      { orderer: vera, passengers: [{ name: 'Max Bill', email: 'max@bill.example' }] },
    ],
  ])('is left to the click if there are two in %s, and both are shown', (_, body) => {
    const proposal = proposed([body])
    expect(taken([body])).toEqual({ cells: {}, isAutomatic: false })
    expect(proposal.columns[1]?.refusal?.code).toBe('SEVERAL_PEOPLE')
    expect(
      proposal.unmapped.filter(({ refusal }) => refusal?.code === 'SEVERAL_PEOPLE').length,
    ).toBeGreaterThan(1)
  })

  it('is not applied without a click beside another address, but proposed if the keys tell the lead', () => {
    const body = { lead: vera, notified: 'max@bill.example' }
    expect(taken([body])).toEqual({ cells: vera, isAutomatic: false })
    const beside = { orderer: vera, reply: { email: 'desk@bill.example' } }
    expect(taken([beside])).toEqual({ cells: vera, isAutomatic: false })
    expect(taken([{ ...vera, secondary_email: 'vera@home.example' }]).isAutomatic).toBe(true)
  })

  it('holds records of a strict table instead of an empty name', () => {
    const body = { name: 'Spring fair', reply: { email: vera.email } }
    const { mapping, wouldHold } = proposed([body], { names: ['name', 'email'], missingColumns: 'reject' })
    expect(mapping.fields.map(({ column }) => column)).toEqual(['email'])
    expect(wouldHold).toBe(1)
  })
})

describe('the columns for a table without columns', () => {
  it.each<[string, Decoded]>([
    [
      'an object below',
      { mail: vera.email, invoice_to: { person: { name: vera.name, phone: '+41 22 555 01 01' } } },
    ],
    [
      'an address of an order',
      {
        order: {
          total: 5,
          email: vera.email,
          ship_to: { address: { name: vera.name, phone: '+41 22 555 01 01' } },
        },
      },
    ],
    [
      'answers beside each other',
      {
        answers: {
          q1: { label: 'Your name', value: vera.name },
          q2: { label: 'Mail', value: vera.email },
          q3: { label: 'Mobile', value: '+41 22 555 01 01' },
        },
      },
    ],
  ])('have the name and the number of the lead, as a table with these columns gets them: %s', (_, body) => {
    const { cells } = taken([body], { names: [] })
    expect(cells).toMatchObject({ ...vera, phone: '+41 22 555 01 01' })
    expect(taken([body]).cells).toEqual({ ...vera, phone: '+41 22 555 01 01' })
  })

  it('have no name or number of the side of the seller', () => {
    const { cells } = taken([{ order: { email: vera.email }, agent: seller, shop: { name: 'Lamps' } }], {
      names: [],
    })
    expect(cells).toEqual({ email: vera.email })
  })
})

describe('a value that is no single value of a person', () => {
  it('does not join a list of texts, and holds a record whose list has several', () => {
    const one = { name: vera.name, email: [vera.email] }
    const several = { name: vera.name, email: [vera.email, 'max@bill.example'] }
    const { mapping } = proposed([one])
    expect(taken([one])).toEqual({ cells: vera, isAutomatic: true })
    const [item] = doAtOnce(mapDelivery([mapping], several, noContext))?.items ?? []
    expect(item).toMatchObject({ outcome: 'held', reasons: [{ code: 'NOT_ONE_VALUE', column: 'email' }] })
    expect(proposed([several]).wouldHold).toBe(1)
  })

  it.each([
    '<p>Vera Molnar</p>',
    'first=Vera\nlast=Molnar',
    '[{"first": "Vera"}]',
    'a@b.example, c@d.example',
    'first=Vera&last=Molnar',
  ])('takes no name from %j', (name) => {
    expect(taken([{ name, email: vera.email }]).cells).toEqual({ email: vera.email })
  })

  it('adds no record from a part of the body that is no person', () => {
    for (const body of [
      { contact: { id: 5 }, lists: [{ id: 1, name: 'Newsletter' }] },
      { event: 'list.changed', name: 'Newsletter', list_id: 7 },
      { client_name: 'House Ltd', title: 'Designer', assignee_email: seller.email },
      {
        subject: vera.email,
        order: { lines: [{ name: 'Lamp', sku: 'L1' }] },
        x: { mails: { a: [{ z: vera.email }] } },
      },
    ]) {
      const { cells } = taken([body])
      expect(cells['name']).toBeUndefined()
    }
  })
})

describe('a proposal for a large body with many people', () => {
  it.each<[string, () => Decoded]>([
    [
      '5,000 keys with addresses',
      () =>
        Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}_email`, `p${at}@example.com`])),
    ],
    [
      '500 people in objects',
      () =>
        Object.fromEntries(
          Array.from({ length: 500 }, (_, at) => [`p${at}`, { ...vera, email: `p${at}@example.com` }]),
        ),
    ],
    [
      '10,000 people in a list',
      () => ({
        people: Array.from({ length: 10_000 }, (_, at) => ({ name: `P ${at}`, email: `p${at}@example.com` })),
      }),
    ],
    ['4 MB of text with addresses', () => ({ text: 'a@example.com '.repeat(300_000), ...vera })],
  ])('pauses at least every 200 ms: %s', (_, made) => {
    const bodies = [{ decoded: made(), context: noContext }]
    const names = [...columns, ...Array.from({ length: 200 }, (_none, at) => `the email ${at}`)]
    const { maxMs } = measured(proposing(bodies, { tableSchema: table(names), mappings: [] }, 'x'))
    expect(maxMs).toBeLessThan(200)
  })
})
