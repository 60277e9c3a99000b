import { idsPerBlock } from '../../../domain/arrival/id-block.ts'
import { hasAddress } from '../../../domain/person/address-cells.ts'
import { isNamedInRecord } from '../../../domain/person/person-matcher.ts'
import type { PersonIdentity } from '../../../domain/person/person-query.ts'
import { recognitionOf, wordsOfPerson } from '../../../domain/person/recognition.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { keyReaderFor } from '../../../domain/table/record-key.ts'
import { chunkOfPersonRecords, type PersonRecord, type SearchedTables } from '../../../ports/person/people.ts'
import type { Database, Statement } from '../database.ts'
import { entity } from '../rows.ts'
import { fieldsOf, type Selected, type TableFields } from '../schema/columns.ts'
import { addressPatterns, textPattern, valueFilter } from './superset-filter.ts'

const tablesOf: Statement = {
  name: 'tables_of_organization',
  text: `
    select id, name, default_country as "defaultCountry", match_generation as generation, match->'columns' as "matchColumns",
           coalesce(column_keys->>$3, $3) as "storedColumn"
      from stored_data_tables
     where organization_id = $1 and (bin_entry_id is null or $4) and ($2::uuid[] is null or id = any($2))
       and ($3::text is null or columns @> jsonb_build_array(jsonb_build_object('name', $3::text)))
     order by id`,
}

/**
 * The number of records in which one statement searches for a person, so that it never exceeds the time-out.
 * A million records of 310 bytes take 2.0 s in all, and 10 s if nothing before the @ can be searched for
 * (k@…, é@…). Another column takes 0.6 s, a phone number 3.7 s (PostgreSQL 18, two cores in use, all in
 * memory). An index would slow down every ingest instead.
 */
const defaultPart = 50_000

const endOfPart: Statement = {
  name: 'end_of_part_of_table',
  text: `
    select id from records where data_table_id = $1 and id > $2 order by id offset $3::int - 1 limit 1`,
}

/**
 * An SQL expression for the cells of a record by the present names of its columns, without values of removed
 * columns.
 */
export const namedCells =
  'case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end'

/** The statements that search the records of a table, and the deleted records of an entry of the bin. */
interface Filtered {
  readonly stored: Statement
  readonly deleted: Statement
}

const candidates = (name: string, filter: string): Filtered => {
  const statement = (among: string) => `
    select r.id, ${namedCells} as data
      from ${among} and r.id > $2 and ${filter}
     order by r.id limit ${chunkOfPersonRecords}`
  const table = 'cross join (select column_keys from stored_data_tables where id = $1) t'
  return {
    stored: {
      name: `candidates_${name}`,
      text: statement(`records r ${table} where r.data_table_id = $1 and ($3::bigint is null or r.id <= $3)`),
    },
    deleted: {
      name: `deleted_candidates_${name}`,
      text: statement(`deleted_records r ${table} where r.bin_entry_id = $3`),
    },
  }
}

const binEntries = entity('bin_entries', 'id')

const said = 'lower(r.data::text collate "C")'

// Finds records that may hold an address. A domain that can also be spelt beyond ASCII needs more: texts with
// letters of more than one byte, or with punycode. The expression is written out each time, because storing
// its value makes the search twice as slow.
const withAddress = candidates(
  'with_address',
  `${said} like $4
   and ($5::text is null or ${said} like $5 or ${said} like '%xn--%' or octet_length(${said}) <> length(${said}))`,
)

const withWords = candidates('with_words', `${said} like $4`)

const withText = candidates(
  'with_text',
  '(lower((r.data->>$4) collate "C") like $5 or r.data->$4 = $6::jsonb)',
)

// Finds records that may hold a phone number. The domain decides on values with other characters than digits
// and the usual separators.
const withPhone = candidates(
  'with_phone',
  `(translate(r.data->>$4, ' ()-./+', '') like $5 or translate(r.data->>$4, ' ()-./+0123456789', '') <> '')`,
)

const byKey: Statement = {
  name: 'record_by_key',
  text: `
    select r.id, ${namedCells} as data
      from record_keys k join records r on r.data_table_id = k.data_table_id and r.id = k.record_id
      cross join (select column_keys from stored_data_tables where id = $1) t
     where k.data_table_id = $1 and k.generation = $2 and k.key = decode($3, 'hex')`,
}

const appendFields = fieldsOf('appends', 'firstId', 'count', 'requestId', 'apiKeyId', 'seq')

// Finds the appends of records by the id blocks of the records. The ledger is read once, however many records
// there are, because the blocks are compared as a set.
const arrivals: Statement = {
  name: 'appends_of_blocks',
  text: `
    select ${appendFields.selected('a')}, a.created_at as at,
           case when a.api_key_id is null then case a.source when 'w' then 'webhookUrl' when 'i' then 'import' end end as keyless
      from appends a where a.data_table_id = $1 and a.first_id = any($2::bigint[])`,
}

function patternsOf(address: string): readonly (string | null)[] {
  const { local, whole } = addressPatterns(address)
  return [local, whole]
}

interface Table extends Pick<TableFields<'data_tables'>, 'id' | 'name' | 'defaultCountry'> {
  readonly generation: TableFields<'data_tables'>['matchGeneration']
  readonly matchColumns: readonly string[] | null
  /**
   * The key under which records store the values of the column that is searched; null if no column was given.
   */
  readonly storedColumn: string | null
}

interface Candidate extends Pick<TableFields<'records'>, 'id'> {
  readonly data: DataRecord
}

interface Append extends Selected<typeof appendFields> {
  readonly at: TableFields<'appends'>['createdAt']
  readonly keyless: PersonRecord['arrival']['keyless']
}

type Candidates = AsyncGenerator<readonly Candidate[], void>

/** A condition that records of a person fulfil, with the values of its parameters from the fourth on. */
interface Filter {
  readonly filtered: Filtered
  readonly values: readonly unknown[]
}

function filterOf({ storedColumn }: Table, column: string, value: string): Filter {
  const { kind, pattern, number } = valueFilter(column, value)
  return kind === 'phone'
    ? { filtered: withPhone, values: [storedColumn, pattern] }
    : { filtered: withText, values: [storedColumn, pattern, number] }
}

export class PersonSearch {
  readonly #database: Database
  readonly #recordsPerStatement: number

  constructor(database: Database, recordsPerStatement = defaultPart) {
    this.#database = database
    this.#recordsPerStatement = recordsPerStatement
  }

  async *of(organizationId: string, address: string, where: SearchedTables = {}) {
    const filter = { filtered: withAddress, values: patternsOf(address) }
    for (const table of await this.#tables(organizationId, where, null)) {
      for (const part of this.#parts(table.id, filter, where)) {
        for await (const found of part) {
          const own = found.filter(({ data }) => hasAddress(data, address))
          yield await this.#arrived(table, own)
        }
      }
    }
  }

  async *having(organizationId: string, column: string, value: string, where: SearchedTables = {}) {
    for (const table of await this.#tables(organizationId, where, column))
      yield* this.#havingIn(table, column, value, where)
  }

  async *naming(organizationId: string, person: PersonIdentity) {
    const words = wordsOfPerson(person)
    const where = { withBin: true }
    if (words !== null)
      for (const table of await this.#tables(organizationId, where, null)) {
        const knownBy = recognitionOf(person, table.defaultCountry)
        const filter =
          person.address === null
            ? { filtered: withWords, values: [textPattern(words)] }
            : { filtered: withAddress, values: patternsOf(person.address) }
        for await (const found of this.#stored(table.id, filter)) {
          const named = found.filter(({ data }) => isNamedInRecord(data, knownBy))
          yield await this.#arrived(table, named)
        }
      }
    if (person.value === null) return
    const { column, text } = person.value
    // Leaves deleted records out, because records of this search can be changed and deleted ones cannot.
    for (const table of await this.#tables(organizationId, where, column))
      yield* this.#havingIn(table, column, text, {})
  }

  async *#havingIn(table: Table, column: string, value: string, where: SearchedTables) {
    const keyOf = keyReaderFor({ columns: [column], defaultCountry: table.defaultCountry })
    const key = keyOf({ [column]: value })
    if (key === null) return
    const isKeyed = table.matchColumns?.length === 1 && table.matchColumns[0] === column
    const parts = this.#parts(table.id, filterOf(table, column, value), where)
    if (isKeyed) parts[0] = this.#keyed(table, key)
    for (const part of parts) {
      for await (const found of part) {
        const own = found.filter(({ data }) => keyOf(data) === key)
        yield await this.#arrived(table, own)
      }
    }
  }

  /** Returns the tables to search, with those in the bin if `withBin` is true. */
  #tables(
    organizationId: string,
    { dataTableIds, withBin = false }: SearchedTables,
    column: string | null,
  ): Promise<Table[]> {
    return this.#database.read<Table>(tablesOf, [organizationId, dataTableIds ?? null, column, withBin])
  }

  async *#keyed({ id, generation }: Table, key: string): Candidates {
    yield await this.#database.read<Candidate>(byKey, [id, generation, key])
  }

  /** Returns the searches of one table: its stored records, and its deleted records if `withBin` is true. */
  #parts(dataTableId: string, filter: Filter, { withBin = false }: SearchedTables): Candidates[] {
    const stored = this.#stored(dataTableId, filter)
    return withBin ? [stored, this.#deleted(dataTableId, filter)] : [stored]
  }

  /** Yields records that may belong to the person, one part of the table after the other. */
  async *#stored(dataTableId: string, { filtered, values }: Filter): Candidates {
    let after = '0'
    let end: string | null
    do {
      const [part] = await this.#database.read<Pick<TableFields<'records'>, 'id'>>(endOfPart, [
        dataTableId,
        after,
        this.#recordsPerStatement,
      ])
      end = part?.id ?? null
      yield* this.#chunks(filtered.stored, [dataTableId, after, end, ...values])
      after = end ?? after
    } while (end !== null)
  }

  /** Yields deleted records in the bin that may belong to the person, one entry of the bin after the other. */
  async *#deleted(dataTableId: string, { filtered, values }: Filter): Candidates {
    const entries = await binEntries.within(this.#database).list({ dataTableId, kind: 'records' }, 'id')
    for (const { id } of entries) yield* this.#chunks(filtered.deleted, [dataTableId, '0', id, ...values])
  }

  /** Yields the rows of a statement in chunks. Its second parameter is the id after which a chunk begins. */
  async *#chunks(statement: Statement, [dataTableId, from, ...others]: readonly unknown[]): Candidates {
    let after = from
    let found: Candidate[]
    do {
      found = await this.#database.read<Candidate>(statement, [dataTableId, after, ...others])
      after = found.at(-1)?.id ?? after
      yield found
    } while (found.length === chunkOfPersonRecords)
  }

  /**
   * Returns the records of a table that belong to an append. Leaves out staged records, because they are not part of the
   * table yet.
   */
  async #arrived(
    { id: dataTableId, name }: Table,
    records: readonly Candidate[],
  ): Promise<readonly PersonRecord[]> {
    if (records.length === 0) return []
    const blockOf = ({ id }: Candidate) => Number(id) - (Number(id) % idsPerBlock)
    const blocks = [...new Set(records.map(blockOf))]
    const appends = await this.#database.read<Append>(arrivals, [dataTableId, blocks])
    const byBlock = new Map(appends.map((append) => [Number(append.firstId), append] as const))
    return records.flatMap((record) => {
      const append = byBlock.get(blockOf(record))
      if (append === undefined || Number(record.id) >= Number(append.firstId) + append.count) return []
      const { at, requestId, apiKeyId, keyless } = append
      const arrival = { seq: Number(append.seq), at, requestId, apiKeyId, keyless }
      return [{ dataTableId, tableName: name, recordId: record.id, data: record.data, arrival }]
    })
  }
}
