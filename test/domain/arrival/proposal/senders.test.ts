import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { mapDelivery } from '../../../../src/domain/arrival/mapping/map-delivery.ts'
import type { Mapping } from '../../../../src/domain/arrival/mapping/mapping.ts'
import { clearProposal } from '../../../../src/domain/arrival/proposal/clear-proposal.ts'
import type { MappingProposal } from '../../../../src/domain/arrival/proposal/proposal.ts'
import { propose as proposing } from '../../../../src/domain/arrival/proposal/propose.ts'
import type { DataRecord } from '../../../../src/domain/record-cells.ts'
import type { MissingColumns } from '../../../../src/domain/table/data-table.ts'
import type { Match } from '../../../../src/domain/table/match.ts'
import { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { bodyOf, decodingOf, noContext } from '../../../fixtures/senders.ts'
import { doAtOnce } from '../../../support/time/do-at-once.ts'
import { measured } from '../../../support/time/measured-work.ts'

const propose = (...requested: Parameters<typeof proposing>) => doAtOnce(proposing(...requested))

interface Sent {
  readonly columns: readonly string[]
  readonly match?: Match
  readonly missingColumns?: MissingColumns
}

function tableOf({ columns, match, missingColumns = 'fill' }: Sent) {
  const tableSchema = new TableSchema({
    id: 't',
    organizationId: 'o',
    schemaVersion: 1,
    columns: columns.map((name) => ({ name, isMetadata: false })),
    missingColumns,
    match: match ?? null,
    defaultCountry: null,
  })
  return { tableSchema, mappings: [] }
}

function proposed(files: readonly string[], table: Sent): MappingProposal {
  const bodies = files.map((file) => ({ decoded: decodingOf(file).decoded, context: noContext }))
  return propose(bodies, tableOf(table), 'Proposed')
}

function recordsOf(file: string, mapping: Mapping): readonly (DataRecord | string | undefined)[] {
  const items = doAtOnce(mapDelivery([mapping], bodyOf(file), noContext))?.items ?? []
  return items.map((item) =>
    item.outcome === 'record' ? item.record : item.outcome === 'held' ? item.reasons[0]?.code : item.outcome,
  )
}

const people = { columns: ['first_name', 'last_name', 'email', 'company'] }
const named = { columns: ['Name', 'E-Mail', 'Phone'] }
const mary = { first_name: 'Mary', last_name: 'Shelley', email: 'mary@example.com' }

describe('the proposed mapping of a body', () => {
  it.each<[string, Sent, readonly DataRecord[]]>([
    ['hubspot-contact.json', people, [{ ...mary, company: 'Villa Diodati' }]],
    ['hubspot-custom-body.json', people, [mary]],
    [
      'hubspot-custom-body.json',
      named,
      [{ Name: 'Mary Shelley', 'E-Mail': 'mary@example.com', Phone: '+41 22 555 01 01' }],
    ],
    [
      'typeform.json',
      { columns: ['first_name', 'email', 'topics'] },
      [{ first_name: 'Mary', email: 'mary@example.com', topics: 'Novels, Travel' }],
    ],
    ['tally.json', named, [{ Name: 'Mary Shelley', 'E-Mail': 'mary@example.com', Phone: null }]],
    ['pipedrive.json', people, [mary]],
    ['pipedrive.json', named, [{ Name: 'Mary Shelley', 'E-Mail': 'mary@example.com', Phone: '' }]],
    ['salesforce-outbound.xml', people, [{ ...mary, company: 'Fish & Chips' }]],
    [
      'salesforce-apex.json',
      { columns: ['email', 'budget', 'created date'] },
      [{ email: 'mary@example.com', budget: 12_000, 'created date': '2026-01-15T09:30:00.000Z' }],
    ],
    ['elementor.form', named, [{ Name: 'Mary Shelley', 'E-Mail': 'mary@example.com' }]],
    ['activecampaign.form', people, [mary]],
    ['zapier.form', people, [{ ...mary, company: 'Diodati' }]],
    [
      'zoho.form',
      { columns: ['email', 'lead_id', 'company', 'created'] },
      [
        {
          email: 'mary@example.com',
          lead_id: '9007199254740993',
          company: 'Fish & Chips',
          created: '2026-01-15T10:30:00.000Z',
        },
      ],
    ],
    ['google-forms.json', named, [{ Name: 'Mary Shelley', 'E-Mail': 'mary@example.com', Phone: null }]],
    [
      'segment.json',
      { columns: ['email', 'name', 'company'] },
      [{ email: 'mary@example.com', name: 'Mary Shelley', company: 'Diodati' }],
    ],
    [
      'stripe.json',
      { columns: ['email', 'name', 'created'] },
      [{ email: 'mary@example.com', name: 'Mary Shelley', created: '2023-11-14T22:13:20.000Z' }],
    ],
    [
      'meta-connector.json',
      { columns: ['email', 'name'] },
      [{ email: 'mary@example.com', name: 'Mary Shelley' }],
    ],
    [
      'n8n-list.json',
      { columns: ['email', 'name'] },
      [
        { email: 'mary@example.com', name: 'Mary Shelley' },
        { email: 'percy@example.com', name: 'Percy Shelley' },
      ],
    ],
    [
      'gohighlevel.json',
      { columns: ['email', 'name', 'budget'] },
      [{ email: 'mary@example.com', name: 'Mary Shelley', budget: '5-10k' }],
    ],
    ['jotform.multipart', people, [mary]],
    ['jotform-numbered.multipart', people, [mary]],
    [
      'jotform-numbered.multipart',
      { columns: ['name', 'email', 'phone'] },
      [{ name: 'Mary Shelley', email: 'mary@example.com', phone: '(022) 555-0101' }],
    ],
    ['webflow.json', people, [mary]],
    ['webflow.json', { columns: ['Name', 'Email'] }, [{ Name: 'Mary Shelley', Email: 'mary@example.com' }]],
    [
      'clay.json',
      { columns: ['email', 'company', 'job title'] },
      [{ email: 'mary@example.com', 'job title': 'Author' }],
    ],
    [
      'n8n-items.json',
      named,
      [
        { Name: 'Mary Shelley', 'E-Mail': 'mary@example.com', Phone: '+41 22 555 01 01' },
        { Name: 'Percy Shelley', 'E-Mail': 'percy@example.com', Phone: '+41 22 555 01 02' },
      ],
    ],
    [
      'airtable.json',
      { columns: ['name', 'email', 'company'] },
      [{ name: 'Mary Shelley', email: 'mary@example.com', company: 'Diodati' }],
    ],
    ['gravity-forms.json', { columns: ['first_name', 'last_name', 'email'] }, [mary]],
    [
      'gravity-forms.json',
      named,
      [{ Name: 'Mary Shelley', 'E-Mail': 'mary@example.com', Phone: '+41 22 555 01 01' }],
    ],
    ['close.json', { columns: ['name', 'email'] }, [{ name: 'Mary Shelley', email: 'mary@example.com' }]],
  ])('maps %s into %j', (file, table, records) => {
    const proposal = proposed([file], table)
    expect(recordsOf(file, proposal.mapping)).toEqual(records)
    expect([proposal.wouldAdmit, proposal.wouldHold, proposal.warning]).toEqual([records.length, 0, null])
  })

  it.each([
    ['hubspot-app-events.json', 'IDS_ONLY'],
    ['attio.json', 'IDS_ONLY'],
    ['meta-lead.json', 'IDS_ONLY'],
    ['broken.txt', 'UNREADABLE'],
  ])('reports that %s contains no lead: %s', (file, code) => {
    for (const table of [people, { columns: [] }, { columns: ['object_id', 'workspace_id', 'form_id'] }]) {
      const { warning, wouldAdmit, wouldHold, mapping, unmapped } = proposed([file], table)
      expect([warning?.code, wouldAdmit, wouldHold > 0]).toEqual([code, 0, true])
      expect([mapping.fields, unmapped]).toEqual([[], []])
    }
  })

  it('does not treat a body with more than ids as ids only', () => {
    const bodies: readonly Decoded[] = [
      { order_id: 'A-1', total: 5, status: 'paid' },
      { contact_id: 9, email: 'mary@example.com' },
      { id: 5, first_name: 'Mary' },
      { subscriptionType: 'contact.propertyChange', objectId: 9, propertyValue: 'mary@example.com' },
    ]
    for (const decoded of bodies) {
      const { warning } = propose([{ decoded, context: noContext }], tableOf({ columns: [] }), 'x')
      expect(warning?.code).not.toBe('IDS_ONLY')
    }
  })
})

describe('a proposal', () => {
  it('uses the columns of the bodies for a table without columns, and omits values that are not about the lead', () => {
    const { columns, unmapped, mapping, wouldAdmit } = proposed(['hubspot-contact.json'], { columns: [] })
    expect(columns.map(({ column }) => column)).toEqual([
      'first_name',
      'last_name',
      'email',
      'created_at',
      'associatedcompanyid',
      'company',
    ])
    expect(columns.every(({ isNew }) => isNew)).toBe(true)
    expect(unmapped.map(({ name }) => name)).toEqual(expect.arrayContaining(['vid', 'email']))
    expect(recordsOf('hubspot-contact.json', mapping)).toEqual([
      {
        ...mary,
        created_at: '2023-11-14T22:13:20.000Z',
        associatedcompanyid: '90071992547409931',
        company: 'Villa Diodati',
      },
    ])
    expect(wouldAdmit).toBe(1)
  })

  it.each([
    [
      'typeform.json',
      [
        ['created_at', 'submitted_at'],
        ['first_name', 'What is your first name?'],
        ['email', 'Where can we send an e-mail to? Your email address, please'],
        ['Which topics interest you?', 'Which topics interest you?'],
      ],
    ],
    [
      'tally.json',
      [
        ['created_at', 'createdAt'],
        ['name', 'Full name'],
        ['email', 'E-mail'],
        ['phone', 'Phone'],
      ],
    ],
    [
      'elementor.form',
      [
        ['name', 'Your name'],
        ['email', 'email'],
      ],
    ],
  ])(
    'labels the values of %s with the questions of the form, and names new columns by them',
    (file, expected) => {
      const { columns } = proposed([file], { columns: [] })
      expect(columns.map(({ column, label }) => [column, label])).toEqual(expected)
    },
  )

  it('cuts a long question after its last word that fits into the name of a column', () => {
    const question = 'Which of these statements describes best the way in which you work today?'
    const fields = [
      { key: 'question_1', label: 'E-mail', value: 'mary@example.com' },
      { key: 'question_2', label: question, value: '12' },
    ]
    const bodies = [{ decoded: { data: { fields } }, context: noContext }]
    const { columns } = propose(bodies, tableOf({ columns: [] }), 'Proposed')
    expect(columns.map(({ column, label }) => [column, label])).toEqual([
      ['email', 'E-mail'],
      ['Which of these statements describes best the way in which', question],
    ])
  })

  it('shows real values for each column, the unused values and its confidence', () => {
    const { columns, unmapped } = proposed(['gohighlevel.json'], { columns: ['email', 'shoe size'] })
    expect(columns).toEqual([
      {
        column: 'email',
        path: ['email'],
        label: 'email',
        confidence: 1,
        isClear: true,
        samples: ['mary@example.com'],
        filled: 1,
        isNew: false,
        type: null,
        refusal: null,
      },
      {
        column: 'shoe size',
        path: null,
        label: null,
        confidence: 0,
        isClear: false,
        samples: [],
        filled: 0,
        isNew: false,
        type: null,
        refusal: null,
      },
    ])
    expect(unmapped).toContainEqual({
      path: ['What is your budget?'],
      name: 'What is your budget?',
      samples: ['5-10k'],
      refusal: null,
    })
  })

  it('does not confuse the owner or the company with the lead', () => {
    const { columns } = proposed(['hubspot-contact.json'], { columns: ['email', 'owner email'] })
    expect(columns.map(({ path }) => path)).toEqual([
      ['properties', 'email', 'value'],
      ['associated-owner', 'email'],
    ])
  })

  it('applies to the events and forms of its bodies, and not to deletions', () => {
    const { mapping } = proposed(['hubspot-app-events.json'], { columns: ['objectId'] })
    expect(mapping.match.where).toEqual([
      { path: [{ all: true }, 'subscriptionType'], in: ['contact.creation'] },
    ])
    const { mapping: form } = proposed(['typeform.json'], people)
    expect(form.match).toEqual({
      where: [
        { path: ['event_type'], in: ['form_response'] },
        { path: ['form_response', 'form_id'], in: ['Ab12Cd'] },
      ],
      requires: [['form_response', 'answers']],
    })
  })

  it('updates if the table has match columns, and requires them in each delivery', () => {
    const match: Match = { columns: ['email'], onMatch: 'update', newerBy: null }
    const { mapping } = proposed(['zapier.form'], { ...people, match })
    expect([mapping.action, mapping.match.requires]).toEqual(['upsert', [['contact__email']]])
  })

  it('combines several bodies', () => {
    const bodies = ['3/4/2026', '1/15/2026'].map((date) => ({
      decoded: { email: 'a@example.com', date },
      context: noContext,
    }))
    const table = tableOf({ columns: ['email', 'date'] })
    const transformOf = (proposal: MappingProposal) => proposal.mapping.fields[1]?.transform
    expect(transformOf(propose(bodies, table, 'x'))).toEqual([{ do: 'date', format: 'monthFirst' }])
    const alone = propose(bodies.slice(0, 1), table, 'x')
    expect([transformOf(alone), alone.wouldHold]).toEqual([[{ do: 'date' }], 1])
  })

  it('counts held bodies: a missing match column, an unreadable body', () => {
    const match: Match = { columns: ['shoe size'], onMatch: 'update', newerBy: null }
    const strict = { columns: ['email', 'shoe size'], missingColumns: 'reject' as const, match }
    const { wouldAdmit, wouldHold } = proposed(['zapier.form', 'broken.txt'], strict)
    expect([wouldAdmit, wouldHold]).toEqual([0, 2])
  })

  it('leaves columns without a value empty, except match columns and the address of the person', () => {
    const empty = { from: [{ constant: null }], transform: [] }
    const strict = (columns: readonly string[]) =>
      proposed(['zapier.form'], { columns, missingColumns: 'reject' })
    const { mapping, wouldAdmit, wouldHold } = strict(['email', 'shoe size'])
    expect(mapping.fields[1]).toEqual({ column: 'shoe size', ...empty })
    expect([wouldAdmit, wouldHold]).toEqual([1, 0])
    const unreachable = propose(
      [{ decoded: { name: 'Ada Lovelace', phone: '+41 22 555 01 01' }, context: noContext }],
      tableOf({ columns: ['name', 'email', 'company'], missingColumns: 'reject' }),
      'Proposed',
    )
    expect(unreachable.mapping.fields.map(({ column }) => column)).toEqual(['name', 'company'])
    expect(unreachable.wouldAdmit).toBe(0)
  })

  it('is applied automatically only if each required column has one clear candidate', () => {
    const clear = (files: readonly string[], sent: Sent) =>
      clearProposal(proposed(files, sent), {
        match: sent.match ?? null,
        missingColumns: sent.missingColumns ?? 'fill',
      }) !== null
    expect(clear(['hubspot-custom-body.json'], named)).toBe(true)
    expect(clear(['hubspot-custom-body.json'], { columns: [] })).toBe(false)
    expect(clear(['zapier.form'], { ...people, missingColumns: 'reject' })).toBe(true)
    expect(clear(['pipedrive.json'], { ...people, missingColumns: 'reject' })).toBe(false)
    expect(clear(['zapier.form', 'broken.txt'], people)).toBe(false)
    expect(clear(['attio.json'], { columns: ['workspace_id'] })).toBe(false)
    // Expects that a proposed mapping is clear even if a column has no source field, unless it identifies a
    // record or the table requires all columns.
    const match: Match = { columns: ['phone'], onMatch: 'update', newerBy: null }
    expect(clear(['airtable.json'], { columns: ['name', 'email', 'phone'] })).toBe(true)
    expect(clear(['airtable.json'], { columns: ['name', 'email', 'phone'], match })).toBe(false)
    expect(clear(['airtable.json'], { columns: ['name', 'email', 'phone'], missingColumns: 'reject' })).toBe(
      false,
    )
    expect(clear(['airtable.json'], { columns: ['name', 'phone'] })).toBe(false)
    const two = { decoded: { Mail: 'a@example.com', 'E-Mail Address': 'b@example.com' }, context: noContext }
    const unsure = propose([two], tableOf({ columns: ['email'] }), 'x')
    expect(unsure.columns[0]).toMatchObject({ isClear: false, confidence: 0.7 })
    expect(clearProposal(unsure, { match: null, missingColumns: 'fill' })).toBeNull()
  })
})

describe('the name column of an automatic mapping', () => {
  const unasked = (bodies: readonly Decoded[], columns: readonly string[]) => {
    const read = bodies.map((decoded) => ({ decoded, context: noContext }))
    const proposal = propose(read, tableOf({ columns }), 'x')
    const mapping = clearProposal(proposal, { match: null, missingColumns: 'fill' })
    return mapping?.fields.map(({ column, from }) => [column, ...from]) ?? null
  }
  const email = ['email', { path: ['email'] }]

  it('is not filled with the name of a form, which is outside of the part about the person', () => {
    const body = bodyOf('webflow-no-name.json')
    expect(unasked([body], ['name', 'email'])).toBeNull()
    expect(unasked([body], ['email'])).toEqual([['email', { path: ['payload', 'data', 'Email'] }]])
    expect(
      unasked([{ name: 'Spring fair', contact: { email: 'a@example.com' } }], ['name', 'email']),
    ).toBeNull()
    expect(unasked([bodyOf('webflow.json')], ['first_name', 'email'])).not.toBeNull()
  })

  it('is not filled with a value that is the same for different people', () => {
    const same = ['a', 'b'].map((one) => ({ email: `${one}@example.com`, name: 'Contact form' }))
    expect(unasked(same, ['name', 'email'])).toEqual([email])
    const one = same.map((person) => ({ ...person, name: `Name of ${person.email}` }))
    expect(unasked(one, ['name', 'email'])).toEqual([['name', { path: ['name'] }], email])
  })

  it('is not filled with a list or object as text, and neither is another column', () => {
    expect(unasked([bodyOf('clay.json')], ['name', 'email', 'company'])).toEqual([email])
    expect(unasked([{ email: 'a@example.com', name: '{"first": "A' }], ['name', 'email'])).toEqual([email])
  })
})

describe('a proposal for an expensive body', () => {
  it.each<[string, Decoded]>([
    [
      'a list of many addresses',
      { emails: Array.from({ length: 9_000 }, () => ({ value: 'a', primary: false })) },
    ],
    ['many answers', { answers: Array.from({ length: 5_000 }, (_, at) => ({ key: `${at}`, value: 'x' })) }],
    ['a key of two million characters', { ['k '.repeat(1_000_000)]: 'x' }],
    ['many keys', Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, '3/4/2026']))],
  ])('ends, and omits most of the body: %s', (_, decoded) => {
    const columns = Array.from({ length: 1_000 }, (_none, at) => `column ${at}`)
    const proposal = propose([{ decoded, context: noContext }], tableOf({ columns }), 'x')
    expect(proposal.unmapped.length).toBeLessThanOrEqual(200)
    expect(proposal.columns).toHaveLength(1_000)
  })

  const lists = (key: string, value: (at: number) => Decoded) =>
    Object.fromEntries(
      Array.from({ length: 7 }, (_, list) => [
        `list${list}`,
        [Object.fromEntries(Array.from({ length: 500 }, (_none, at) => [`${key}${at}`, value(at)]))],
      ]),
    )
  it.each<[string, string, Decoded]>([
    ['no place', 'column ', lists('k', () => 1)],
    ['one place each', 'x', lists('x', () => 1)],
    ['all places', 'work email ', lists('k', (at) => `${at}@example.com`)],
  ])('pauses between its parts, if each of 1,000 columns suits %s', (_, name, decoded) => {
    const columns = Array.from({ length: 1_000 }, (_none, at) => `${name}${at}`)
    const work = proposing([{ decoded, context: noContext }], tableOf({ columns }), 'x')
    const { maxMs, parts, result } = measured(work)
    expect(result.columns).toHaveLength(1_000)
    expect(parts).toBeGreaterThan(10)
    expect(maxMs).toBeLessThan(200)
  })
})
