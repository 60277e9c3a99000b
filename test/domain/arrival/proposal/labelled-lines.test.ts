import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { mapDelivery } from '../../../../src/domain/arrival/mapping/map-delivery.ts'
import { clearProposal } from '../../../../src/domain/arrival/proposal/clear-proposal.ts'
import { propose } from '../../../../src/domain/arrival/proposal/propose.ts'
import { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { noContext } from '../../../fixtures/senders.ts'
import { doAtOnce } from '../../../support/time/do-at-once.ts'

const tableSchema = new TableSchema({
  id: 't',
  organizationId: 'o',
  schemaVersion: 1,
  columns: ['first_name', 'last_name', 'email', 'shoe_size'].map((name) => ({ name, isMetadata: false })),
  missingColumns: 'fill',
  match: null,
  defaultCountry: null,
})
const proposalFor = (...bodies: readonly Decoded[]) =>
  doAtOnce(
    propose(
      bodies.map((decoded) => ({ decoded, context: noContext })),
      { tableSchema, mappings: [] },
      'x',
    ),
  )

/** Returns the cells of a body by the mapping that is proposed for another body of the same format. */
function cellsOf(body: Decoded, sample: Decoded = body) {
  const [item] = doAtOnce(mapDelivery([proposalFor(sample).mapping], body, noContext))?.items ?? []
  return item?.outcome === 'record' ? item.record : item
}

const dora = { first_name: 'Dora', last_name: 'Maar', email: 'dora@photos.example', shoe_size: '38' }

describe('a text with labelled lines', () => {
  it.each<[string, Decoded]>([
    [
      'with equals signs',
      { submission: 'First Name = Dora\nLast Name = Maar\nE-Mail = dora@photos.example\nshoe size=38' },
    ],
    [
      'with colons and Windows line ends',
      { data: { note: 'first: Dora\r\nlast: Maar\r\nemail: dora@photos.example\r\nShoe size: 38\r\n' } },
    ],
    [
      'beside an address of its own',
      { email: 'dora@photos.example', comments: 'Hello,\nfirst name: Dora\nlast name: Maar\nShoe size: 38' },
    ],
    [
      'with an address that is repeated in the text',
      {
        comments: 'first name: Dora\nlast name: Maar\nshoe size: 38\nemail: copy@photos.example',
        email: 'dora@photos.example',
      },
    ],
  ])('%s is mapped by the transform part, which a person confirms', (_how, body) => {
    expect(cellsOf(body)).toEqual(dora)
    const proposal = proposalFor(body)
    expect(proposal.columns.find(({ column }) => column === 'first_name')).toMatchObject({
      isClear: false,
      samples: ['Dora'],
    })
    expect(clearProposal(proposal, { match: null, missingColumns: 'fill' })).toBeNull()
  })

  it('is mapped whatever the order of its lines, and leaves a cell empty whose line is missing', () => {
    const sample = { form: 'first: Dora\nlast: Maar\nemail: dora@photos.example' }
    expect(cellsOf({ form: 'EMAIL: lee@photos.example\nfirst: Lee' }, sample)).toEqual({
      email: 'lee@photos.example',
      first_name: 'Lee',
      last_name: null,
    })
  })

  it.each<[string, Decoded]>([
    [
      'a letter with colons',
      { email: 'dora@photos.example', text: 'Dear all,\nplease note: the tour\nis at: noon' },
    ],
    ['one labelled line', { email: 'dora@photos.example', text: 'Hello,\nfirst name: Dora' }],
  ])('is left alone if it is %s', (_what, body) => {
    expect(cellsOf(body)).toEqual({ email: 'dora@photos.example' })
  })

  it('does not replace a value of its own', () => {
    const body = {
      first_name: 'Dora',
      email: 'dora@photos.example',
      text: 'First name: Bo\nE-mail: bo@photos.example',
    }
    expect(cellsOf(body)).toMatchObject({ first_name: 'Dora', email: 'dora@photos.example' })
  })
})
