import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { openArrivalBody } from '../../../src/adapters/postgres/arrival/sealed-body.ts'
import {
  openedHead,
  openLoggedBody as openedLogBody,
  sealedHead,
  sealLoggedBody as sealedLogBody,
} from '../../../src/adapters/postgres/sender/message/logged-rows.ts'
import { openedMailHead, openedMailRest } from '../../../src/adapters/postgres/sender/message/mail-rows.ts'
import { openedMessage } from '../../../src/adapters/postgres/sender/message/sealed-message.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Sealing } from '../../../src/ports/sealing.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi } from '../../support/api.ts'
import { TestInbox } from '../../support/conversation/inbox.ts'
import {
  createWorkshop,
  type Person,
  pageOfPeople,
  signUp,
  type Workshop,
} from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { EventLog } from '../../support/event/event-log.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The local part of the address that the test erases: a text that no other data contains by chance. */
const local = 'zoe.unmistakable'
const email = `${local}@example.com`
const said = `550 5.7.1 <${email}> is not wanted here`

/**
 * Columns with text or bytes in which an address may arrive from outside. The test fills them, and expects that
 * an erasure removes the address from each of them.
 */
const planted = [
  'appends.idempotency_key',
  'appends.request_id',
  'arrivals.body',
  'arrivals.reasons',
  'arrivals.request_id',
  'audit_events.request_id',
  'audit_events.subject',
  'captured_messages.ciphertext',
  'deleted_records.data',
  'destination_attempts.response',
  'events.addresses',
  'idempotency_keys.answer',
  'idempotency_keys.key',
  'idempotency_keys.sealed_request',
  'inbound_facts.logged_response',
  'index_entries.value',
  'jobs.data',
  'jobs.error',
  'mailboxes.failing_mails',
  'mailboxes.fault',
  'message_log.address',
  'message_log.body',
  'message_log.ciphertext',
  'message_log.server_response',
  'new_events.addresses',
  'people.company_key',
  'people.email',
  'people.match_value',
  'people.name_key',
  'person_records.company',
  'person_records.company_key',
  'person_records.name',
  'person_records.name_key',
  'person_records.search_text',
  'recipient_actions.request',
  'recipients.error',
  'recipients.evidence',
  'recipients.pending_stop',
  'record_changes.request_id',
  'records.data',
  'rehearsals.error',
  'rehearsals.result',
  'sender_breakers.fault',
  'senders.status_reason',
  'sent_emails.address',
  'spinner_starts.stopped',
  'suppression_events.email',
  'suppressions.email',
  'suppressions.note',
  'test_calls.ciphertext',
  'thread_messages.address',
  'thread_messages.ciphertext',
  'thread_messages.head',
  'threads.address',
]

/**
 * Tables that an erasure may skip in this test: users of the organization write their texts themselves, or they
 * hold accounts of the service.
 */
const words = [
  'account_links',
  'accounts',
  'api_keys',
  'bin_entries',
  'destinations',
  'sender_oauth_states',
  'files',
  'mappings',
  'email_domains',
  'member_identities',
  'removed_members',
  'sign_in_providers',
  'open_id_identities',
  'open_id_states',
  'passkeys',
  'organizations',
  'stored_projects',
  'record_indexes',
  'removed_columns',
  'sessions',
  'spinner_templates',
  'spinner_versions',
  'stored_spinners',
  'test_answers',
  'test_clocks',
  'throttle',
  'users',
  'views',
  'segments',
  'labels',
  'label_rules',
]
/**
 * Tables that an erasure may skip in this test: they hold only digests, codes, numbers and texts that operators
 * have written.
 */
const nothing = [
  'api_key_refusals',
  'arrival_claims',
  'message_results',
  'destination_replays',
  'destination_retries',
  'moved_credentials',
  'organization_departures',
  'digest_keys',

  'digested_suppressions',
  'spinner_results',
  'event_subscriptions',
  'event_streams',
  'event_tokens',
  'goal_outcomes',
  'goal_watches',
  'imports',
  'knex_migrations',
  'meters',
  'outdated_waits',
  'password_resets',
  'people_progress',
  'plans',
  'record_keys',
  'restorations',
  'second_factors',
  'schema_files',
  'sender_budgets',
  'encryption_keys',
  'sender_domains',
  'slices',
  'meter_usage',
  'split_branches',
  'segment_changes',
  'segment_members',
  'segment_watches',
  'staged_keys',
  'step_waits',
  'test_copies',
  'thread_keys',
  'thread_placements',
  'webhook_secrets',
]
/**
 * Columns that an erasure may skip in this test, in tables of which it erases other columns. They hold codes,
 * digests and texts of the organization's users.
 */
const others = new Set([
  'people.id',
  'people.match_column',
  'people.source',
  'person_records.person_id',
  'person_records.source',
  'arrivals.status',
  'arrivals.code',
  'arrivals.format',
  'arrivals.records_root',
  'audit_events.action',
  'audit_events.actor',
  'audit_events.ip_address',
  'audit_events.after',
  'audit_events.before',
  'sent_emails.active_domain',
  'sent_emails.reply',
  'sent_emails.earlier_at',
  'recipient_actions.actor',
  'destination_attempts.code',
  'destination_attempts.kind',
  'destination_attempts.selection',
  'destination_attempts.webhook_id',
  'events.data',
  'events.each',
  'events.object_type',
  'events.objects',
  'events.type',
  'new_events.data',
  'new_events.each',
  'new_events.object_type',
  'new_events.objects',
  'new_events.type',

  'stored_data_tables.*',
  'inbound_facts.key',
  'inbound_facts.kind',
  'inbound_facts.logged_status',
  'inbound_facts.outcome',
  'idempotency_keys.fingerprint',
  'idempotency_keys.route',
  'jobs.exclude',
  'jobs.paused_by',
  'jobs.source',
  'jobs.status',
  'mailboxes.cursor',
  'message_log.message_id',
  'message_log.provider_id',
  'message_log.provider_message_id',
  'message_log.provider_thread',
  'message_log.status',
  'recipients.reason',
  'recipients.status',
  'record_changes.columns',
  'rehearsals.status',
  'rehearsals.request_digest',
  'spinner_paces.zone',
  'spinner_starts.starts',
  'suppression_events.kind',
  'suppressions.reason',
  'test_calls.kind',
  'thread_messages.digest',
  'thread_messages.kind',
  'threads.status',
  'test_calls.outcome',
  'sender_pools.name',
  'senders.email',
  'senders.credentials',
  'senders.kind',
  'senders.name',
  'senders.ramp',
  'senders.reply_to',
  'senders.settings',
  'senders.signature',
  'senders.signature_html',
  'senders.status',
  'senders.time_zone',
  // The next columns were written by releases of Spindle that did not encrypt the content of messages.
  'captured_messages.recipient',
  'captured_messages.subject',
  'captured_messages.text_body',
  'captured_messages.html_body',
])

let world: World
let api: Api
let owner: Person
let own: Workshop

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.follow()
  owner = await signUp(api)
  own = await createWorkshop(owner)
})

const textColumns = async () =>
  (
    await world.sql.query<{ column: string }>(
      `select c.table_name || '.' || c.column_name as column
         from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where t.table_type = 'BASE TABLE' and c.table_schema = 'public'
          and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
          and c.udt_name not in ('_int4', '_int8', '_uuid', '_float8')
        order by 1`,
    )
  ).rows.map(({ column }) => column)

/**
 * Returns the columns of the test's whole database that contain a text. Encrypted bytes are decrypted before
 * the search.
 */
async function columnsWith(text: string): Promise<readonly string[]> {
  const found = new Set<string>()
  const { rows: columns } = await world.sql.query<{
    schema: string
    name: string
    of: string
    type: string
  }>(`
    select c.table_schema as schema, c.table_name as of, c.column_name as name, c.data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')`)
  for (const { schema, of, name, type } of columns) {
    const isThere =
      type === 'bytea'
        ? `position(convert_to($1, 'UTF8') in "${name}") > 0`
        : `position($1 in lower("${name}"::text)) > 0`
    const { rows } = await world.sql.query(`select 1 from "${schema}"."${of}" where ${isThere} limit 1`, [
      text,
    ])
    if (rows.length > 0) found.add(schema === 'public' ? `${of}.${name}` : `${schema}.${of}.${name}`)
  }
  for (const [column, opened] of await unsealed()) if (opened.toLowerCase().includes(text)) found.add(column)
  return [...found].toSorted()
}

async function unsealed(): Promise<readonly (readonly [string, string])[]> {
  const sealing = world.container.get(Sealing)
  const all: [string, string][] = []
  const rowsOf = async (text: string) => (await world.sql.query(text)).rows
  for (const { id, body } of await rowsOf('select id, body from arrivals where body is not null')) {
    const opened = openArrivalBody(body, id, sealing)
    all.push(['arrivals.body', `${JSON.stringify(opened)} ${Buffer.from(opened?.bytes ?? '').toString()}`])
  }
  for (const { id, ciphertext } of await rowsOf(
    'select id, ciphertext from captured_messages where ciphertext is not null',
  ))
    all.push(['captured_messages.ciphertext', JSON.stringify(openedMessage(ciphertext, id, sealing))])
  for (const { id, ciphertext, body } of await rowsOf('select id, ciphertext, body from message_log')) {
    all.push(['message_log.ciphertext', JSON.stringify(openedHead(ciphertext, id, sealing))])
    if (body !== null) all.push(['message_log.body', JSON.stringify(openedLogBody(body, id, sealing))])
  }
  const requests = await rowsOf(
    'select claim as id, sealed_request as ciphertext from idempotency_keys where sealed_request is not null',
  )
  for (const { id, ciphertext } of requests) {
    const opened = sealing.open(String(ciphertext), { kind: 'request', id })
    all.push(['idempotency_keys.sealed_request', opened ?? ''])
  }
  for (const { id, head, ciphertext } of await rowsOf('select id, head, ciphertext from thread_messages')) {
    all.push(['thread_messages.head', JSON.stringify(openedMailHead(head, id, sealing))])
    all.push(['thread_messages.ciphertext', JSON.stringify(openedMailRest(ciphertext, id, sealing))])
  }
  for (const { id, ciphertext } of await rowsOf('select id, ciphertext from test_calls')) {
    const opened = sealing.openBytes(ciphertext, { kind: 'test call', id })
    all.push(['test_calls.ciphertext', opened?.toString() ?? ''])
  }
  return all
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/api/v1/public${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/**
 * Sends the test person's address through every interface of the service, and stores it in every column for
 * words of providers, servers and sources.
 */
async function plantEverywhere(): Promise<void> {
  const log = await EventLog.of(world, owner.organizationId)
  const beside = await createTableBeside()
  await plantRecords(beside)
  await log.next()
  await plantNewEvent()
  await plantHeldBodies(beside)
  await plantImport()
  const { id: senderId } = await addSender(world, owner.organizationId)
  await plantWordsOfServers(senderId)
  await plantMessage(senderId)
  await plantThreads(senderId)
  await plantIndexEntry()
  await plantDeletedRecords(beside)
  await plantRehearsal()
  await plantTestCall()
  await plantRecipientAction()
  await plantKeyedRequest()
  await plantListedPeople()
}

/** Writes an event about the test person that has no number yet. The events before have numbers. */
async function plantNewEvent(): Promise<void> {
  const { organizationId } = owner
  const events = [{ objectId: 'a digest', address: email }]
  const added = { organizationId, projectId: null, data: { reason: 'added' }, events }
  await world.container.get(UnitOfWork).run((tx) => tx.events.add({ ...added, type: 'person.suppressed' }))
}

/** Creates a data table of the test's organization with match columns, and returns its id. */
async function createTableBeside(): Promise<string> {
  const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Beside' })
  await owner.import(id, 'name,email,note\nLin,lin@example.com,plain\n')
  await owner.do('PATCH', `/data-tables/${id}`, { match: { columns: ['email'], onMatch: 'update' } })
  return id
}

/**
 * Writes a record of the test person, records of other people that name her, and changes of both, with her
 * address in the names of the requests. Then sends to her, and suppresses her.
 */
async function plantRecords(beside: string): Promise<void> {
  const { dataTableId, spinnerId, apiKey } = own
  let requests = 0
  const ingest = (id: string, record: object) =>
    post(
      '/ingest',
      { dataTableId: id, records: [record] },
      {
        authorization: `Bearer ${apiKey}`,
        'x-request-id': `crm:${email}`,
        'idempotency-key': `lead:${++requests}:${email}`,
      },
    )
  await ingest(dataTableId, { name: 'Zoe', email })
  await ingest(dataTableId, { name: `Ask ${email}`, email: 'eve@example.com' })
  for (const note of [`friend of <${email.toUpperCase()}>`, email])
    await ingest(beside, { name: 'Lin', email: 'lin@example.com', note })
  await owner.do('POST', `/spinners/${spinnerId}/jobs`)
  await world.drain()
  await owner.do(
    'POST',
    '/suppressions',
    { email, note: `Asked for it: ${email}` },
    { headers: { 'x-request-id': `by:${email}` } },
  )
}

/** Sends bodies that are held or refused: one has several people, two have keys that name the test person. */
async function plantHeldBodies(beside: string): Promise<void> {
  const webhookOf = async (id: string, acceptsAnyFormat: boolean): Promise<string> => {
    const { webhookUrl } = await owner.do('PATCH', `/data-tables/${id}`, { acceptsAnyFormat })
    return api.url + new URL(webhookUrl).pathname
  }
  const open = await webhookOf(beside, true)
  for (const body of [
    {
      people: [
        { mail: email, who: 'Zoe' },
        { mail: 'kay@example.com', who: 'Kay' },
      ],
    },
    { records: [{ [email]: 1 }] },
  ])
    await fetch(open, { method: 'POST', headers: { 'x-request-id': email }, body: JSON.stringify(body) })
  await fetch(await webhookOf(own.dataTableId, false), {
    method: 'POST',
    body: JSON.stringify({ records: [{ [email]: email }] }),
  })
  await world.settle()
}

/** Stages rows of an import that has not ended. */
async function plantImport(): Promise<void> {
  const recordStore = world.container.get(RecordStore)
  const importId = newId()
  await recordStore.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
  const rows = [
    ['Zoe', email],
    [`with ${email}`, 'lin@example.com'],
  ]
  await recordStore.stage(importId, 1, { columns: ['name', 'email'], missing: [], keys: null, rows })
}

/** Stores words of mail providers and servers that name the test person, wherever they are kept. */
async function plantWordsOfServers(senderId: string): Promise<void> {
  const { organizationId } = owner
  const { spinnerId } = own
  const about = JSON.stringify({ code: 'PROVIDER_REFUSES', serverResponse: said, numbers: { sent: 5 } })
  await sql(
    `insert into sender_breakers (sender_id, spinner_id, counted_since, paused_at, fault) values ($1, $2, now(), now(), $3)`,
    senderId,
    spinnerId,
    about,
  )
  await sql(`update senders set status_reason = $2 where id = $1`, senderId, about)
  const { id } = await owner.do('POST', '/events/destinations', {
    url: 'https://example.com/',
    types: ['person.erased'],
  })
  await sql(
    `insert into destination_attempts (id, organization_id, destination_id, kind, at, duration_ms, response, is_given_up)
     values (gen_random_uuid(), $1, $2, 'ping', now(), 1, $3, false)`,
    organizationId,
    id,
    said,
  )
  await sql(
    `insert into mailboxes (sender_id, fault, failing_mails, due_at) values ($1, $2, $3, now())
     on conflict (sender_id) do update set fault = excluded.fault, failing_mails = excluded.failing_mails`,
    senderId,
    about,
    JSON.stringify([
      { key: '1', messageId: null, failures: 3, reason: { code: 'BROKEN', serverResponse: said } },
    ]),
  )
  await sql(
    `insert into spinner_starts (spinner_id, organization_id, starts, due_at, stopped)
     values ($1, $2, '{"on": "call"}', now(), $3)
     on conflict (spinner_id) do update set stopped = excluded.stopped`,
    spinnerId,
    organizationId,
    JSON.stringify({ code: 'MISSING_CELL', message: said }),
  )
  await sql(
    `update jobs set error = $2, data = $3 where organization_id = $1`,
    organizationId,
    said,
    JSON.stringify({ who: email, n: 1 }),
  )
  await sql(
    `update recipients set error = $1, evidence = $2, pending_stop = jsonb_build_object('code', 'REPLIED', 'evidence', $2::jsonb) where job_id in (select id from jobs where organization_id = $3)`,
    said,
    JSON.stringify({ serverResponse: said }),
    organizationId,
  )
  await sql(`update idempotency_keys set answer = answer || $2 where organization_id = $1`, organizationId, {
    said,
  })
}

async function plantMessage(senderId: string): Promise<void> {
  const sealing = world.container.get(Sealing)
  const messageId = newId()
  await sql(
    `insert into message_log (id, organization_id, job_id, slice, record_id, step, sender_id, address, status, server_response, created_at,
                           ciphertext, body)
     select $1, $2, j.id, 1, 1, 7, $3, $4, 'sent', $5, now(), $6, $7 from jobs j where j.organization_id = $2 limit 1`,
    messageId,
    owner.organizationId,
    senderId,
    email,
    said,
    sealedHead({ to: email, subject: 'Hello' }, messageId, sealing),
    sealedLogBody({ text: said, html: null }, messageId, sealing),
  )
  await sql(
    `insert into inbound_facts (organization_id, key, kind, outcome, at, logged_status, logged_response)
     values ($1, 'early bounce', 'hardBounce', 'suppressed', now(), 'bounced', $2)`,
    owner.organizationId,
    said,
  )
}

/** Receives an answer of the test person, and answers of others that name her. */
async function plantThreads(senderId: string): Promise<void> {
  const { rows: jobs } = await sql(
    'select id from jobs where organization_id = $1 limit 1',
    owner.organizationId,
  )
  const inbox = new TestInbox(world, owner, { senderId, jobId: jobs[0]?.id ?? '' })
  await inbox.receive({ from: `Zoe <${email}>`, references: [await inbox.sentTo(email)] })
  const [kay] = [await inbox.sentTo('eve@example.com')]
  await inbox.receive({ from: 'kay@example.com', text: `Ask ${email.toUpperCase()}`, references: [kay] })
  await inbox.receive({ from: 'kay@example.com', text: 'No, thanks', references: [kay] })
}

/** Puts a record of the test person into the bin, and one of another person that names her. */
async function plantDeletedRecords(beside: string): Promise<void> {
  await owner.do('POST', `/data-tables/${beside}/records`, {
    data: { name: 'Kim', email: 'kim@example.com', note: `knows ${email}` },
  })
  await owner.do('POST', `/data-tables/${beside}/records`, { data: { name: 'Zoe', email } })
  const { items } = await owner.do('GET', `/data-tables/${beside}/records?order=desc&limit=2`)
  const ids = items.map(({ id }: { id: string }) => id)
  await owner.do('POST', `/data-tables/${beside}/records/delete`, { ids })
}

/** Sends a request with an idempotency key whose stored answer names the test person. */
async function plantKeyedRequest(): Promise<void> {
  await owner.do('POST', '/suppressions', { email }, { headers: { 'idempotency-key': 'suppression' } })
}

/** Lists people, also one who is known by a value and whose name and company contain the address. */
async function plantListedPeople(): Promise<void> {
  const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Listed' })
  await owner.import(id, `account,name,company\nof ${email},Ask ${email},c/o ${email}\n`)
  await owner.do('PATCH', `/data-tables/${id}`, { match: { columns: ['account'], onMatch: 'update' } })
  await pageOfPeople(owner)
}

async function plantIndexEntry(): Promise<void> {
  await sql(
    `insert into index_progress (data_table_id, index_number, ready) values ($1, 1, true)`,
    own.dataTableId,
  )
  await sql(
    `insert into index_entries (data_table_id, index_number, value, record_id)
     select data_table_id, 1, lower(data ->> 'email'), id from records where data_table_id = $1 and data ->> 'email' = $2
      order by id limit 1`,
    own.dataTableId,
    email,
  )
}

async function plantRehearsal(): Promise<void> {
  await sql(
    `insert into rehearsals (id, organization_id, spinner_id, request_digest, superseded_by_next, total, result, error,
                             created_at, seen_at)
     values ($1, $2, $3, 'digest', false, 1, $4, $5, now(), now())`,
    newId(),
    owner.organizationId,
    own.spinnerId,
    JSON.stringify({ sample: email }),
    said,
  )
}

async function plantRecipientAction(): Promise<void> {
  const { organizationId } = owner
  const { rows: jobs } = await sql('select id from jobs where organization_id = $1 limit 1', organizationId)
  const where = { column: 'email', operator: 'equals', value: email }
  await sql(
    `insert into recipient_actions (id, organization_id, job_id, request, actor, created_at)
     values ($1, $2, $3, $4, '{"kind": "service"}', now())`,
    newId(),
    organizationId,
    jobs[0]?.id,
    JSON.stringify({ action: { kind: 'stop' }, selection: { kind: 'where', where } }),
  )
}

async function plantTestCall(): Promise<void> {
  const { organizationId } = owner
  const { rows: jobs } = await sql('select id from jobs where organization_id = $1 limit 1', organizationId)
  await world.container.get(TestClockStore).addCall({
    id: newId(),
    organizationId,
    kind: 'webhook',
    jobId: jobs[0]?.id ?? '',
    recordId: '1',
    step: 0,
    at: world.clock.now(),
    outcome: 'sent',
    method: 'POST',
    url: `https://example.com/${email}`,
    body: said,
    serverResponse: said,
  })
}

const newId = () => world.container.get(Ids).next()
const sql = (text: string, ...values: unknown[]) => world.sql.query<{ id: string }>(text, values)

it('the erasure lists every column of the database that can contain text, with a reason for each it skips', async () => {
  const known = (column: string) => {
    const [table = ''] = column.split('.')
    const isOfTable = [...words, ...nothing].includes(table)
    return [isOfTable, planted.includes(column), others.has(column) || others.has(`${table}.*`)]
  }
  const wrong = (await textColumns()).filter((column) => known(column).filter(Boolean).length !== 1)
  expect(wrong).toEqual([])
})

it('the erasure leaves the address in no column, wherever it was inserted, and keeps other data', async () => {
  await plantEverywhere()
  expect(await columnsWith(local)).toEqual(planted)
  await owner.do('POST', '/people/erase', { email })
  expect(await columnsWith(local)).toEqual([])
  const stored = await columnsWith('kay@example.com')
  const ofThreads = ['thread_messages.address', 'thread_messages.head']
  expect(stored).toEqual(['arrivals.body', ...ofThreads])
  expect(await owner.do('POST', '/people/erase', { email })).toMatchObject({ isFound: false })
})
