import { companyDomain } from '../../../../domain/company-domain.ts'
import type { SuppressionReason } from '../../../../domain/contact/suppression.ts'
import type { PastContact } from '../../../../domain/job/sending/contact-verdict.ts'
import type { PaceCounts } from '../../../../domain/job/sending/pace-use.ts'
import type { PoolUse } from '../../../../domain/job/sending/pool-use.ts'
import { defaultSenderOf } from '../../../../domain/job/sending/sender-candidates.ts'
import type { SenderBudget } from '../../../../domain/job/sending/sending-time.ts'
import type { DataRecord } from '../../../../domain/record-cells.ts'
import { audienceRange, audienceSize } from '../../../../domain/spinner/audience.ts'
import type { ContactRuleStore, PersonDigests } from '../../../../ports/contact/contact-rules.ts'
import {
  type AddressFacts,
  type AudienceQuery,
  type FactsQuery,
  RehearsalFacts,
  type RehearsalSurroundings,
  type RehearsedAudience,
  type RehearsedRecord,
} from '../../../../ports/job/rehearsal/rehearsal-facts.ts'
import type { Database, Statement } from '../../database.ts'
import { entity } from '../../rows.ts'
import { fieldsOf, type RowOf, type Selected } from '../../schema/columns.ts'
import { sqlFunction } from '../../sql-function.ts'
import { listRecords } from '../../table/list-records.ts'

const contactHistories = sqlFunction(
  'contact_histories',
  'p_organization',
  'p_spinner',
  'p_is_exclusive',
  'p_messages',
  'p_addresses',
  'p_digests',
)

const activeOfCompanies = sqlFunction('active_of_companies', 'p_organization', 'p_domains', 'p_most')

const ofOrganization: Statement = {
  name: 'surroundings_of_rehearsal',
  text: `
    select time_zone, exists (select from digested_suppressions d where d.organization_id = o.id) as knows_by_digest,
           (select s.paused_at from spinners s where s.id = $2 and s.organization_id = o.id) as paused_at
      from organizations o where id = $1`,
}

const possibleSender = fieldsOf(
  'senders',
  'id',
  'isDefault',
  'timeZone',
  'dailyLimit',
  'gapSeconds',
  'ramp',
  'maxPerDay',
  'poolId',
  'signature',
  'signatureHtml',
)

const sendersOf: Statement = {
  name: 'senders_of_rehearsal',
  text: `
    select ${possibleSender.selected('s')}, to_char(s.ramp_from, 'YYYY-MM-DD') as "rampFrom",
           s.status <> 'connected' or p.paused_at is not null as "isPaused",
           case when b.sender_id is not null then jsonb_build_object(
             'day', b.day, 'used', b.used, 'zone', b.zone, 'nextAt', b.next_at, 'scheduledUntil', b.scheduled_until, 'scheduledDay', b.scheduled_day,
             'scheduledCount', b.scheduled_count, 'priorityUntil', b.priority_until, 'cooldownUntil', b.cooldown_until) end as budget
      from senders s
      left join sender_budgets b on b.sender_id = s.id
      left join sender_breakers p on p.sender_id = s.id and p.spinner_id = $2
     where s.organization_id = $1 order by s.id`,
}

const poolsOf: Statement = {
  name: 'sender_pools_of_rehearsal',
  text: `
    select p.id, p.max_per_day as "maxPerDay", u.used, u.frees_at as "oldestExpiresAt",
           p.scheduled_until as "scheduledUntil", p.priority_until as "priorityUntil"
      from sender_pools p cross join lateral pool_use(p_pool => p.id, p_at => $2) u
     where p.organization_id = $1`,
}

const paceOf: Statement = {
  name: 'pace_of_rehearsal',
  text: `
    select p.zone, to_char(p.day, 'YYYY-MM-DD') as day, p.used, p.used_new as "usedNew",
           to_char(p.queue_day, 'YYYY-MM-DD') as "queueDay", p.queue_count as "queueCount",
           p.follow_ups as "followUps", p.late_people as "latePeople"
      from spinner_paces p where p.organization_id = $1 and p.spinner_id = $2`,
}

interface OrganizationRow extends Pick<RowOf<'organizations'>, 'time_zone'> {
  readonly knows_by_digest: boolean
  readonly paused_at: Date | null
}

interface SenderRow extends Selected<typeof possibleSender> {
  readonly rampFrom: string | null
  readonly isPaused: boolean
  readonly budget: StoredBudget | null
}

type StoredBudget = Omit<SenderBudget, 'nextAt' | 'scheduledUntil' | 'priorityUntil' | 'cooldownUntil'> & {
  readonly nextAt: string
  readonly scheduledUntil: string
  readonly priorityUntil: string | null
  readonly cooldownUntil: string | null
}

interface HistoryRow {
  readonly address: string
  readonly suppression: SuppressionReason | null
  readonly contacts: readonly (Omit<PastContact, 'at'> & { readonly at: string })[] | null
}

const part = 500

const rangeOf: Statement = {
  name: 'range_of_rehearsal',
  text: `
    select s.taken_seq, s.taken_records, l.last_seq, l.appended
      from spinners s cross join lateral end_of_ledger(p_table => s.data_table_id) l
     where s.organization_id = $1 and s.id = $2`,
}

const audienceParts = entity('audience_parts', 'fromSeq', 'toSeq', 'recordIds', 'records')

const countNamed = sqlFunction('count_explicit_records', 'p_spinner', 'p_table', 'p_from', 'p_to')

const namedOf: Statement = {
  name: 'named_of_rehearsed',
  text: `
    select record_id as id, taken_seq as seq from explicit_records
     where spinner_id = $1 and record_id = any($2::bigint[])`,
}

const recordsOf: Statement = {
  name: 'records_of_rehearsal',
  text: `
    select r.id, case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
      from data_tables t join records r on r.data_table_id = t.id and r.id = any($2::bigint[])
     where t.id = $1 order by r.id`,
}

interface RangeRow extends Pick<RowOf<'spinners'>, 'taken_seq' | 'taken_records'> {
  readonly last_seq: string
  readonly appended: string
}

type AudiencePart = Selected<typeof audienceParts>

interface RecordRow extends Pick<RowOf<'records'>, 'id'> {
  readonly data: DataRecord
}

interface NamedRow {
  readonly id: RowOf<'explicit_records'>['record_id']
  readonly seq: RowOf<'explicit_records'>['taken_seq']
}

interface ListedRow extends RehearsedRecord {
  readonly seq: string
}

export class PostgresRehearsalFacts extends RehearsalFacts {
  readonly #database: Database
  readonly #rules: ContactRuleStore
  readonly #digests: PersonDigests

  constructor(database: Database, rules: ContactRuleStore, digests: PersonDigests) {
    super()
    this.#database = database
    this.#rules = rules
    this.#digests = digests
  }

  override async surroundings(
    { organizationId, spinnerId }: FactsQuery,
    at: Date,
  ): Promise<RehearsalSurroundings> {
    const [policy, [organization], senders, [pace]] = await Promise.all([
      this.#rules.policyOf(organizationId),
      this.#database.read<OrganizationRow>(ofOrganization, [organizationId, spinnerId]),
      this.#database.read<SenderRow>(sendersOf, [organizationId, spinnerId]),
      this.#database.read<PaceCounts & Record<string, unknown>>(paceOf, [organizationId, spinnerId]),
    ])
    const isPooled = senders.some(({ poolId }) => poolId !== null)
    const pools = isPooled ? await this.#database.read<PoolUse>(poolsOf, [organizationId, at]) : []
    return {
      policy,
      timeZone: organization?.time_zone ?? 'UTC',
      knowsByDigest: organization?.knows_by_digest === true,
      spinnerPausedAt: organization?.paused_at ?? null,
      pace: pace ?? null,
      senders: senders.map(({ budget, isDefault: _isDefault, poolId, ...sender }) => ({
        ...sender,
        budget: budget && readBudget(budget),
        pool: pools.find(({ id }) => id === poolId) ?? null,
      })),
      defaultSenderId: defaultSenderOf(senders)?.id ?? null,
    }
  }

  override async ofAddresses(
    { organizationId, spinnerId, isExclusive }: FactsQuery & { readonly isExclusive: boolean },
    { policy, knowsByDigest }: RehearsalSurroundings,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, AddressFacts>> {
    const digests = knowsByDigest
      ? await Promise.all(addresses.map((address) => this.#digests.of(organizationId, address)))
      : addresses.map(() => null)
    const call = contactHistories({
      p_organization: organizationId,
      p_spinner: spinnerId,
      p_is_exclusive: isExclusive,
      p_messages: Math.max(policy.messagesPerDay ?? 0, policy.messagesPerWeek ?? 0),
      p_addresses: addresses,
      p_digests: digests,
    })
    const rows = await this.#database.read<HistoryRow>(...call)
    const facts = new Map<string, AddressFacts>()
    for (const { address, suppression, contacts } of rows) {
      const past = (contacts ?? []).map((contact) => ({ ...contact, at: new Date(contact.at) }))
      facts.set(address, { suppression, contacts: past, othersOfCompany: 0 })
    }
    if (policy.activePerDomain === null) return facts
    const active = await this.#activeOf(organizationId, policy.activePerDomain, addresses)
    for (const address of addresses) {
      const others = active.get(companyDomain(address) ?? '')?.filter((one) => one !== address) ?? []
      const known = facts.get(address) ?? { suppression: null, contacts: [] }
      if (others.length > 0) facts.set(address, { ...known, othersOfCompany: others.length })
    }
    return facts
  }

  override async audienceOfSpinner(query: AudienceQuery): Promise<RehearsedAudience> {
    const { organizationId, spinnerId, dataTableId, takes } = query
    const [[row], back] = await Promise.all([
      this.#database.read<RangeRow>(rangeOf, [organizationId, spinnerId]),
      takes === 'new'
        ? audienceParts.within(this.#database).list({ spinnerId, takenByJobId: null }, 'jobId', 'slice')
        : [],
    ])
    if (row === undefined) throw new Error('The rehearsed spinner does not exist')
    const taken = { seq: Number(row.taken_seq), records: Number(row.taken_records) }
    const committed = { seq: Number(row.last_seq), records: Number(row.appended) }
    const returned = back.reduce((sum, { records }) => sum + Number(records), 0)
    const range = audienceRange(takes, taken, committed, returned)
    const [from, to] = [range.from.seq, range.to.seq]
    const passed = takes === 'new' ? await this.#passed(spinnerId, dataTableId, from, to) : null
    const ofRange = { ...query, passes: passed !== null }
    return {
      size: audienceSize(range) - (passed ?? 0),
      parts: this.#parts(ofRange, back, from, to),
    }
  }

  override audienceOfRecords(dataTableId: string, recordIds: readonly string[]): RehearsedAudience {
    return { size: recordIds.length, parts: this.#lists(dataTableId, recordIds) }
  }

  async #activeOf(organizationId: string, most: number, addresses: readonly string[]) {
    const domains = [...new Set(addresses.flatMap((address) => companyDomain(address) ?? []))]
    const call = activeOfCompanies({
      p_organization: organizationId,
      p_domains: domains,
      // Reads one more active person of a company than the contact policy allows, because the address that is
      // checked may be among them.
      p_most: most + 1,
    })
    const rows = await this.#database.read<{ domain: string; addresses: string[] }>(...call)
    return new Map(rows.map((row) => [row.domain, row.addresses] as const))
  }

  async *#lists(
    dataTableId: string,
    recordIds: readonly string[],
  ): AsyncIterable<readonly RehearsedRecord[]> {
    for (let at = 0; at < recordIds.length; at += part)
      yield await this.#listed(dataTableId, recordIds.slice(at, at + part))
  }

  /**
   * Returns how many records of a range of the ledger were named by triggers, so that the job skips them;
   * null if the spinner has no named records.
   */
  async #passed(spinnerId: string, dataTableId: string, from: number, to: number): Promise<number | null> {
    const call = countNamed({ p_spinner: spinnerId, p_table: dataTableId, p_from: from, p_to: to })
    const [row] = await this.#database.read<{ count_explicit_records: string | null }>(...call)
    return row === undefined || row.count_explicit_records === null
      ? null
      : Number(row.count_explicit_records)
  }

  /**
   * Yields the audience of a rehearsal in parts. Returned records of cancelled jobs come first, as in a job.
   */
  async *#parts(
    query: Ranged,
    back: readonly AudiencePart[],
    fromSeq: number,
    toSeq: number,
  ): AsyncIterable<readonly RehearsedRecord[]> {
    for (const { recordIds: ids, fromSeq: from, toSeq: to } of back) {
      if (ids !== null) yield await this.#listed(query.dataTableId, ids)
      else yield* this.#range(query, Number(from), Number(to))
    }
    yield* this.#range(query, fromSeq, toSeq)
  }

  #listed(dataTableId: string, ids: readonly string[]): Promise<readonly RehearsedRecord[]> {
    return this.#database.read<RecordRow>(recordsOf, [dataTableId, ids])
  }

  async *#range(query: Ranged, from: number, to: number): AsyncIterable<readonly RehearsedRecord[]> {
    let next = from >= to ? null : this.#page(query.dataTableId, from + 1, to, '0')
    while (next !== null) {
      const rows: readonly ListedRow[] = await next
      const last = rows.at(-1)
      if (last === undefined) return
      // Reads the next page of records while the rehearsal works on the present one.
      next = rows.length < part ? null : this.#page(query.dataTableId, Number(last.seq), to, last.id)
      next?.catch(() => {})
      yield query.passes ? await this.#withoutNamed(query.spinnerId, rows) : rows
    }
  }

  async #withoutNamed(spinnerId: string, rows: readonly ListedRow[]): Promise<readonly RehearsedRecord[]> {
    const ids = rows.map(({ id }) => id)
    const named = await this.#database.read<NamedRow>(namedOf, [spinnerId, ids])
    const takenUpTo = new Map(named.map(({ id, seq }) => [id, Number(seq)] as const))
    return rows.filter(({ id, seq }) => Number(seq) <= (takenUpTo.get(id) ?? Number.POSITIVE_INFINITY))
  }

  #page(dataTableId: string, seq: number, last: number, id: string): Promise<readonly ListedRow[]> {
    const place = { p_table: dataTableId, p_seq: seq, p_last: last, p_id: id, p_limit: part }
    return this.#database.read<ListedRow>(...listRecords(place))
  }
}

function readBudget({
  nextAt,
  scheduledUntil,
  priorityUntil,
  cooldownUntil,
  ...budget
}: StoredBudget): SenderBudget {
  return {
    ...budget,
    nextAt: new Date(nextAt),
    scheduledUntil: new Date(scheduledUntil),
    priorityUntil: priorityUntil === null ? null : new Date(priorityUntil),
    cooldownUntil: cooldownUntil === null ? null : new Date(cooldownUntil),
  }
}

type Ranged = AudienceQuery & { readonly passes: boolean }
