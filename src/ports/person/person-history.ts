import type { PersonTrace } from '../../domain/person/person-trace.ts'
import type { PersonRecord } from './person-records.ts'

export abstract class PersonHistory {
  /**
   * Returns everything stored about a person: how their records arrived and changed, which jobs took these
   * records, and which messages went to the address, if one is given. Messages of deleted records are
   * included. After the retention of jobs, only the messages are left.
   */
  abstract of(
    organizationId: string,
    address: string | null,
    records: readonly PersonRecord[],
  ): Promise<PersonTrace>
}
