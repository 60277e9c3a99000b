import type { PersonTraces } from '../../domain/person/person-export.ts'
import type { PersonRecord } from './person-records.ts'

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

export abstract class PersonTraceQueries {
  /**
   * Returns the traces of the person's records and address. Jobs are in the order in which they began, and so
   * are messages.
   */
  abstract of(person: KnownPerson): Promise<PersonTraces>
}
