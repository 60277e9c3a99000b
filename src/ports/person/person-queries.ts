import type { PersonTraces } from '../../domain/person/person-export.ts'
import type { PersonIdentity } from '../../domain/person/person-query.ts'
import type { PersonTrace } from '../../domain/person/person-trace.ts'
import type { DataRecord } from '../../domain/table/cell.ts'

/** A record that has a person's address in a cell, and the append with which it arrived. */
export interface PersonRecord {
  readonly dataTableId: string
  readonly recordId: string
  readonly data: DataRecord
  readonly arrival: {
    /** The number (`seq`) of the record's append in the table's ledger. */
    readonly seq: number
    readonly at: Date
    readonly requestId: string
    readonly apiKeyId: string | null
    /**
     * The origin of a record that arrived without an API key; null if it arrived with a key or its origin was
     * not recorded.
     */
    readonly keyless: 'webhookUrl' | 'import' | null
  }
}

/** The tables in which a person is searched; all tables of the organization if none are named. */
export interface SearchedTables {
  readonly dataTableIds?: readonly string[]
}

/** A person whose traces are requested, and the facts that identify the person. */
export interface KnownPerson {
  readonly organizationId: string
  /** The normalized address of the person; null for a person without one. */
  readonly address: string | null
  /**
   * Text in lower case that names the person; null if the value that identifies the person is too short for
   * that.
   */
  readonly words: string | null
  readonly records: readonly Pick<PersonRecord, 'dataTableId' | 'recordId'>[]
}

/**
 * Reads what is stored about a person: the records that have or name the person, the history of these records, and all
 * traces for an export.
 */
export abstract class PersonQueries {
  /**
   * Yields all records in which any cell is the address, however the cell spells it (by `normalizedEmail`).
   * They come table by table in the order of their ids, in chunks of up to `chunkOfPersonRecords`; many
   * chunks are empty. Rows of an import count once it is entered. No index helps: each table is read to its
   * end in parts, so a caller without time for that must stop reading.
   */
  abstract recordsOf(
    organizationId: string,
    address: string,
    where?: SearchedTables,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * Yields all records whose column of this name has the value. Both are compared as match columns are, so a
   * phone number matches however it is written. The order is the same as in `recordsOf`. Tables with this column as
   * their only match column are looked up at once.
   */
  abstract recordsHaving(
    organizationId: string,
    column: string,
    value: string,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * Yields all records that name the person anywhere: in a cell with their address or value, or within a
   * longer text. The order is the same as in `recordsOf`.
   */
  abstract recordsNaming(
    organizationId: string,
    person: PersonIdentity,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * Returns the traces of the person's records and address. Jobs are in the order in which they began, and so
   * are messages.
   */
  abstract tracesOf(person: KnownPerson): Promise<PersonTraces>

  /**
   * Returns everything stored about a person: how their records arrived and changed, which jobs took these
   * records, and which messages went to the address, if one is given. Messages of deleted records are
   * included. The jobs are missing once their recipients have been deleted (RETENTION_DAYS after the end of a
   * job); everything else is still returned.
   */
  abstract historyOf(
    organizationId: string,
    address: string | null,
    records: readonly PersonRecord[],
  ): Promise<PersonTrace>
}

/**
 * The largest number of records in a chunk of a search for a person. A person may be in every record of a
 * table, such as the owner of the leads.
 */
export const chunkOfPersonRecords = 1_000
