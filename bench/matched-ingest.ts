import { type Arena, print, thousands } from './support/arena.ts'
import { bareMatch } from './support/floor/bare-match.ts'
import { inTurns, line } from './support/load/compare.ts'
import { type Figures, load } from './support/load/load.ts'
import { NumberedBody } from './support/load/numbered-body.ts'
import { matchedTables } from './support/matched-tables.ts'
import { sizes } from './support/sizes.ts'

const { seconds, matchedRecords } = sizes

const record = (email: string) => ({
  name: `Person ${NumberedBody.place}`,
  phone: '+1 202 555 0100',
  account_id: 'A',
  email: `${email}${NumberedBody.place}@example.com`,
})

interface Case {
  readonly name: string
  /**
   * Whether each request has new e-mail addresses, so that its records match no stored record. If false, they
   * match random stored records.
   */
  readonly isNew: boolean
  readonly rows: number
  readonly clients: number
  readonly target: number
}

const cases: readonly Case[] = [
  { name: 'new keys, single, 64 clients', isNew: true, rows: 1, clients: 64, target: 0.6 },
  { name: 'updates, single, 64 clients', isNew: false, rows: 1, clients: 64, target: 0.5 },
  { name: 'new keys, batches of 500, 8 clients (rows)', isNew: true, rows: 500, clients: 8, target: 0.6 },
  { name: 'updates, batches of 500, 8 clients (rows)', isNew: false, rows: 500, clients: 8, target: 0.5 },
]

/**
 * Compares the ingest rate of a table that has a match column with the rate of a table without one. Both
 * begin with the same records and get the same kind of requests.
 */
export async function compareMatched(arena: Arena): Promise<void> {
  const { service, demo } = arena
  const { plain, matched, seconds: setIn } = await matchedTables(arena, matchedRecords)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  let sent = 0

  const toTable = (
    dataTableId: string,
    { isNew, rows, clients }: Case,
    lasting: number,
  ): Promise<Figures> => {
    const one = record(isNew ? 'new' : 'person')
    const body = new NumberedBody(
      JSON.stringify({ dataTableId, records: Array.from({ length: rows }, () => one) }),
    )
    // Numbers each record of a request body twice: the number at an even index is part of the record's name,
    // the next one part of its e-mail address.
    const numberOf = (place: number) =>
      place % 2 === 0 || isNew ? sent++ : Math.floor(Math.random() * matchedRecords)
    const make = { length: body.length, next: () => body.with(numberOf) }
    return load({ url: `${service}/api/v1/public/ingest`, headers, make, clients, seconds: lasting })
  }

  const table = [
    ['', 'without /s', 'with /s', 'ratio', 'target', 'p50 ms', 'p99 ms', 'without p50', 'without p99'],
  ]
  for (const one of cases) {
    await toTable(matched, one, seconds)
    const pairs = await inTurns(
      () => toTable(plain, one, seconds),
      () => toTable(matched, one, seconds),
    )
    table.push(line(one.name, pairs, one.rows, one.target))
  }
  process.stdout.write(
    `a match column against none, on ${thousands(matchedRecords)} records; set in ${setIn.toFixed(1)} s\n`,
  )
  print(table)
  await bareMatch(arena.database, matchedRecords)
}
