import type { PersonTraces } from '../../domain/person/person-export.ts'
import type { PersonTrace } from '../../domain/person/person-trace.ts'
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

/** Reads what is stored about a person: the history of the records, and all traces for an export. */
export abstract class PersonTraceQueries {
  /**
   * Returns the traces of the person's records and address. Jobs are in the order in which they began, and so
   * are messages.
   */
  abstract of(person: KnownPerson): Promise<PersonTraces>
  /**
   * Returns everything stored about a person: how their records arrived and changed, which jobs took these
   * records, and which messages went to the address, if one is given. Messages of deleted records are
   * included. After the retention of jobs, only the messages are left.
   */
  abstract historyOf(
    organizationId: string,
    address: string | null,
    records: readonly PersonRecord[],
  ): Promise<PersonTrace>
}
