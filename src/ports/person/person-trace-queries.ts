import type { PersonTraces } from '../../domain/person/person-export.ts'
import type { PersonRecord } from './person-records.ts'

/** Whose traces are asked for. */
export interface KnownPerson {
  readonly organizationId: string
  /** Null for a person without an address. */
  readonly address: string | null
  /** Text in lower case that names the person; null for a value that is too short for that. */
  readonly words: string | null
  readonly records: readonly Pick<PersonRecord, 'dataTableId' | 'recordId'>[]
}

export abstract class PersonTraceQueries {
  /** What is kept of the person's records and of the address: jobs in the order in which they began, messages too. */
  abstract of(person: KnownPerson): Promise<PersonTraces>
}
