import type { PersonToErase } from '../../../../domain/person/erasure.ts'
import { wordsOfPerson } from '../../../../domain/person/recognition.ts'
import type { PersonDigests } from '../../../../ports/contact/contact-rules.ts'
import type { ErasedRecord } from '../../../../ports/person/people.ts'
import type { Sealing } from '../../../../ports/sealing.ts'
import type { Database } from '../../database.ts'
import { sqlFunction } from '../../sql-function.ts'
import { mailsOfPerson } from './mails-of-person.ts'

const eraseMails = sqlFunction(
  'erase_thread_messages',
  'p_organization',
  'p_address',
  'p_records',
  'p_messages',
)

/**
 * Erases the threads with a person, and the mails of other threads that the person wrote, that are about erased records
 * or that name the person. Returns the number of mails.
 */
export async function eraseThreadMails(
  database: Database,
  { sealing, digests }: { readonly sealing: Sealing; readonly digests: PersonDigests },
  person: PersonToErase,
  records: readonly ErasedRecord[],
): Promise<number> {
  const { organizationId, address } = person
  const traces = { organizationId, address, words: wordsOfPerson(person), records }
  const ids: string[] = []
  for await (const mails of mailsOfPerson(database, sealing, digests, traces))
    ids.push(...mails.map(({ id }) => id))
  const call = eraseMails({
    p_organization: organizationId,
    p_address: address,
    p_records: records.map(({ recordId }) => recordId),
    p_messages: ids,
  })
  const [row] = await database.write<{ erase_thread_messages: number | null }>(...call)
  return row?.erase_thread_messages ?? 0
}
