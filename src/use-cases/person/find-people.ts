import { ownAddressesIn } from '../../domain/person/address-cells.ts'
import { personNameIn } from '../../domain/person/person-name.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import { searchWordsOf } from '../../domain/table/search/search-words.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { Timers } from '../../ports/timers.ts'

/** A record that a search for people found, as the first record of its person. */
interface FoundPerson {
  /** The e-mail address of the person; null if the record has none. */
  readonly email: string | null
  /** The name of the person; null if no column of the record holds a name. */
  readonly name: string | null
  readonly dataTableId: string
  /** The name of the data table that contains the record. */
  readonly dataTable: string
  readonly recordId: string
}

interface FoundPeople {
  readonly people: readonly FoundPerson[]
  /** Whether more people may match: they were too many, or the search ended before it read all records. */
  readonly hasMore: boolean
}

const maxPeople = 8
/** The highest number of records of one table that are read for people, because several may be of one person. */
const maxRecords = 4 * maxPeople
const maxTables = 50
/** The time in milliseconds after which no further table is searched. A search of one table takes up to 1 s. */
const maxMs = 500

/** Finds people by the beginnings of words in any column of their records, in all tables of an organization. */
export class FindPeople {
  readonly #dataTables: DataTableStore
  readonly #records: RecordStore
  readonly #timers: Timers

  constructor(dataTables: DataTableStore, records: RecordStore, timers: Timers) {
    this.#dataTables = dataTables
    this.#records = records
    this.#timers = timers
  }

  async execute(organizationId: string, text: string): Promise<FoundPeople> {
    const words = searchWordsOf(text)
    if (words.length === 0) return { people: [], hasMore: false }
    const until = this.#timers.elapsedMs() + maxMs
    const tables = await this.#dataTables.list(organizationId, null, { limit: maxTables, after: null })
    const people = new Map<string, Omit<FoundPerson, 'name'> & { readonly data: DataRecord }>()
    let more = tables.next !== null
    for (const { id: dataTableId, name: dataTable, recordCount } of tables.items) {
      if (recordCount === 0) continue
      if (people.size > maxPeople || this.#timers.elapsedMs() >= until) {
        more = true
        break
      }
      const page = { limit: maxRecords, after: null }
      const search = { words, where: null, sort: null }
      const found = await this.#records.search(dataTableId, search, page)
      more ||= found.next !== null || !found.coverage.isComplete
      for (const { id: recordId, data } of found.items) {
        const [address = null] = ownAddressesIn(data)
        const key = address ?? recordId
        if (!people.has(key)) people.set(key, { email: address, dataTableId, dataTable, recordId, data })
      }
    }
    const shown = [...people.values()].slice(0, maxPeople)
    return {
      people: shown.map(({ data, ...person }) => ({ ...person, name: personNameIn(data) })),
      hasMore: more || people.size > maxPeople,
    }
  }
}
