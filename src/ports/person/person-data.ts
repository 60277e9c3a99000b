import type { ErasedCounts, PersonToErase } from '../../domain/person/erasure.ts'

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

/** A deleted record of a person who is being erased. Other traces of the record may remain. */
export interface ErasedRecord {
  readonly dataTableId: string
  readonly recordId: string
}

/** The records of one person in one table. */
export interface RecordsOfTable {
  readonly dataTableId: string
  readonly recordIds: readonly string[]
}

/**
 * Erases everything that is stored about a person, except the suppression. Each call erases a part in short
 * commits. A repeat finds nothing. A call can be interrupted; the next erasure does the rest.
 */
export abstract class PersonCopies {
  /**
   * Deletes the person's records with everything that belongs to them, and empties cells of other records
   * that name the person. Records that changed since they were found are checked again. Stores which records
   * were deleted, until `forget`.
   */
  abstract eraseRecords(person: PersonToErase, found: RecordsOfTable): Promise<ErasedCounts>

  /** Erases the person from rows of imports that are not entered yet, as far as they have been uploaded. */
  abstract eraseImportRows(person: PersonToErase): Promise<ErasedCounts>

  /**
   * Stores which of the person's records were deleted before the erasure, if jobs wrote to the person's
   * address for them. Their entries in jobs belong to the person.
   */
  abstract noteDeleted(person: PersonToErase): Promise<void>

  /** Returns up to `most` of the stored deleted records of all erasures, including an interrupted one. */
  abstract erasedRecords(organizationId: string, most: number): Promise<readonly ErasedRecord[]>

  /**
   * Stops the recipients of deleted records, and removes text about the person from other recipients.
   * `onTheWire` is the number of messages being sent at this moment; they are not stopped.
   */
  abstract eraseRecipients(
    person: PersonToErase,
    records: readonly ErasedRecord[],
  ): Promise<{ readonly erased: number; readonly onTheWire: number }>

  /**
   * Erases all other copies of the person's data: messages, contacts, keys, request ids, audit entries,
   * trigger data, rehearsals, test calls and notes.
   */
  abstract eraseRest(person: PersonToErase, records: readonly ErasedRecord[]): Promise<ErasedCounts>

  /** Deletes the stored list entries about deleted records, once nothing else is left of these records. */
  abstract forget(organizationId: string, records: readonly ErasedRecord[]): Promise<void>
}
