import { claimsOfKey } from '../../../domain/arrival/claims.ts'
import { isAboutPerson } from '../../../domain/person/about-person.ts'
import {
  type ErasedCounts,
  type PersonToErase,
  sumOfErasures,
  textNames,
} from '../../../domain/person/erasure.ts'
import { wordsOfPerson } from '../../../domain/person/recognition.ts'
import { keyReaderFor } from '../../../domain/table/record-key.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  type ContactedRecipient,
  type ErasedRecord,
  PersonCopies,
  type RecipientOfJob,
  type RecordsOfTable,
} from '../../../ports/person/person-data.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { claimKey } from '../arrival/flush/admission-values.ts'
import { type Database, execute, type Statement } from '../database.ts'
import { firstId, firstIdAt } from '../first-id.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { openedSteps, type StoredSteps } from '../schema/sealed-steps.ts'
import { sqlFunction } from '../sql-function.ts'
import { untilKeysAreFree } from '../table/lock-keys.ts'
import { eraseDeletedRecords } from './erase-deleted-records.ts'
import { eraseImportRows } from './erase-import-rows.ts'
import { eraseRecords, lockKeys, removeKeys } from './erase-records.ts'
import { jobsOf } from './jobs-to-search.ts'
import { logOfOrganization, messagesOfOrganization } from './messages-of-person.ts'
import { namedCells } from './person-search.ts'

const findImports: Statement = {
  name: 'imports_of_organization',
  text: `
    select i.id from imports i join stored_data_tables t on t.id = i.data_table_id where t.organization_id = $1 order by i.id`,
}

const binEntries = entity('bin_entries', 'id')

const findErased: Statement = {
  name: 'find_erased_records',
  text: `
    select data_table_id as "dataTableId", record_id as "recordId" from erased_records
     where organization_id = $1 order by data_table_id, record_id limit $2`,
}

// Counts restorations by the index of audit entries by organization and id. The ids contain their time.
const countRestorations: Statement = {
  name: 'count_restorations_since',
  text: `
    select count(*)::int as count from audit_events
     where organization_id = $1 and id >= $2 and action = 'records.restored'`,
}

// Notes records of the person that were deleted. Record ids are never given out again, so a missing record
// was deleted.
const noteDeleted: Statement = {
  name: 'note_deleted_records_of_person',
  text: `
    insert into erased_records (organization_id, data_table_id, record_id)
    select distinct $1::uuid, j.data_table_id, w.record_id
      from (select root_job_id as job_id, record_id from contacts where organization_id = $1 and address = $2
            union
            select job_id, record_id from messages where organization_id = $1 and address = $2) w
      join jobs j on j.id = w.job_id
     where not exists (select from records r where r.data_table_id = j.data_table_id and r.id = w.record_id)
       and not exists (select from messages m where m.job_id = w.job_id and m.record_id = w.record_id and m.address <> $2)
    on conflict do nothing`,
}

const listContacted: Statement = {
  name: 'list_recipients_contacted_at_address',
  text: `
    select distinct record_id as "recordId", root_job_id as "rootJobId", slice from contacts
     where organization_id = $1 and address = $2 and (record_id, root_job_id) > ($3, $4) order by 1, 2 limit $5`,
}

// Finds the recipients of contacts in the first job and in every job that ran its failed recipients again. A recipient
// keeps the number of its slice in these jobs.
const findContacted: Statement = {
  name: 'find_recipients_contacted_at_address',
  text: `
    with recursive contacted as (
      select * from unnest($2::bigint[], $3::uuid[], $4::int[]) as c(record_id, root_job_id, slice)
    ), chain as (
      select c.root_job_id, c.root_job_id as job_id from contacted c
      union
      select c.root_job_id, again.id from chain c join jobs again on again.retry_of = c.job_id
    )
    select j.id as "jobId", c.record_id as "recordId", p.step, ${namedCells} as data, v.steps,
           v.metadata_columns as "metadataColumns", v.spinner_id as "spinnerId", v.version, j.data as "triggerData"
      from contacted c
      join chain a on a.root_job_id = c.root_job_id
      join jobs j on j.id = a.job_id and j.organization_id = $1
      join recipients p on p.job_id = j.id and p.slice = c.slice and p.record_id = c.record_id
      join records r on r.data_table_id = j.data_table_id and r.id = c.record_id
      join stored_data_tables t on t.id = j.data_table_id
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
     where is_unfinished_recipient(p.state) or can_be_retried(p.state, p.reason)`,
}

const forgetErased: Statement = {
  name: 'forget_erased_records',
  text: 'delete from erased_records where organization_id = $1 and data_table_id = $2 and record_id = any($3::bigint[])',
}

// Waits for a transaction that is making a slice of the job, which may still contain deleted records. Slices
// that are made later do not contain them.
const awaitCut: Statement = { name: 'await_cut', text: 'select 1 from jobs where id = $1 for no key update' }

const eraseRecipients = sqlFunction(
  'erase_recipients',
  'p_job',
  'p_after',
  'p_slices',
  'p_records',
  'p_address',
  'p_now',
)

const redactAudit = sqlFunction('redact_audit_events', 'p_organization', 'p_address', 'p_name')

const removeMessages: Statement = {
  name: 'erase_messages',
  text: 'delete from outbox where organization_id = $1 and id = any($2::uuid[]) returning 1',
}

// Locks the entries of the log by id, as the retention of jobs does; otherwise the two could deadlock.
const removeLogged: Statement = {
  name: 'erase_logged_messages',
  text: `
    delete from messages where id = any(array(
      select id from messages where organization_id = $1 and id = any($2::uuid[]) order by id for update)) returning 1`,
}

// Erases the words of bounces that are not in the log yet: those that name the person, and those of the records.
const eraseWordsBeforeLog: Statement = {
  name: 'erase_words_before_log',
  text: `
    update inbound_facts f set logged_words = null
     where f.organization_id = $1 and f.logged_state is not null and f.logged_words is not null
       and (f.record_id = any($2::bigint[]) or strpos(lower(f.logged_words), $3) > 0)`,
}

const removeContacts: Statement = {
  name: 'erase_contacts',
  text: `
    delete from contacts where ctid = any(array(
      select ctid from contacts where organization_id = $1 and address = $2 limit $3)) returning 1`,
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
    update ${table} n set ${column} = ${wordless(`n.${column}`, 'words')}
      from senders s
     where s.organization_id = $1 and s.id = ${ofSender} and strpos(lower(n.${column}::text), $2) > 0
    returning 1`,
})

const emptyNotes: readonly Statement[] = [
  noteOfSender('sender_breakers', 'trouble', 'n.sender_id'),
  noteOfSender('mailboxes', 'trouble', 'n.sender_id'),
  noteOfSender('senders', 'state_reason', 'n.id'),
  {
    name: 'erase_notes_of_failing_mails',
    text: `
      update mailboxes n
         set failing_mails = (
           select jsonb_agg(case when strpos(lower(m.mail::text), $2) > 0
                                 then jsonb_set(m.mail, '{reason,words}', '"erased"') || '{"messageId": null}' else m.mail end
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

const recordsAtOnce = 500
const contactsAtOnce = 5_000
/** The number of contacts whose recipients are read at once, each with its record. */
const contactedAtOnce = 500
/** The maximum number of slices from which one statement erases a person: up to 100,000 recipients. */
const slicesAtOnce = 200
const appendsAtOnce = 100_000
const changesAtOnce = 50_000

type Row = Readonly<Record<string, unknown>>

interface ContactedRow extends Omit<ContactedRecipient, 'version'> {
  readonly steps: StoredSteps
  readonly metadataColumns: readonly string[]
  readonly spinnerId: string
  readonly version: number
  readonly [column: string]: unknown
}

/**
 * The milliseconds for which an erasure waits for locks. A transaction that adds an import to its table may keep rows and
 * record keys locked for that long.
 */
const longestWaitMs = 15_000

export class PostgresPersonCopies extends PersonCopies {
  readonly #database: Database
  readonly #clock: Clock
  readonly #sealing: Sealing

  constructor(database: Database, clock: Clock, sealing: Sealing) {
    super()
    this.#database = database
    this.#clock = clock
    this.#sealing = sealing
  }

  override async eraseRecords(person: PersonToErase, found: RecordsOfTable): Promise<ErasedCounts> {
    let counts: ErasedCounts = {}
    for (let from = 0; from < found.recordIds.length; from += recordsAtOnce) {
      let recordIds = found.recordIds.slice(from, from + recordsAtOnce)
      while (recordIds.length > 0) {
        const part = { ...found, recordIds }
        const erased = await this.#inTransaction((connection) => eraseRecords(connection, person, part))
        counts = sumOfErasures(counts, erased.counts)
        recordIds = [...erased.left]
      }
    }
    return counts
  }

  override async eraseImportRows(person: PersonToErase): Promise<ErasedCounts> {
    let importRows = 0
    for (const { id } of await this.#database.read<Pick<TableFields<'imports'>, 'id'>>(findImports, [
      person.organizationId,
    ])) {
      for (let after: number | null = 0; after !== null; ) {
        const from: number = after
        const part = await this.#inTransaction((connection) => eraseImportRows(connection, person, id, from))
        importRows += part.erased
        after = part.last
      }
    }
    return { importRows }
  }

  override async eraseDeletedRecords(person: PersonToErase): Promise<ErasedCounts> {
    let counts: ErasedCounts = {}
    const { organizationId } = person
    const entries = await binEntries.within(this.#database).list({ organizationId, kind: 'records' }, 'id')
    for (const { id } of entries) {
      for (let after: string | null = '0'; after !== null; ) {
        const from: string = after
        const part = await this.#inTransaction((connection) =>
          eraseDeletedRecords(connection, person, id, from),
        )
        counts = sumOfErasures(counts, part.counts)
        after = part.last
      }
    }
    return counts
  }

  override async restorationsSince(organizationId: string, since: Date): Promise<number> {
    const values = [organizationId, firstIdAt(since)]
    const [row] = await this.#database.read<{ count: number }>(countRestorations, values)
    return row?.count ?? 0
  }

  override erasedRecords(organizationId: string, most: number): Promise<readonly ErasedRecord[]> {
    return this.#database.read<Pick<TableFields<'erased_records'>, 'dataTableId' | 'recordId'>>(findErased, [
      organizationId,
      most,
    ])
  }

  override async noteDeleted({ organizationId, address }: PersonToErase): Promise<void> {
    await this.#database.write(noteDeleted, [organizationId, address])
  }

  override async *contactedRecipients({ organizationId, address }: PersonToErase) {
    type Contact = Pick<TableFields<'contacts'>, 'recordId' | 'rootJobId' | 'slice'>
    let [after, afterJob] = ['-1', firstId]
    for (;;) {
      const from = [organizationId, address, after, afterJob, contactedAtOnce]
      const page: readonly Contact[] = await this.#database.read<Contact & Row>(listContacted, from)
      const last = page.at(-1)
      if (last === undefined) return
      ;[after, afterJob] = [last.recordId, last.rootJobId]
      const contacts = [
        page.map(({ recordId }) => recordId),
        page.map(({ rootJobId }) => rootJobId),
        page.map(({ slice }) => slice),
      ]
      const rows = await this.#database.read<ContactedRow>(findContacted, [organizationId, ...contacts])
      yield rows.map(({ steps, metadataColumns, spinnerId, version, ...recipient }): ContactedRecipient => {
        const opened = openedSteps(steps, { spinnerId, version }, this.#sealing)
        return { ...recipient, version: { steps: opened, metadataColumns } }
      })
    }
  }

  override async eraseRecipients(
    person: PersonToErase,
    records: readonly ErasedRecord[],
    written: readonly RecipientOfJob[] = [],
  ) {
    const ofTable = byTable(records)
    const ofJob = Map.groupBy(written, ({ jobId }) => jobId)
    let erased = 0
    let onTheWire = 0
    for await (const job of jobsOf(this.#database, person.organizationId)) {
      const { id, dataTableId, isUnfinishedJob } = job
      if (isUnfinishedJob) await this.#database.write(awaitCut, [id])
      for (let after: number | null = 0; after !== null; ) {
        const call = eraseRecipients({
          p_job: id,
          p_after: after,
          p_slices: slicesAtOnce,
          p_records: [
            ...(ofTable.get(dataTableId) ?? []),
            ...(ofJob.get(id) ?? []).map(({ recordId }) => recordId),
          ],
          p_address: wordsOfPerson(person),
          p_now: this.#clock.now(),
        })
        const [part]: ErasedPart[] = await this.#database.write<ErasedPart>(...call)
        after = part?.last_slice ?? null
        erased += part?.erased ?? 0
        onTheWire += part?.on_the_wire ?? 0
      }
    }
    return { erased, onTheWire }
  }

  override async eraseRest(
    person: PersonToErase,
    records: readonly ErasedRecord[],
    keepsContacts = false,
  ): Promise<ErasedCounts> {
    const { organizationId, digest } = person
    const words = wordsOfPerson(person)
    await this.#database.write(removeRehearsals, [organizationId])
    await this.#database.write(removeDryRuns, [organizationId])
    const named = await this.#database.write<Pick<TableFields<'idempotency_keys'>, 'key'>>(
      removeIdempotencyKeys,
      [organizationId, words],
    )
    const claims = named.flatMap(({ key }) => claimsOfKey(key).map((text) => claimKey({ text })))
    if (claims.length > 0) await this.#database.write(removeClaims, [organizationId, claims])
    await this.#database.write(removeTestCalls, [organizationId])
    const redact = redactAudit({ p_organization: organizationId, p_address: words, p_name: digest })
    const [audit] = await this.#database.write<{ redacted: number }>(...redact)
    let [recordKeys, requestIds] = [0, 0]
    for (const table of await this.#database.read<TableToSearch>(findTables, [organizationId])) {
      recordKeys += await this.#eraseKey(table, person)
      requestIds += await this.#eraseRequestIds(table, words)
    }
    requestIds += (await this.#database.write(emptyArrivals, [organizationId, words])).length
    return {
      recordKeys,
      messages: await this.#eraseMessages(person, records),
      contacts: keepsContacts ? 0 : await this.#eraseContacts(person),
      idempotencyKeys: named.length,
      requestIds,
      auditEntries: audit?.redacted ?? 0,
      triggerData: (await this.#database.write(emptyTriggerData, [organizationId, words])).length,
      notes: await this.#eraseNotes(organizationId, words),
    }
  }

  override async forget(organizationId: string, records: readonly ErasedRecord[]): Promise<void> {
    for (const [dataTableId, ids] of byTable(records))
      await this.#database.write(forgetErased, [organizationId, dataTableId, ids])
  }

  async #eraseMessages(person: PersonToErase, records: readonly ErasedRecord[]): Promise<number> {
    const { organizationId, address } = person
    const words = wordsOfPerson(person)
    const gone = new Set(records.map(({ recordId }) => recordId))
    await this.#database.write(eraseWordsBeforeLog, [organizationId, [...gone], words])
    let erased = 0
    for await (const messages of messagesOfOrganization(this.#database, this.#sealing, organizationId)) {
      const doomed = messages.filter(
        (message) => gone.has(message.recordId) || isAboutPerson(message, address, words),
      )
      if (doomed.length === 0) continue
      const ids = doomed.map(({ id }) => id)
      erased += (await this.#database.write(removeMessages, [organizationId, ids])).length
    }
    for await (const messages of logOfOrganization(this.#database, this.#sealing, organizationId)) {
      const doomed = messages.filter(
        (one) =>
          one.address === address ||
          gone.has(one.recordId) ||
          isAboutPerson(one, address, words) ||
          textNames(one.words, words),
      )
      if (doomed.length === 0) continue
      const ids = doomed.map(({ id }) => id)
      erased += (await this.#database.write(removeLogged, [organizationId, ids])).length
    }
    return erased
  }

  async #eraseContacts({ organizationId, address }: PersonToErase): Promise<number> {
    for (let erased = 0; ; ) {
      const values = [organizationId, address, contactsAtOnce]
      const removed = (await this.#database.write(removeContacts, values)).length
      erased += removed
      if (removed < contactsAtOnce) return erased
    }
  }

  /**
   * Erases the request ids of a data table's appends that name the person, one part of the table after the
   * other. Sources choose these ids.
   */
  async #eraseRequestIds({ id, lastSeq }: TableToSearch, words: string | null): Promise<number> {
    let erased = 0
    for (let seq = 0; seq < lastSeq; seq += appendsAtOnce) {
      const values = [id, seq, seq + appendsAtOnce, words]
      erased += (await this.#database.write(emptyAppends, values)).length
    }
    for (let after: string | null = '0'; after !== null; ) {
      const values: unknown[] = [id, after, words, changesAtOnce]
      const [part]: EmptiedPart[] = await this.#database.write<EmptiedPart>(emptyChanges, values)
      erased += part?.emptied ?? 0
      after = part?.last ?? null
    }
    return erased
  }

  /**
   * Deletes the person's record key from a table, for an arrival that claimed the key just when its record
   * was deleted.
   */
  async #eraseKey(
    { id, match, defaultCountry, generation }: TableToSearch,
    { address, value }: PersonToErase,
  ): Promise<number> {
    const [column, ...others] = match?.columns ?? []
    if (column === undefined || others.length > 0) return 0
    const text = address ?? (value?.column === column ? value.text : null)
    const key = keyReaderFor({ columns: [column], defaultCountry })({ [column]: text })
    if (key === null) return 0
    const values = [id, generation, [key]]
    const removed = await this.#inTransaction(async (connection) => {
      await execute(connection, lockKeys, values)
      return execute(connection, removeKeys, values)
    })
    return removed.length
  }

  /**
   * Erases the stored error texts of mail providers and servers, because they quote the address of a refused
   * recipient.
   */
  async #eraseNotes(organizationId: string, words: string | null): Promise<number> {
    let erased = 0
    for (const statement of emptyNotes)
      erased += (await this.#database.write(statement, [organizationId, words])).length
    return erased
  }

  /** Runs a part of an erasure in a transaction. Repeats it while an import holds the record keys of a table. */
  #inTransaction<Result>(
    work: (connection: OpenTransaction['connection']) => Promise<Result>,
  ): Promise<Result> {
    return untilKeysAreFree(this.#database.timers, () => this.#inOneTransaction(work), longestWaitMs)
  }

  #inOneTransaction<Result>(
    work: (connection: OpenTransaction['connection']) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.withConnection(async (connection) => {
      await connection.query(`begin; set local lock_timeout = ${longestWaitMs}`)
      try {
        const result = await work(connection)
        await connection.query('commit')
        return result
      } catch (error) {
        await connection.query('rollback').catch(() => {})
        throw error
      }
    })
  }
}

interface ErasedPart {
  readonly last_slice: number | null
  readonly erased: number
  readonly on_the_wire: number
}

interface TableToSearch extends Pick<TableFields<'data_tables'>, 'id' | 'match' | 'defaultCountry'> {
  readonly lastSeq: number
  readonly generation: TableFields<'data_tables'>['matchGeneration']
}

interface EmptiedPart {
  readonly last: string | null
  readonly emptied: number
}

function byTable(records: readonly ErasedRecord[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>()
  for (const { dataTableId, recordId } of records) {
    const ofTable = ids.get(dataTableId)
    if (ofTable === undefined) ids.set(dataTableId, [recordId])
    else ofTable.push(recordId)
  }
  return ids
}
