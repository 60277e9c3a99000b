import type { DataRecord } from '../../../../src/domain/record-cells.ts'
import type { KnownTable } from '../known-table.ts'

/** The ways in which a simulated client reads all records of a table: an export, or pages of a list. */
export const readings = ['export', 'asc', 'desc'] as const
export type Reading = (typeof readings)[number]

/** All records of a table that a client has read, with the numbers of the run's events at which it began and ended. */
export interface KnownReading {
  readonly table: KnownTable
  readonly reading: Reading
  readonly begun: number
  readonly ended: number
  /** The simulator's names of the records that were acknowledged before the client began to read. */
  readonly acknowledged: ReadonlySet<string>
  /** The cells that the client got, by the names of their columns. */
  readonly records: readonly DataRecord[]
  /** The ids of the records; null if the client got none. */
  readonly ids: readonly string[] | null
}

/** The contents of an export of an organization, besides its records. */
export interface KnownExport {
  readonly begun: number
  readonly ended: number
  /** The tables and the spinners that the organization had before the export. */
  readonly things: readonly ExportedThing[]
  readonly tableIds: readonly string[]
  readonly spinnerIds: readonly string[]
  /** The exported addresses that are suppressed. */
  readonly suppressed: readonly string[]
  readonly auditIds: readonly string[]
  /** The numbers of entries of the audit log before and after the export. */
  readonly auditCounts: readonly [before: number, after: number]
}

/** A table or a spinner that an export of an organization should have while it is in use. */
export interface ExportedThing {
  readonly id: string
  readonly name: string
  isInUse(from: number, to: number): boolean
}

/** The readings and exports of an organization since the last check of the promises. */
export class KnownExports {
  readonly #readings: KnownReading[] = []
  readonly #exports: KnownExport[] = []

  noteReading(reading: KnownReading): void {
    this.#readings.push(reading)
  }

  noteExport(exported: KnownExport): void {
    this.#exports.push(exported)
  }

  takeReadings(): readonly KnownReading[] {
    return this.#readings.splice(0)
  }

  takeExports(): readonly KnownExport[] {
    return this.#exports.splice(0)
  }
}
