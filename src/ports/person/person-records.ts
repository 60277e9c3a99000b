import type { SoughtPerson } from '../../domain/person/person-sought.ts'
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

export abstract class PersonRecords {
  /**
   * Yields all records in which any cell is the address, however the cell spells it (by `normalizedEmail`).
   * They come table by table in the order of their ids, in chunks of up to `chunkOfPersonRecords`; many
   * chunks are empty. Rows of an import count once it is entered. No index helps: each table is read to its
   * end in parts, so a caller without time for that must stop reading.
   */
  abstract of(
    organizationId: string,
    address: string,
    where?: SearchedTables,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * Yields all records whose column of this name has the value. Both are compared as match columns are, so a
   * phone number matches however it is written. The order is the same as in `of`. Tables with this column as
   * their only match column are looked up at once.
   */
  abstract having(
    organizationId: string,
    column: string,
    value: string,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * Yields all records that name the person anywhere: in a cell with their address or value, or within a
   * longer text. The order is the same as in `of`.
   */
  abstract naming(organizationId: string, person: SoughtPerson): AsyncIterable<readonly PersonRecord[]>
}

/**
 * The largest number of records in a chunk of a search for a person. A person may be in every record of a
 * table, such as the owner of the leads.
 */
export const chunkOfPersonRecords = 1_000
