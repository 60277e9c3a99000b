import type { SoughtPerson } from '../../domain/person/person-sought.ts'
import type { DataRecord } from '../../domain/table/cell.ts'

/** A record that has a person's address in one of its cells, and the append by which it came. */
export interface PersonRecord {
  readonly dataTableId: string
  readonly recordId: string
  readonly data: DataRecord
  readonly arrival: {
    /** Its place in the ledger of the table. */
    readonly seq: number
    readonly at: Date
    readonly requestId: string
    readonly apiKeyId: string | null
    /** Where it came by no key; null where that was not noted. */
    readonly keyless: 'webhookUrl' | 'import' | null
  }
}

/** Where to look; all tables of the organization where none are named. */
export interface WhereToLook {
  readonly dataTableIds?: readonly string[]
}

export abstract class PersonRecords {
  /**
   * All records of the organization's tables of which a cell, whichever, is the address (as `normalizedEmail` has it,
   * in whatever way the cell spells it): table by table and in order of their ids, in chunks of up to
   * `chunkOfPersonRecords`, of which many are empty. Rows of an import count once it is entered. No index knows it:
   * each table is read to its end, a part at a time, so whoever has no time for that stops reading.
   */
  abstract of(
    organizationId: string,
    address: string,
    where?: WhereToLook,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * All records whose column of that name has the value, both in the form in which match columns are compared: a phone
   * number in whatever way it is written, for instance. In the same order, and at once in tables that have the column
   * as their only match column.
   */
  abstract having(
    organizationId: string,
    column: string,
    value: string,
  ): AsyncIterable<readonly PersonRecord[]>

  /**
   * All records that name the person anywhere: in a cell that is their address or value, or within a longer text. In
   * the same order.
   */
  abstract naming(organizationId: string, person: SoughtPerson): AsyncIterable<readonly PersonRecord[]>
}

/** Somebody may stand in every record of a table, as whoever looks after the leads does. */
export const chunkOfPersonRecords = 1_000
