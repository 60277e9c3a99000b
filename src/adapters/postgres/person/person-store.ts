import { type ErasedCounts, type PersonToErase, sumOfErasures } from '../../../domain/person/erasure.ts'
import type { PersonTraces } from '../../../domain/person/person-export.ts'
import type { PersonIdentity } from '../../../domain/person/person-query.ts'
import type { PersonTrace } from '../../../domain/person/person-trace.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import {
  type ErasedRecord,
  type KnownPerson,
  type PersonRecord,
  PersonStore,
  type RecipientOfJob,
  type RecordsOfTable,
  type SearchedTables,
} from '../../../ports/person/people.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { firstIdAt } from '../first-id.ts'
import { entity } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { eraseDeletedRecords } from './erase-deleted-records.ts'
import { eraseImportRows } from './erase-import-rows.ts'
import { contactedRecipients, eraseRecipients } from './erase-recipients.ts'
import { eraseRecords } from './erase-records.ts'
import { eraseRest } from './erase-rest.ts'
import { erasedRecords, forgetErasedRecords, noteDeleted } from './erased-records.ts'
import { inErasure } from './erasing-transaction.ts'
import { PersonSearch } from './person-search.ts'
import { PersonTraceReader } from './person-trace-reader.ts'

const findImports: Statement = {
  name: 'imports_of_organization',
  text: `
    select i.id from imports i join stored_data_tables t on t.id = i.data_table_id where t.organization_id = $1 order by i.id`,
}

const binEntries = entity('bin_entries', 'id')

// Counts restorations by the index of audit entries by organization and id. The ids contain their time.
const countRestorations: Statement = {
  name: 'count_restorations_since',
  text: `
    select count(*)::int as count from audit_events
     where organization_id = $1 and id >= $2 and action = 'records.restored'`,
}

const recordsAtOnce = 500

export class PostgresPersonStore extends PersonStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #sealing: Sealing
  readonly #digests: PersonDigests
  readonly #search: PersonSearch
  readonly #traces: PersonTraceReader

  constructor(database: Database, clock: Clock, sealing: Sealing, digests: PersonDigests) {
    super()
    this.#database = database
    this.#clock = clock
    this.#sealing = sealing
    this.#digests = digests
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

  override async eraseRecords(person: PersonToErase, found: RecordsOfTable): Promise<ErasedCounts> {
    let counts: ErasedCounts = {}
    for (let from = 0; from < found.recordIds.length; from += recordsAtOnce) {
      let recordIds = found.recordIds.slice(from, from + recordsAtOnce)
      while (recordIds.length > 0) {
        const part = { ...found, recordIds }
        const erased = await inErasure(this.#database, (connection) => eraseRecords(connection, person, part))
        counts = sumOfErasures(counts, erased.counts)
        recordIds = [...erased.left]
      }
    }
    return counts
  }

  override async eraseImportRows(person: PersonToErase): Promise<ErasedCounts> {
    let importRows = 0
    for (const { id } of await this.#database.read<Pick<TableFields<'imports'>, 'id'>>(findImports, [
      person.organizationId,
    ])) {
      for (let after: number | null = 0; after !== null; ) {
        const from: number = after
        const part = await inErasure(this.#database, (connection) =>
          eraseImportRows(connection, person, id, from),
        )
        importRows += part.erased
        after = part.last
      }
    }
    return { importRows }
  }

  override async eraseDeletedRecords(person: PersonToErase): Promise<ErasedCounts> {
    let counts: ErasedCounts = {}
    const { organizationId } = person
    const entries = await binEntries.within(this.#database).list({ organizationId, kind: 'records' }, 'id')
    for (const { id } of entries) {
      for (let after: string | null = '0'; after !== null; ) {
        const from: string = after
        const part = await inErasure(this.#database, (connection) =>
          eraseDeletedRecords(connection, person, id, from),
        )
        counts = sumOfErasures(counts, part.counts)
        after = part.last
      }
    }
    return counts
  }

  override async restorationsSince(organizationId: string, since: Date): Promise<number> {
    const values = [organizationId, firstIdAt(since)]
    const [row] = await this.#database.read<{ count: number }>(countRestorations, values)
    return row?.count ?? 0
  }

  override erasedRecords(organizationId: string, most: number): Promise<readonly ErasedRecord[]> {
    return erasedRecords(this.#database, organizationId, most)
  }

  override noteDeleted(person: PersonToErase): Promise<void> {
    return noteDeleted(this.#database, person)
  }

  override contactedRecipients(person: PersonToErase) {
    return contactedRecipients(this.#database, this.#sealing, person)
  }

  override eraseRecipients(
    person: PersonToErase,
    records: readonly ErasedRecord[],
    written: readonly RecipientOfJob[] = [],
  ) {
    return eraseRecipients(this.#database, person, records, written, this.#clock.now())
  }

  override eraseRest(
    person: PersonToErase,
    records: readonly ErasedRecord[],
    keepsContacts = false,
  ): Promise<ErasedCounts> {
    const tools = { sealing: this.#sealing, digests: this.#digests }
    return eraseRest(this.#database, tools, person, records, keepsContacts)
  }

  override forget(organizationId: string, records: readonly ErasedRecord[]): Promise<void> {
    return forgetErasedRecords(this.#database, organizationId, records)
  }
}
