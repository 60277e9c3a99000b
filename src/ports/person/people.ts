import type { ErasedCounts, PersonToErase } from '../../domain/person/erasure.ts'
import type { PersonTraces } from '../../domain/person/person-export.ts'
import type { PersonIdentity } from '../../domain/person/person-query.ts'
import type { PersonTrace } from '../../domain/person/person-trace.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import type { SpinnerVersion } from '../../domain/spinner/spinner.ts'
import type { TriggerData } from '../../domain/spinner/trigger-data.ts'

/** A record that has a person's address in a cell, and the facts about how the record arrived. */
export interface PersonRecord {
  readonly dataTableId: string
  readonly tableName: string
  readonly recordId: string
  readonly data: DataRecord
  readonly arrival: {
    /** The ledger number (`seq`) of the append that added the record to its table. */
    readonly seq: number
    readonly at: Date
    readonly requestId: string
    readonly apiKeyId: string | null
    /**
     * How the record arrived without an API key; null if it arrived with a key, or if that was not recorded.
     */
    readonly keyless: 'webhookUrl' | 'import' | null
  }
}

/** The tables in which a person is searched, and whether the bin is searched too. */
export interface SearchedTables {
  /** The tables to search; all tables of the organization if undefined. */
  readonly dataTableIds?: readonly string[]
  /** Whether tables and deleted records in the bin are searched too; false if undefined. */
  readonly withBin?: boolean
}

/** A person whose stored data is requested, with the address, text and records that identify them. */
export interface KnownPerson {
  readonly organizationId: string
  /** The normalized address of the person; null for a person without one. */
  readonly address: string | null
  /**
   * Text in lower case, for finding the person within longer texts. Null if the person's value is too short
   * for that.
   */
  readonly words: string | null
  readonly records: readonly Pick<PersonRecord, 'dataTableId' | 'recordId'>[]
}

/**
 * The largest number of records in one chunk of a search for a person. The search needs chunks, because a
 * person such as the owner of all leads may be in every record of a table.
 */
export const chunkOfPersonRecords = 1_000

/** A record that was deleted to erase a person. Other data about this record may still be stored. */
export interface ErasedRecord {
  readonly dataTableId: string
  readonly recordId: string
}

export interface RecipientOfJob {
  readonly jobId: string
  readonly recordId: string
}

/** A recipient whose job has written to an address, with what the recipient's messages are rendered from. */
export interface ContactedRecipient extends RecipientOfJob {
  /** The index of the recipient's next step, or of the step at which the recipient failed. */
  readonly step: number
  readonly data: DataRecord
  readonly version: Pick<SpinnerVersion, 'steps' | 'metadataColumns'>
  readonly triggerData: TriggerData | null
}

/** The ids of one person's records in one table. */
export interface RecordsOfTable {
  readonly dataTableId: string
  readonly recordIds: readonly string[]
}

/**
 * Reads what is stored about a person: the records with their address or name, the history of these records,
 * and everything else that an export contains. Erases all of it, except the suppression, in parts with short commits. If
 * an erasure is interrupted, the next one erases the rest; a repeat finds nothing.
 */
export abstract class PersonStore {
  /**
   * Yields all records in which a cell is the address in any spelling (compared by `normalizedEmail`), by
   * table and record id. A chunk has up to `chunkOfPersonRecords` records and is often empty. Rows of an
   * unfinished import are left out. Without an index, every table is read completely, so a caller with little
   * time must stop early.
   */
  abstract recordsOf(
    organizationId: string,
    address: string,
    where?: SearchedTables,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * Yields all records that have the value in the column of this name. Values are compared like match
   * columns, so the spelling of a phone number does not matter. The order is that of `recordsOf`. A table
   * whose only match column is this column needs no scan.
   */
  abstract recordsHaving(
    organizationId: string,
    column: string,
    value: string,
    where?: SearchedTables,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * Yields all records that mention the person: their address or value is a cell, or occurs within a longer
   * text. Tables in the bin are searched too. The order is that of `recordsOf`.
   */
  abstract recordsNaming(
    organizationId: string,
    person: PersonIdentity,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * Returns everything else that is stored about the person's records and address, for an export. Jobs and
   * messages are in the order in which they began.
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

  /**
   * Deletes the person's records and everything that belongs to them. Empties the cells of other records that
   * name the person. Records that changed since they were found are checked again. Stores a list of the
   * deleted records, which `forget` clears.
   */
  abstract eraseRecords(person: PersonToErase, found: RecordsOfTable): Promise<ErasedCounts>

  /**
   * Erases the person from the rows of running imports that were uploaded so far and are not in the table
   * yet.
   */
  abstract eraseImportRows(person: PersonToErase): Promise<ErasedCounts>

  /**
   * Deletes the person's records from the bin, and empties the cells of other records there that name the person.
   * Stores a list of the deleted records, as `eraseRecords` does.
   */
  abstract eraseDeletedRecords(person: PersonToErase): Promise<ErasedCounts>

  /**
   * Returns the number of requests since a time that have restored records of an organization from the bin. If it has
   * grown during an erasure, a record of the person may have been deleted and restored between two searches.
   */
  abstract restorationsSince(organizationId: string, since: Date): Promise<number>

  /**
   * Adds records that were deleted before the erasure to the list of deleted records, if jobs wrote to the
   * person's address for them. Recipients of these records are the person's too.
   */
  abstract noteDeleted(person: PersonToErase): Promise<void>

  /**
   * Returns up to `most` records from the stored list of deleted records. The list includes those of an
   * earlier, interrupted erasure.
   */
  abstract erasedRecords(organizationId: string, most: number): Promise<readonly ErasedRecord[]>

  /**
   * Yields, page by page, the recipients whose jobs have written to the person's address and who have steps left, or
   * whom a retry may take, with what their next messages are rendered from. A template may have built the address from
   * several cells, so it may be no cell of the record.
   */
  abstract contactedRecipients(person: PersonToErase): AsyncIterable<readonly ContactedRecipient[]>

  /**
   * Stops the recipients of deleted records, and the recipients in `written`, who would be written to at the person's
   * address. No retry takes these recipients if they have failed. Removes text about the person from other
   * recipients. `inTransit` is the number of recipients to whom a message is being sent right now; they are not
   * stopped.
   */
  abstract eraseRecipients(
    person: PersonToErase,
    records: readonly ErasedRecord[],
    written?: readonly RecipientOfJob[],
  ): Promise<{ readonly erased: number; readonly inTransit: number }>

  /**
   * Erases all other copies of the person's data: messages, contacts, keys, request ids, audit entries,
   * trigger data, rehearsals, test calls and notes. Keeps the contacts if `keepsContacts` is true: by them,
   * the next erasure finds recipients that this one could not stop, because a message to them was being sent.
   */
  abstract eraseRest(
    person: PersonToErase,
    records: readonly ErasedRecord[],
    keepsContacts?: boolean,
  ): Promise<ErasedCounts>

  /** Removes records from the stored list of deleted records, when no other data about them is left. */
  abstract forget(organizationId: string, records: readonly ErasedRecord[]): Promise<void>
}
