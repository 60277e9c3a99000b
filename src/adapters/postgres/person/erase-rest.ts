import { claimsOfKey } from '../../../domain/arrival/claims.ts'
import type { ErasedCounts, PersonToErase } from '../../../domain/person/erasure.ts'
import { wordsOfPerson } from '../../../domain/person/recognition.ts'
import { keyReaderFor } from '../../../domain/table/record-key.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import type { ErasedRecord } from '../../../ports/person/people.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { claimKey } from '../arrival/flush/admission-values.ts'
import { type Database, execute, type Statement } from '../database.ts'
import type { TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { eraseMessages } from './erase-messages.ts'
import { lockKeys, removeKeys } from './erase-records.ts'
import { inErasure } from './erasing-transaction.ts'
import { eraseThreadMails } from './mails/erase-thread-mails.ts'

const redactAudit = sqlFunction('redact_audit_events', 'p_organization', 'p_address', 'p_name')

const removeContacts: Statement = {
  name: 'erase_contacts',
  text: `
    delete from sent_emails where ctid = any(array(
      select ctid from sent_emails where organization_id = $1 and address = $2 limit $3)) returning 1`,
}

// Deletes the entry of a person in the list of people who has no record left. It stays for a person who has.
const removeListed: Statement = {
  name: 'remove_listed_person',
  text: `
    delete from people p where p.organization_id = $1 and p.id = $2
       and not exists (select from person_records r where r.organization_id = $1 and r.person_id = $2)`,
}

const removeIdempotencyKeys: Statement = {
  name: 'erase_idempotency_keys',
  text: `
    delete from idempotency_keys
     where organization_id = $1 and (strpos(lower(key), $2) > 0 or strpos(lower(answer::text), $2) > 0) returning key`,
}

// Deletes the marks of delivered records that belong to these idempotency keys. A later request with such a
// key then counts as new.
const removeClaims: Statement = {
  name: 'erase_claims_of_idempotency_keys',
  text: `
    delete from arrival_claims c using stored_data_tables t
     where t.organization_id = $1 and c.data_table_id = t.id and c.key = any($2::bytea[])`,
}

const emptyTriggerData: Statement = {
  name: 'erase_trigger_data',
  text: `
    update jobs j
       set data = (
         select jsonb_object_agg(d.key, case when strpos(lower(d.value #>> '{}'), $2) > 0 then '"erased"' else d.value end)
           from jsonb_each(j.data) d)
     where j.organization_id = $1 and j.data is not null and strpos(lower(j.data::text), $2) > 0
    returning 1`,
}

// Ends acts on many recipients whose condition names the person. A request has answered how many it has changed.
const removeRecipientActions: Statement = {
  name: 'erase_recipient_actions',
  text: 'delete from recipient_actions where organization_id = $1 and strpos(lower(request::text), $2) > 0',
}

/**
 * Deletes all rehearsals of the organization, because their sample messages may name the person. Rehearsals
 * are kept for an hour at most anyway.
 */
const removeRehearsals: Statement = {
  name: 'erase_rehearsals',
  text: 'delete from rehearsals where organization_id = $1',
}

/**
 * Deletes the stored answers of the organization's dry runs, which contain the same samples. A dry run whose
 * rehearsal is deleted stores no answer, so this runs after the rehearsals are deleted.
 */
const removeDryRuns: Statement = {
  name: 'erase_answers_of_dry_runs',
  text: "delete from idempotency_keys where organization_id = $1 and answer ? 'dryRun'",
}

/**
 * Deletes the encrypted answers of management requests, because they may show cells of the person. The keys stay used. A
 * request in progress stores no answer afterwards.
 */
const removeAnswers: Statement = {
  name: 'erase_answers_of_requests',
  text: 'update idempotency_keys set sealed_request = null where organization_id = $1 and claim is not null',
}

/** Deletes the captured calls of webhooks of a test organization, because they hold cells of many people. */
const removeTestCalls: Statement = {
  name: 'erase_test_calls',
  text: 'delete from test_calls where organization_id = $1',
}

// Erases the person from stored arrivals: the request id, and the reasons, which quote names of columns. Both
// come from the source. The body is erased separately.
const emptyArrivals: Statement = {
  name: 'erase_request_ids_of_arrivals',
  text: `
    update arrivals
       set request_id = case when strpos(lower(request_id), $2) > 0 then 'erased' else request_id end,
           reasons = case when strpos(lower(reasons::text), $2) > 0 then '[]' else reasons end
     where organization_id = $1 and (strpos(lower(request_id), $2) > 0 or strpos(lower(reasons::text), $2) > 0)
    returning 1`,
}

/**
 * Returns SQL that erases the text of a provider's or server's error from a stored note. The note keeps its
 * error code and its numbers.
 */
const wordless = (column: string, key: string) => `jsonb_set(${column}, '{${key}}', '"erased"')`
const noteOfSender = (table: string, column: string, ofSender: string): Statement => ({
  name: `erase_notes_of_${table}`,
  text: `
    update ${table} n set ${column} = ${wordless(`n.${column}`, 'serverResponse')}
      from senders s
     where s.organization_id = $1 and s.id = ${ofSender} and strpos(lower(n.${column}::text), $2) > 0
    returning 1`,
})

const emptyNotes: readonly Statement[] = [
  noteOfSender('sender_breakers', 'fault', 'n.sender_id'),
  noteOfSender('mailboxes', 'fault', 'n.sender_id'),
  noteOfSender('senders', 'status_reason', 'n.id'),
  {
    name: 'erase_notes_of_failing_mails',
    text: `
      update mailboxes n
         set failing_mails = (
           select jsonb_agg(case when strpos(lower(m.mail::text), $2) > 0
                                 then jsonb_set(m.mail, '{reason,serverResponse}', '"erased"') || '{"messageId": null}' else m.mail end
                            order by m.no)
             from jsonb_array_elements(n.failing_mails) with ordinality m(mail, no))
        from senders s
       where s.organization_id = $1 and s.id = n.sender_id and strpos(lower(n.failing_mails::text), $2) > 0
      returning 1`,
  },
  {
    name: 'erase_notes_of_starts',
    text: `
      update spinner_starts set stopped = ${wordless('stopped', 'message')}
       where organization_id = $1 and strpos(lower(stopped::text), $2) > 0
      returning 1`,
  },
  {
    name: 'erase_answers_of_destinations',
    text: `
      update destination_attempts set response = 'erased'
       where organization_id = $1 and strpos(lower(response), $2) > 0
      returning 1`,
  },
  {
    name: 'erase_errors_of_jobs',
    text: `
      update jobs set error = 'erased' where organization_id = $1 and strpos(lower(error), $2) > 0 returning 1`,
  },
]

const findTables: Statement = {
  name: 'tables_to_erase_rest_from',
  text: `
    select t.id, l.last_seq::float8 as "lastSeq", match, default_country as "defaultCountry", match_generation as generation
      from stored_data_tables t cross join lateral end_of_ledger(p_table => t.id) l
     where t.organization_id = $1 order by t.id`,
}

const emptyAppends: Statement = {
  name: 'erase_request_ids_of_appends',
  text: `
    update appends
       set request_id = case when strpos(lower(request_id), $4) > 0 then 'erased' else request_id end,
           idempotency_key = case when strpos(lower(idempotency_key), $4) > 0 then null else idempotency_key end
     where data_table_id = $1 and seq > $2 and seq <= $3
       and (strpos(lower(request_id), $4) > 0 or strpos(lower(idempotency_key), $4) > 0)
    returning 1`,
}

const emptyChanges: Statement = {
  name: 'erase_request_ids_of_changes',
  text: `
    with part as materialized (
      select record_id from record_changes where data_table_id = $1 and record_id > $2 order by record_id limit $4
    ), emptied as (
      update record_changes c set request_id = 'erased'
       where c.data_table_id = $1 and c.record_id > $2 and c.record_id <= (select max(record_id) from part)
         and strpos(lower(c.request_id), $3) > 0
      returning 1
    )
    select (select max(record_id) from part) as last, (select count(*)::int from emptied) as emptied`,
}

const contactsAtOnce = 5_000
const appendsAtOnce = 100_000
const changesAtOnce = 50_000

interface TableToSearch extends Pick<TableFields<'data_tables'>, 'id' | 'match' | 'defaultCountry'> {
  readonly lastSeq: number
  readonly generation: TableFields<'data_tables'>['matchGeneration']
}

interface EmptiedPart {
  readonly last: string | null
  readonly emptied: number
}

/**
 * Erases the copies of a person that remain after the records and the recipients, as `PersonStore.eraseRest` says.
 */
export async function eraseRest(
  database: Database,
  { sealing, digests }: { readonly sealing: Sealing; readonly digests: PersonDigests },
  person: PersonToErase,
  records: readonly ErasedRecord[],
  keepsContacts: boolean,
): Promise<ErasedCounts> {
  const { organizationId, digest } = person
  const words = wordsOfPerson(person)
  await database.write(removeRehearsals, [organizationId])
  await database.write(removeRecipientActions, [organizationId, words])
  await database.write(removeDryRuns, [organizationId])
  await database.write(removeAnswers, [organizationId])
  const keyRows = await database.write<Pick<TableFields<'idempotency_keys'>, 'key'>>(removeIdempotencyKeys, [
    organizationId,
    words,
  ])
  const claims = keyRows.flatMap(({ key }) => claimsOfKey(key).map((text) => claimKey({ text })))
  if (claims.length > 0) await database.write(removeClaims, [organizationId, claims])
  await database.write(removeTestCalls, [organizationId])
  await database.write(removeListed, [organizationId, digest])
  const redact = redactAudit({ p_organization: organizationId, p_address: words, p_name: digest })
  const [audit] = await database.write<{ redacted: number }>(...redact)
  let [recordKeys, requestIds] = [0, 0]
  for (const table of await database.read<TableToSearch>(findTables, [organizationId])) {
    recordKeys += await eraseKey(database, table, person)
    requestIds += await eraseRequestIds(database, table, words)
  }
  requestIds += (await database.write(emptyArrivals, [organizationId, words])).length
  return {
    recordKeys,
    messages: await eraseMessages(database, sealing, person, records),
    threadMails: await eraseThreadMails(database, { sealing, digests }, person, records),
    contacts: keepsContacts ? 0 : await eraseContacts(database, person),
    idempotencyKeys: keyRows.length,
    requestIds,
    auditEntries: audit?.redacted ?? 0,
    triggerData: (await database.write(emptyTriggerData, [organizationId, words])).length,
    notes: await eraseNotes(database, organizationId, words),
  }
}

async function eraseContacts(
  database: Database,
  { organizationId, address }: PersonToErase,
): Promise<number> {
  for (let erased = 0; ; ) {
    const values = [organizationId, address, contactsAtOnce]
    const removed = (await database.write(removeContacts, values)).length
    erased += removed
    if (removed < contactsAtOnce) return erased
  }
}

/**
 * Erases the request ids of a data table's appends that name the person, one part of the table after the
 * other. Sources choose these ids.
 */
async function eraseRequestIds(
  database: Database,
  { id, lastSeq }: TableToSearch,
  words: string | null,
): Promise<number> {
  let erased = 0
  for (let seq = 0; seq < lastSeq; seq += appendsAtOnce) {
    const values = [id, seq, seq + appendsAtOnce, words]
    erased += (await database.write(emptyAppends, values)).length
  }
  for (let after: string | null = '0'; after !== null; ) {
    const values: unknown[] = [id, after, words, changesAtOnce]
    const [part]: EmptiedPart[] = await database.write<EmptiedPart>(emptyChanges, values)
    erased += part?.emptied ?? 0
    after = part?.last ?? null
  }
  return erased
}

/**
 * Deletes the person's record key from a table, for an arrival that claimed the key just when its record
 * was deleted.
 */
async function eraseKey(
  database: Database,
  { id, match, defaultCountry, generation }: TableToSearch,
  { address, value }: PersonToErase,
): Promise<number> {
  const [column, ...others] = match?.columns ?? []
  if (column === undefined || others.length > 0) return 0
  const text = address ?? (value?.column === column ? value.text : null)
  const key = keyReaderFor({ columns: [column], defaultCountry })({ [column]: text })
  if (key === null) return 0
  const values = [id, generation, [key]]
  const removed = await inErasure(database, async (connection) => {
    await execute(connection, lockKeys, values)
    return execute(connection, removeKeys, values)
  })
  return removed.length
}

/**
 * Erases the stored error texts of mail providers and servers, because they quote the address of a refused
 * recipient.
 */
async function eraseNotes(database: Database, organizationId: string, words: string | null): Promise<number> {
  let erased = 0
  for (const statement of emptyNotes)
    erased += (await database.write(statement, [organizationId, words])).length
  return erased
}
