import { reasonOf } from '../../../domain/job/recipient/reason-view.ts'
import { isAboutPerson } from '../../../domain/person/about-person.ts'
import type {
  ExportedChange,
  ExportedDelivery,
  ExportedDomainSuppression,
  ExportedMail,
  ExportedMessage,
  ExportedRecipient,
  ExportedSuppression,
  PersonTraces,
} from '../../../domain/person/person-export.ts'
import type { Passage, PersonTrace } from '../../../domain/person/person-trace.ts'
import type { TimelineSource } from '../../../domain/person/timeline.ts'
import type { LoggedMessageWithBody } from '../../../domain/sender/message/logged-message.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import type { KnownPerson, PersonRecord } from '../../../ports/person/people.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { fieldsOf, type RowOf, type Selected, type TableFields } from '../schema/columns.ts'
import { withSegmentNames } from '../table/segment/named-segments.ts'
import { jobsOf } from './jobs-to-search.ts'
import { mailsOfPerson } from './mails/mails-of-person.ts'
import { logOfOrganization, messagesOfOrganization } from './messages-of-person.ts'

const lastSlice: Statement = {
  name: 'last_slice_to_search',
  text: 'select coalesce(max(no), 0) as last from slices where job_id = $1',
}

const exportedRecipient = fieldsOf(
  'recipients',
  'jobId',
  'recordId',
  'status',
  'step',
  'attempts',
  'error',
  'reason',
  'evidence',
  'dueAt',
  'updatedAt',
)

// Finds the person's recipients in some slices of a job at a time, because recipients are stored in the order
// of slices. The ids are compared with "in", which looks them up: "any" would compare each recipient with
// every id.
const findRecipients: Statement = {
  name: 'recipients_of_person',
  text: `
    select ${exportedRecipient.selected('r')}, j.spinner_id as "spinnerId", j.status = 'cancelled' as "isCancelled"
      from recipients r join jobs j on j.id = r.job_id
     where r.job_id = $1 and r.slice > $2 and r.slice <= $3 and r.record_id in (select unnest($4::bigint[]))
     order by r.slice, r.record_id`,
}

const exportedDelivery = fieldsOf(
  'message_results',
  'jobId',
  'recordId',
  'step',
  'channel',
  'status',
  'startedAt',
  'finishedAt',
)

const findDeliveries: Statement = {
  name: 'deliveries_of_person',
  text: `
    select ${exportedDelivery.selected()}
      from message_results
     where job_id = $1 and slice > $2 and slice <= $3 and record_id in (select unnest($4::bigint[]))
     order by slice, record_id, step`,
}

const exportedContact = fieldsOf('sent_emails', 'at', 'spinnerId', 'recordId', 'step')

const findContacts: Statement = {
  name: 'contacts_of_person',
  text: `
    select ${exportedContact.selected()}, coalesce(retry_job_id, root_job_id) as "jobId"
      from sent_emails where organization_id = $1 and address = $2 order by at, step`,
}

const exportedChange = fieldsOf('record_changes', 'dataTableId', 'recordId', 'at', 'requestId')

const findChanges: Statement = {
  name: 'changes_of_person',
  text: `
    select ${exportedChange.selected('c')}, named_columns(c.columns, t.column_keys) as columns
      from record_changes c join data_tables t on t.id = c.data_table_id
     where c.data_table_id = $1 and c.record_id = any($2::bigint[]) order by c.at`,
}

const findSuppression: Statement = {
  name: 'suppression_of_person',
  text: `
    select reason, email, note, created_at as "createdAt" from suppressions where organization_id = $1 and email = $2
    union all
    select reason, null, null, created_at from digested_suppressions where organization_id = $1 and digest = $3 limit 1`,
}

const findDomainSuppression: Statement = {
  name: 'domain_suppression_of_person',
  text: `
    select substr(email, 2) as domain, reason, note, created_at as "createdAt" from suppressions
     where organization_id = $1 and email = domain_entry($2)`,
}

const event = fieldsOf('suppression_events', 'kind', 'at')

const findSuppressionEvents: Statement = {
  name: 'suppression_events_of_person',
  text: `select ${event.selected()} from suppression_events where organization_id = $1 and email = $2 order by at desc, kind desc`,
}

const findTriggerData: Statement = {
  name: 'trigger_data_of_person',
  text: `
    select j.id as "jobId", d.key as name, d.value #>> '{}' as value
      from jobs j cross join lateral jsonb_each(j.data) d
     where j.organization_id = $1 and j.data is not null and strpos(lower(d.value #>> '{}'), $2) > 0
     order by j.id, d.key`,
}

/** The maximum number of slices in which one statement searches for a person: up to 100,000 recipients. */
const slicesAtOnce = 200

interface FoundRecipient extends Selected<typeof exportedRecipient> {
  readonly spinnerId: TableFields<'jobs'>['spinnerId']
  readonly isCancelled: boolean
}

interface FoundContact extends Selected<typeof exportedContact> {
  readonly jobId: string
}

interface FoundChange extends Selected<typeof exportedChange> {
  readonly columns: readonly string[]
}

interface FoundTriggerData {
  readonly jobId: TableFields<'jobs'>['id']
  readonly name: string
  readonly value: string
}

const tracedChange = fieldsOf('record_changes', 'at', 'requestId', 'apiKeyId')

const changesOf: Statement = {
  name: 'changes_of_records',
  text: `
    select r.table_id as "dataTableId", r.id as "recordId", ${tracedChange.selected('c')},
           named_columns(c.columns, t.column_keys) as columns
      from unnest($1::uuid[], $2::bigint[]) r(table_id, id)
      join data_tables t on t.id = r.table_id
      cross join lateral (
        select x.* from record_changes x where x.data_table_id = r.table_id and x.record_id = r.id offset 0) c
     order by c.at`,
}

const keyNames: Statement = {
  name: 'names_of_api_keys',
  text: 'select id, name from api_keys where organization_id = $1 and id = any($2::uuid[])',
}

const tracedContact = fieldsOf('sent_emails', 'spinnerId', 'slice', 'recordId', 'step', 'at')

const contactsOf: Statement = {
  name: 'contacts_of_address',
  text: `
    select coalesce(c.retry_job_id, c.root_job_id) as "jobId", ${tracedContact.selected('c')},
           j.data_table_id as "dataTableId",
           case when c.reply ->> 'request' = 'unsubscribe' then c.reply ->> 'at' end as "removalRequestedAt"
      from sent_emails c join jobs j on j.id = coalesce(c.retry_job_id, c.root_job_id)
     where c.organization_id = $1 and c.address = $2
     order by c.at desc limit 2000`,
}

const jobOfPassage = fieldsOf('jobs', 'spinnerId', 'dataTableId')

const recipientOfPassage = fieldsOf(
  'recipients',
  'recordId',
  'slice',
  'step',
  'status',
  'error',
  'reason',
  'evidence',
  'dueAt',
  'updatedAt',
)

const passage = `
  j.id as "jobId", ${jobOfPassage.selected('j')}, j.created_at as "takenAt",
  case when j.status = 'cancelled' then j.finished_at end as "cancelledAt", ${recipientOfPassage.selected('r')}`

// Finds the jobs that a record passed through. No index has the jobs of a record, so every slice of each job
// that may have taken it is looked up by its whole key. Retries have no range of the ledger.
const passagesOf: Statement = {
  name: 'passages_of_records',
  text: `
    select ${passage}
      from jobs j
      cross join lateral (select s.no from slices s where s.job_id = j.id offset 0) s
      cross join lateral (
        select x.* from recipients x where x.job_id = j.id and x.slice = s.no and x.record_id = any($3::bigint[]) offset 0) r
     where j.organization_id = $1 and j.data_table_id = $2 and (j.retry_of is not null or j.to_seq >= $4)
     order by j.id desc limit 5000`,
}

const passagesAt: Statement = {
  name: 'passages_at',
  text: `
    select ${passage}
      from unnest($1::uuid[], $2::int[], $3::bigint[]) w(job_id, slice, record_id)
      join jobs j on j.id = w.job_id
      cross join lateral (
        select x.* from recipients x where x.job_id = w.job_id and x.slice = w.slice and x.record_id = w.record_id offset 0) r`,
}

const tracedDelivery = fieldsOf('message_results', 'jobId', 'recordId', 'step', 'channel', 'status')

const deliveriesOf: Statement = {
  name: 'deliveries_of_recipients',
  text: `
    select ${tracedDelivery.selected('d')}, d.finished_at as at
      from unnest($1::uuid[], $2::int[], $3::bigint[]) w(job_id, slice, record_id)
      cross join lateral (
        select x.* from message_results x where x.job_id = w.job_id and x.slice = w.slice and x.record_id = w.record_id offset 0) d`,
}

interface Recipient {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
}

interface PassageRow extends Selected<typeof jobOfPassage>, Selected<typeof recipientOfPassage> {
  readonly jobId: TableFields<'jobs'>['id']
  readonly takenAt: TableFields<'jobs'>['createdAt']
  readonly cancelledAt: TableFields<'jobs'>['finishedAt']
}

interface ContactRow extends Selected<typeof tracedContact> {
  readonly jobId: string
  readonly dataTableId: TableFields<'jobs'>['dataTableId']
  readonly removalRequestedAt: string | null
}

interface DeliveryRow extends Selected<typeof tracedDelivery> {
  readonly at: TableFields<'message_results'>['finishedAt']
}

interface ChangeRow extends Selected<typeof tracedChange> {
  readonly dataTableId: string
  readonly recordId: string
  readonly columns: readonly string[]
}

export class PersonTraceReader {
  readonly #database: Database
  readonly #sealing: Sealing
  readonly #digests: PersonDigests

  constructor(database: Database, sealing: Sealing, digests: PersonDigests) {
    this.#database = database
    this.#sealing = sealing
    this.#digests = digests
  }

  async of(person: KnownPerson): Promise<PersonTraces> {
    const { organizationId, address, words, records } = person
    const contacts = await this.#database.read<FoundContact>(findContacts, [organizationId, address])
    const digest = address === null ? null : await this.#digests.known(organizationId, address)
    const values = [organizationId, address, digest]
    const [suppression] = await this.#database.read<ExportedSuppression>(findSuppression, values)
    const events = [organizationId, address]
    const [domainSuppression] = await this.#database.read<ExportedDomainSuppression>(
      findDomainSuppression,
      events,
    )
    const suppressionEvents = await this.#database.read<Selected<typeof event>>(findSuppressionEvents, events)
    // Records that were deleted are searched in jobs too; their ids are known from the messages to the
    // address.
    const idsOf = Map.groupBy(records, ({ dataTableId }) => dataTableId)
    const changes: ExportedChange[] = []
    for (const [dataTableId, found] of idsOf) {
      const ids = found.map(({ recordId }) => recordId)
      changes.push(...(await this.#database.read<FoundChange>(findChanges, [dataTableId, ids])))
    }
    const recordIds = new Set([...records, ...contacts].map(({ recordId }) => recordId))
    const jobs = await this.#ofJobs(organizationId, recordIds)
    const messages = await this.#messages(person, recordIds)
    const log = await this.#log(person, recordIds)
    const mails: ExportedMail[] = []
    for await (const page of mailsOfPerson(this.#database, this.#sealing, this.#digests, person))
      mails.push(...page)
    const triggerData = await this.#database.read<FoundTriggerData>(findTriggerData, [organizationId, words])
    return {
      ...jobs,
      messages,
      log,
      mails,
      contacts,
      changes,
      suppression: suppression ?? null,
      domainSuppression: domainSuppression ?? null,
      suppressionEvents,
      triggerData,
    }
  }

  async #ofJobs(organizationId: string, recordIds: ReadonlySet<string>) {
    const recipients: ExportedRecipient[] = []
    const deliveries: ExportedDelivery[] = []
    if (recordIds.size === 0) return { recipients, deliveries }
    const ids = [...recordIds]
    for await (const { id } of jobsOf(this.#database, organizationId)) {
      const [{ last } = { last: 0 }] = await this.#database.read<{ last: number }>(lastSlice, [id])
      for (let after = 0; after < last; after += slicesAtOnce) {
        const part = [id, after, after + slicesAtOnce, ids]
        const rows = await this.#database.read<FoundRecipient>(findRecipients, part)
        const found = await withSegmentNames(this.#database, rows)
        recipients.push(...found.map(readRecipient))
        deliveries.push(
          ...(await this.#database.read<Selected<typeof exportedDelivery>>(findDeliveries, part)),
        )
      }
    }
    return { recipients, deliveries }
  }

  async #messages({ organizationId, address, words }: KnownPerson, recordIds: ReadonlySet<string>) {
    const found: ExportedMessage[] = []
    for await (const messages of messagesOfOrganization(this.#database, this.#sealing, organizationId))
      found.push(
        ...messages.filter(
          (message) => recordIds.has(message.recordId) || isAboutPerson(message, address, words),
        ),
      )
    return found
  }

  async #log({ organizationId, address, words }: KnownPerson, recordIds: ReadonlySet<string>) {
    const found: LoggedMessageWithBody[] = []
    for await (const messages of logOfOrganization(this.#database, this.#sealing, organizationId))
      for (const { address: to, ...one } of messages)
        if (to === address || recordIds.has(one.recordId) || isAboutPerson(one, address, words))
          found.push(one)
    return found
  }

  async historyOf(
    organizationId: string,
    address: string | null,
    records: readonly PersonRecord[],
  ): Promise<PersonTrace> {
    const [changes, contacts, taken] = await Promise.all([
      this.#database.read<ChangeRow>(changesOf, [
        records.map(({ dataTableId }) => dataTableId),
        records.map(({ recordId }) => recordId),
      ]),
      address === null ? [] : this.#database.read<ContactRow>(contactsOf, [organizationId, address]),
      this.#taken(organizationId, records),
    ])
    const known = new Set(taken.map(recipientOf))
    const others = contacts.filter((contact) => !known.has(recipientOf(contact)))
    const keyIds = [
      ...records.map(({ arrival }) => arrival.apiKeyId),
      ...changes.map((change) => change.apiKeyId),
    ]
    const [written, keys] = await Promise.all([
      this.#database.read<PassageRow>(passagesAt, columnsOf(others)),
      this.#keys(organizationId, keyIds),
    ])
    const all = new Map(
      [...taken, ...written].map((passageRow) => [recipientOf(passageRow), passageRow] as const),
    )
    return {
      arrivals: records.map(({ dataTableId, recordId, arrival: { at, requestId, apiKeyId, keyless } }) => ({
        at,
        dataTableId,
        recordId,
        requestId,
        source: apiKeyId === null ? keyless && { kind: keyless } : keys(apiKeyId),
      })),
      changes: changes.map(({ apiKeyId, ...change }) => ({
        ...change,
        source: apiKeyId === null ? null : keys(apiKeyId),
      })),
      passages: await this.#withDeliveries(await withSegmentNames(this.#database, [...all.values()])),
      contacts: contacts.map(({ jobId, spinnerId, dataTableId, recordId, step, at, removalRequestedAt }) => ({
        jobId,
        spinnerId,
        dataTableId,
        recordId,
        step,
        at,
        removalRequestedAt: removalRequestedAt === null ? null : new Date(removalRequestedAt),
      })),
    }
  }

  async #taken(organizationId: string, records: readonly PersonRecord[]): Promise<readonly PassageRow[]> {
    const byTable = Map.groupBy(records, ({ dataTableId }) => dataTableId)
    const found: PassageRow[] = []
    for (const [dataTableId, own] of byTable) {
      const ids = own.map(({ recordId }) => recordId)
      const firstSeq = Math.min(...own.map(({ arrival }) => arrival.seq))
      const values = [organizationId, dataTableId, ids, firstSeq]
      found.push(...(await this.#database.read<PassageRow>(passagesOf, values)))
    }
    return found
  }

  async #withDeliveries(rows: readonly PassageRow[]): Promise<readonly Passage[]> {
    const deliveries = Map.groupBy(
      await this.#database.read<DeliveryRow>(deliveriesOf, columnsOf(rows)),
      recipientOf,
    )
    return rows.map((row) => ({
      ...row,
      deliveries: (deliveries.get(recipientOf(row)) ?? []).map(({ step, channel, status, at }) => ({
        step,
        channel,
        status,
        at,
      })),
    }))
  }

  async #keys(
    organizationId: string,
    ids: readonly (string | null)[],
  ): Promise<(apiKeyId: string) => TimelineSource> {
    const wanted = [...new Set(ids.filter((id) => id !== null))]
    const rows = await this.#database.read<Pick<RowOf<'api_keys'>, 'id' | 'name'>>(keyNames, [
      organizationId,
      wanted,
    ])
    const names = new Map(rows.map(({ id, name }) => [id, name] as const))
    return (apiKeyId) => ({ kind: 'apiKey', apiKeyId, name: names.get(apiKeyId) ?? null })
  }
}

function readRecipient(row: FoundRecipient): ExportedRecipient {
  const { jobId, spinnerId, recordId, status, step, attempts, error, updatedAt, isCancelled } = row
  const reason = reasonOf(row, isCancelled)
  return { jobId, spinnerId, recordId, status, step, attempts, error, reason, updatedAt }
}

const recipientOf = ({ jobId, recordId }: Pick<Recipient, 'jobId' | 'recordId'>) => `${jobId} ${recordId}`

function columnsOf(recipients: readonly Recipient[]) {
  return [
    recipients.map(({ jobId }) => jobId),
    recipients.map(({ slice }) => slice),
    recipients.map(({ recordId }) => recordId),
  ]
}
