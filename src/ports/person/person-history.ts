import type { PersonTrace } from '../../domain/person/person-trace.ts'
import type { PersonRecord } from './person-records.ts'

export abstract class PersonHistory {
  /**
   * What is kept of a person of the organization: how these records of theirs came and were changed, which jobs took
   * them, and which messages went to the address (if one is given), also by records that are gone. After the
   * retention of jobs only the messages are left of what jobs did.
   */
  abstract of(
    organizationId: string,
    address: string | null,
    records: readonly PersonRecord[],
  ): Promise<PersonTrace>
}
