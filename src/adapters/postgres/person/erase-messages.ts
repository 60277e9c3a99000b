import { isAboutPerson } from '../../../domain/person/about-person.ts'
import { type PersonToErase, textNames } from '../../../domain/person/erasure.ts'
import { wordsOfPerson } from '../../../domain/person/recognition.ts'
import type { ErasedRecord } from '../../../ports/person/people.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { logOfOrganization, messagesOfOrganization } from './messages-of-person.ts'

const removeMessages: Statement = {
  name: 'erase_messages',
  text: 'delete from captured_messages where organization_id = $1 and id = any($2::uuid[]) returning 1',
}

// Locks the entries of the log by id, as the retention of jobs does; otherwise the two could deadlock.
const removeLogged: Statement = {
  name: 'erase_logged_messages',
  text: `
    delete from message_log where id = any(array(
      select id from message_log where organization_id = $1 and id = any($2::uuid[]) order by id for update)) returning 1`,
}

// Erases the words of bounces that are not in the log yet: those that name the person, and those of the records.
const eraseWordsBeforeLog: Statement = {
  name: 'erase_words_before_log',
  text: `
    update inbound_facts f set logged_response = null
     where f.organization_id = $1 and f.logged_status is not null and f.logged_response is not null
       and (f.record_id = any($2::bigint[]) or strpos(lower(f.logged_response), $3) > 0)`,
}

/**
 * Erases the messages to a person, those that name the person, and those of erased records, from the outbox and
 * the log. Returns their number.
 */
export async function eraseMessages(
  database: Database,
  sealing: Sealing,
  person: PersonToErase,
  records: readonly ErasedRecord[],
): Promise<number> {
  const { organizationId, address } = person
  const words = wordsOfPerson(person)
  const gone = new Set(records.map(({ recordId }) => recordId))
  await database.write(eraseWordsBeforeLog, [organizationId, [...gone], words])
  let erased = 0
  for await (const messages of messagesOfOrganization(database, sealing, organizationId)) {
    const doomed = messages.filter(
      (message) => gone.has(message.recordId) || isAboutPerson(message, address, words),
    )
    if (doomed.length === 0) continue
    const ids = doomed.map(({ id }) => id)
    erased += (await database.write(removeMessages, [organizationId, ids])).length
  }
  for await (const messages of logOfOrganization(database, sealing, organizationId)) {
    const doomed = messages.filter(
      (message) =>
        message.address === address ||
        gone.has(message.recordId) ||
        isAboutPerson(message, address, words) ||
        textNames(message.serverResponse, words),
    )
    if (doomed.length === 0) continue
    const ids = doomed.map(({ id }) => id)
    erased += (await database.write(removeLogged, [organizationId, ids])).length
  }
  return erased
}
