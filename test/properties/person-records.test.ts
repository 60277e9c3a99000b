import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { PersonSearch } from '../../src/adapters/postgres/person/person-search.ts'
import { normalizedEmail } from '../../src/domain/email-address.ts'
import { hasAddress } from '../../src/domain/person/address-cells.ts'
import type { DataRecord } from '../../src/domain/record-cells.ts'
import { createTenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

/**
 * Generates letters for the test that have several Unicode spellings, or a special meaning in JSON or in SQL's
 * `like`.
 */
const letters = fc.constantFrom(
  ...'a A k K \u212a i I \u0130 i\u0307 e\u0301 é É ß Σ σ ς % _ \\ " \' ; \u037e ` \u1fef . + 😀 @'.split(
    ' ',
  ),
  ' ',
  '\t',
)
const local = fc.array(letters, { minLength: 1, maxLength: 4 }).map((all) => all.join(''))
const domain = fc.constantFrom(
  ...'b.example B.EXAMPLE ｂ.example b.example. b\u00ad.example bü.example BÜ.example'.split(' '),
  ...'xn--b-xga.example XN--B-xga.example 127.1 0x7f.1 b_b.example'.split(' '),
)
const written = fc.tuple(local, domain).map(([before, after]) => `${before}@${after}`)
const cell = fc.oneof({ weight: 6, arbitrary: written }, { weight: 1, arbitrary: letters })

describe('the search for people', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('finds exactly the records of a person by the domain rules, in small parts of the table', async () => {
    const recordsPerStatement = 7
    const records = new PersonSearch(world.database, recordsPerStatement)
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 40, maxLength: 40 }), async (cells) => {
        const { organizationId, dataTableId } = await createTenant(world)
        const data: DataRecord[] = cells.map((email) => ({ email }))
        await world.sql.query(
          'insert into records (data_table_id, id, data) select $1, 511 + no, r from jsonb_array_elements($2) with ordinality e(r, no)',
          [dataTableId, JSON.stringify(data)],
        )
        await world.sql.query(
          "insert into appends (data_table_id, seq, first_id, count, request_id, created_at) values ($1, 1, 512, 40, '', now())",
          [dataTableId],
        )
        const addresses = new Set(cells.map(normalizedEmail).filter((address) => address !== null))
        const searches = [...addresses].map(async (address) => {
          const found: DataRecord[] = []
          for await (const chunk of records.of(organizationId, address))
            found.push(...chunk.map((personRecord) => personRecord.data))
          expect(found).toEqual(data.filter((record) => hasAddress(record, address)))
        })
        await Promise.all(searches)
      }),
      { numRuns: 10 },
    )
  })
})
