import type { ErasedCounts, PersonToErase } from '../../domain/person/erasure.ts'

/** A record that is gone, and whose other traces may still be there. */
export interface ErasedRecord {
  readonly dataTableId: string
  readonly recordId: string
}

/** Found in a table, of one person. */
export interface RecordsOfTable {
  readonly dataTableId: string
  readonly recordIds: readonly string[]
}

/**
 * Everything that is kept of a person beside their suppression, to be erased. Each call does a part in commits that
 * hold nobody up, finds nothing the second time, and may be interrupted: the next erase does what is left.
 */
export abstract class PersonCopies {
  /**
   * Removes records with what belongs to them, and empties the cells of those that are not the person's own. What has
   * changed since it was found is looked at anew. Notes which records are gone, until `forget`.
   */
  abstract eraseRecords(person: PersonToErase, found: RecordsOfTable): Promise<ErasedCounts>

  /** The same for the rows of imports that are not entered yet, as far as they have come in. */
  abstract eraseImportRows(person: PersonToErase): Promise<ErasedCounts>

  /**
   * Notes the records that were deleted before and to which the person's address was written to: what is said of them
   * in jobs is the person's.
   */
  abstract noteDeleted(person: PersonToErase): Promise<void>

  /** The records that are gone and noted, up to so many: also those of an erase that was interrupted. */
  abstract erasedRecords(organizationId: string, most: number): Promise<readonly ErasedRecord[]>

  /**
   * Stops the recipients of records that are gone, and takes away what is said of the person in others. `onTheWire` are
   * messages that are being sent at this moment: they are left to end as they will.
   */
  abstract eraseRecipients(
    person: PersonToErase,
    records: readonly ErasedRecord[],
  ): Promise<{ readonly erased: number; readonly onTheWire: number }>

  /** Messages that were captured, contacts, and what senders wrote into keys and request ids. */
  abstract eraseRest(person: PersonToErase, records: readonly ErasedRecord[]): Promise<ErasedCounts>

  /** Nothing is left of these. */
  abstract forget(organizationId: string, records: readonly ErasedRecord[]): Promise<void>
}
