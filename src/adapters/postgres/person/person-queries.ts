import type { PersonTraces } from '../../../domain/person/person-export.ts'
import type { PersonIdentity } from '../../../domain/person/person-query.ts'
import type { PersonTrace } from '../../../domain/person/person-trace.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import {
  type KnownPerson,
  PersonQueries,
  type PersonRecord,
  type SearchedTables,
} from '../../../ports/person/person-data.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database } from '../database.ts'
import { PersonSearch } from './person-search.ts'
import { PersonTraceReader } from './person-trace-reader.ts'

export class PostgresPersonQueries extends PersonQueries {
  readonly #search: PersonSearch
  readonly #traces: PersonTraceReader

  constructor(database: Database, sealing: Sealing, digests: PersonDigests) {
    super()
    this.#search = new PersonSearch(database)
    this.#traces = new PersonTraceReader(database, sealing, digests)
  }

  override recordsOf(organizationId: string, address: string, where?: SearchedTables) {
    return this.#search.of(organizationId, address, where)
  }

  override recordsHaving(organizationId: string, column: string, value: string, where?: SearchedTables) {
    return this.#search.having(organizationId, column, value, where)
  }

  override recordsNaming(organizationId: string, person: PersonIdentity) {
    return this.#search.naming(organizationId, person)
  }

  override tracesOf(person: KnownPerson): Promise<PersonTraces> {
    return this.#traces.of(person)
  }

  override historyOf(
    organizationId: string,
    address: string | null,
    records: readonly PersonRecord[],
  ): Promise<PersonTrace> {
    return this.#traces.historyOf(organizationId, address, records)
  }
}
