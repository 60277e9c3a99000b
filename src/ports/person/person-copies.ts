import type { ErasedCounts, PersonToErase } from '../../domain/person/erasure.ts'

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
