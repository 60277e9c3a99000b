import { type DueRecipient, endsWait, type StepSettlement } from '../../../domain/job/recipient/recipient.ts'
import { temporaryRefusalIn } from '../../../domain/job/recipient/temporary-refusal-record.ts'
import type {
  ChosenSender,
  EarlierMail,
  SliceSenders,
} from '../../../domain/job/sending/sender-candidates.ts'
import { type Withheld, withheldBy } from '../../../domain/job/sending/withheld.ts'
import type { Lease, LeasedSlice } from '../../../domain/job/slice.ts'
import type { Evidence, ReasonCode } from '../../../domain/reason.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import type { Correspondent, Sender } from '../../../domain/sender/sender.ts'
import type { Goal } from '../../../domain/spinner/goal.ts'
import type { SegmentExclusion } from '../../../domain/spinner/segment/exclusion.ts'
import { segmentRulesOf } from '../../../domain/spinner/segment/segment-rules.ts'
import { waitForSegments, withSegmentsOfWaits } from '../../../domain/spinner/segment/segments-of-waits.ts'
import type { SendWindow } from '../../../domain/spinner/send-window.ts'
import type { SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import { type Program, programOf } from '../../../domain/spinner/steps/program.ts'
import { channelOf, type MessageChannel } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { WaitFacts } from '../../../domain/spinner/steps/wait-until.ts'
import type { TriggerData } from '../../../domain/spinner/trigger-data.ts'
import { columnsOf } from '../../../domain/spinner/where/where.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import {
  LeaseLost,
  type MarkResult,
  type RulesOfMark,
  type SendingMark,
  Slices,
  type StartedWait,
  type TurnPosition,
  type WrittenMessage,
} from '../../../ports/job/slices.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { DatabaseGone, LockConflict, sqlState } from '../faults.ts'
import { firstId } from '../first-id.ts'
import { entity } from '../rows.ts'
import { openedSteps, type StoredSteps } from '../schema/sealed-steps.ts'
import { openedHead } from '../sender/message/logged-rows.ts'
import { MessageLogging } from '../sender/message/logging.ts'
import { openedMessage } from '../sender/message/sealed-message.ts'
import { combineCalls, type SqlCall, sqlFunction } from '../sql-function.ts'
import { GoalOutcomes } from './goal-outcomes.ts'
import { RuntimeConnection } from './runtime-connection.ts'
import { SegmentAudience, segmentRecordsAtOnce, type UndecidedPart } from './segment-audience.ts'
import { groupSettlements, type SettlementGroup } from './settlement-groups.ts'

const leaseSlice = sqlFunction('lease_slice', 'p_job', 'p_holder', 'p_seconds', 'p_connection', 'p_now')

const leaseTurnSlice = sqlFunction(
  'lease_turn_slice',
  'p_organization',
  'p_nth',
  'p_without',
  'p_holder',
  'p_seconds',
  'p_connection',
  'p_now',
)

const ofMark = [
  'p_job',
  'p_slice',
  'p_holder',
  'p_seconds',
  'p_heeds_policy',
  'p_settled',
  'p_released',
  'p_marked',
  'p_now',
] as const

const settleAndMark = sqlFunction('settle_and_mark_people', ...ofMark)

const settleAndMarkBySenders = sqlFunction('settle_and_mark_by_senders', ...ofMark, 'p_by')

const notePassages = sqlFunction(
  'store_branches',
  'p_job',
  'p_slice',
  'past_records',
  'past_steps',
  'branch_records',
  'branch_steps',
  'branch_numbers',
)

const segmentRows = entity('segments', 'id', 'dataTableId', 'condition')

const beginWaits = sqlFunction(
  'begin_step_waits',
  'p_job',
  'p_slice',
  'p_records',
  'p_steps',
  'p_columns',
  'p_now',
)

const wakeChanged = sqlFunction('wake_for_changed_records', 'p_now', 'p_organization')

const releaseSlice = sqlFunction('release_slice', 'p_job', 'p_slice', 'p_holder', 'p_now')

const notePreparing = sqlFunction('note_preparing', 'p_job', 'p_slice', 'p_holder', 'p_record')

const findContact: Statement = {
  name: 'contact_of_message',
  text: `
    select 1 from sent_emails c
     where c.organization_id = $1 and c.address = $5 and c.record_id = $3 and c.step = $4
       and c.root_job_id = (select root_of_job(p_job => j) from jobs j where j.id = $2) limit 1`,
}

const endLeasesOfLostConnections = sqlFunction('end_leases_of_lost_connections')

const dueOrganizations = sqlFunction('due_organizations', 'p_after', 'p_most', 'p_now')

const digestsNeeded = 'SP003'
/** The milliseconds for which one lease looks for records of a segment without finding any. */
const maxChoosingMs = 5_000
const isLost = "a.what_follows = 'lost'"

/**
 * A row that the database returns when a worker leases a slice: the first row describes the slice, each
 * further row one of its due recipients.
 */
type LeasedRows = readonly ({ readonly slice: SliceRow } | RecipientRow)[]

/** A row as above, or the only row if recipients must be chosen before a slice can be leased. */
type LeaseRow = LeasedRows[number] | { readonly slice: UndecidedPart }

interface SliceRow {
  /**
   * The id of the leased slice's job. The id is returned only by the SQL function `lease_turn_slice`, because
   * no other function chooses the job.
   */
  readonly jobId?: string
  readonly no: number
  readonly organizationId: string
  readonly spinnerId: string
  readonly dataTableId: string
  readonly version: number
  readonly steps: StoredSteps
  readonly metadataColumns: string[]
  readonly more: boolean
  readonly lostLeases: number
  readonly preparingRecordId: string | null
  readonly senders: SliceSenders | null
  readonly sendWindow: SendWindow | null
  readonly goal: Goal | null
  /** The settings that name segments which exclude or stop recipients; null if none does. */
  readonly segments: SettingsOfSegments | null
  readonly triggerData: TriggerData | null
  readonly timeZone: string | null
  /**
   * The evidence of recipients whose last message a server refused temporarily, such as the server's answer,
   * by record id.
   */
  readonly temporaryRefusal?: Readonly<Record<string, Evidence>> | null
  /** The recipients who got an e-mail in an earlier job, by record id; null if no holdout asks for them. */
  readonly gotEmail?: Readonly<Record<string, true>> | null
  /** The recipients who have reached the goal, by record id; null if it ends no recipient. */
  readonly reachedGoal?: Readonly<Record<string, true>> | null
}

interface SettingsOfSegments extends Pick<SpinnerVersion, 'audience' | 'exclude' | 'exits' | 'goal'> {
  readonly excludeOfJob: SegmentExclusion | null
}

interface RecipientRow {
  readonly slice: null
  readonly record_id: string
  readonly step: number
  readonly attempts: number
  readonly data: DataRecord | null
  readonly in_doubt: boolean
}

interface WaitRow {
  readonly record_id: string
  readonly since: Date
  readonly cells: DataRecord
  readonly has_changed: boolean
  readonly is_busy: boolean
}

interface MarkedRow {
  readonly what_follows: 'send' | 'stop' | 'lost'
  /**
   * The ids of the recipients to whom no message may be sent now. Null, like the three lists below, if
   * messages to all recipients were marked as being sent.
   */
  readonly withheld_ids: string[] | null
  readonly withheld_codes: ReasonCode[] | null
  readonly withheld_seconds: (number | null)[] | null
  readonly withheld_evidence: Evidence[] | null
  /**
   * The ids of the recipients whose e-mail has a sender chosen for it or answers earlier e-mails; missing if
   * the e-mails of the slice do neither.
   */
  readonly chosen_ids?: string[] | null
  /** The chosen senders; null for a message that answers earlier e-mails and needs no sender. */
  readonly chosen_senders?: (string | null)[] | null
  readonly chosen_earlier?: (EarlierRow[] | null)[] | null
  readonly correspondents?: Readonly<Record<string, Correspondent & Pick<Sender, 'revision'>>> | null
}

// Queues wake-ups without waiting for the disk, because a wake-up is only a hint and the sweep repeats it.
//
// Leaves out organizations whose entry any runtime may take now. The work was committed before, so the runtime that
// takes the entry finds it. So the sweeps and announcements of several runtimes do not all write one entry.
const requestTurns: Statement = {
  name: 'ask_turns',
  text: `
    select set_config('synchronous_commit', 'off', true), request_turns(p_organizations => array(
             select o.id from unnest($1::uuid[]) as o(id)
              where not exists (
                select from graphile_worker.jobs j
                 where j.key = 'turn:' || o.id and j.locked_at is null and j.attempts = 0)))`,
}

export class PostgresSlices extends Slices {
  readonly #database: Database
  readonly #clock: Clock
  readonly #sealing: Sealing
  readonly #digests: PersonDigests
  readonly #connection: RuntimeConnection
  readonly #logging: MessageLogging
  readonly #goalOutcomes: GoalOutcomes
  readonly #segmentAudience: SegmentAudience
  /**
   * The ids of organizations that store some erased people only by a digest of their address. Before they
   * send, digests of all addresses are compared too. Hardly any organization needs that.
   */
  readonly #knowsByDigest = new Set<string>()

  constructor(
    database: Database,
    clock: Clock,
    sealing: Sealing,
    digests: PersonDigests,
    recordsAtOnce = segmentRecordsAtOnce,
  ) {
    super()
    this.#database = database
    this.#clock = clock
    this.#sealing = sealing
    this.#digests = digests
    this.#connection = new RuntimeConnection(database)
    this.#logging = new MessageLogging(database, clock, sealing)
    this.#goalOutcomes = new GoalOutcomes(database, clock)
    this.#segmentAudience = new SegmentAudience(database, clock, digests, recordsAtOnce)
  }

  override async take(jobId: string, lease: Lease): Promise<LeasedSlice | null> {
    return this.#lease(leaseSlice({ p_job: jobId, ...(await this.#terms(lease)) }), jobId)
  }

  override async takeNext(
    organizationId: string,
    { nth, without }: TurnPosition,
    lease: Lease,
  ): Promise<LeasedSlice | null> {
    const call = leaseTurnSlice({
      p_organization: organizationId,
      p_nth: nth,
      p_without: without,
      ...(await this.#terms(lease)),
    })
    return this.#lease(call)
  }

  /** Puts the conditions of segments in place of the segments in the waits of a slice. */
  async #withSegments(slice: LeasedSlice | null): Promise<LeasedSlice | null> {
    if (slice === null || !waitForSegments(slice.version.steps)) return slice
    const { dataTableId } = slice
    const rows = await segmentRows.within(this.#database).list({ dataTableId }, 'id')
    const conditions = new Map(rows.map(({ id, condition }) => [id, condition]))
    const steps = withSegmentsOfWaits(slice.version.steps, conditions)
    const segmentColumns = [...new Set([...conditions.values()].flatMap(columnsOf))]
    return { ...slice, version: { ...slice.version, steps }, segmentColumns }
  }

  /**
   * Leases a slice. If the recipients of a segment must be chosen first, chooses some and tries again. If none is found
   * for some seconds, because few records belong to the segment, requests another turn for the rest.
   */
  async #lease(call: SqlCall, jobId?: string): Promise<LeasedSlice | null> {
    const { timers } = this.#database
    for (const until = timers.elapsedMs() + maxChoosingMs; ; ) {
      const rows = await this.#database.write<LeaseRow>(...call)
      const slice = rows[0]?.slice ?? null
      if (slice === null || !('segmentId' in slice))
        return this.#withSegments(readLeased(rows as LeasedRows, this.#sealing, jobId))
      const count = await this.#segmentAudience.choose(slice)
      if (count > 0 || timers.elapsedMs() < until) continue
      await this.requestTurns([slice.organizationId])
      return null
    }
  }

  override async settleAndMark(
    slice: LeasedSlice,
    lease: Lease,
    settled: readonly StepSettlement[],
    next: readonly SendingMark[],
    rules: RulesOfMark = 'all',
  ): Promise<MarkResult> {
    const program = programOf(slice.version.steps)
    const groups = groupSettlements(settled)
    const { organizationId } = slice
    const bySenders = next.some(({ by, thread = false }) => thread || (by !== undefined && by !== null))
    const callWith = (digests: readonly (string | null)[] | null) => {
      const values = {
        p_job: slice.jobId,
        p_slice: slice.no,
        p_holder: lease.holder,
        p_seconds: lease.seconds,
        p_heeds_policy: rules === 'all',
        p_settled: settledLists(groups, program),
        p_released: releasedLists(settled),
        p_marked: {
          ids: idArray(next.map((mark) => mark.recordId)),
          addresses: next.map((mark) => mark.address),
          digests,
          steps: idArray(next.map((mark) => String(mark.step))),
        },
        p_now: this.#clock.now(),
      }
      const call = bySenders
        ? settleAndMarkBySenders({
            ...values,
            p_by: {
              own: next.map(({ by }) => by?.own ?? null),
              candidates: next.map(({ by }) => by && idArray(by.candidates)),
              waited: next.map(({ by }) => by?.hasWaited ?? false),
              threads: next.map(({ thread = false }) => thread),
            },
          })
        : settleAndMark(values)
      return [logging, passages, outcomes].reduce<SqlCall>(
        (before, also) => (also === null ? before : combineCalls(before, also, isLost)),
        call,
      )
    }
    const write = (call: SqlCall) =>
      bySenders ? this.#database.writeThenFlush<MarkedRow>(...call) : this.#database.write<MarkedRow>(...call)
    let logging: SqlCall | null = null
    let outcomes: SqlCall | null = null
    const passages = passagesOf(slice, program, settled)
    const row = await this.#outlasting(lease.seconds, async () => {
      logging ??= await this.#logging.callFor(slice, settled)
      outcomes ??= await this.#goalOutcomes.callFor(slice, program, settled)
      const digests = this.#knowsByDigest.has(organizationId) ? await this.#digestsOf(slice, next) : null
      try {
        const [answer] = await write(callWith(digests))
        return answer
      } catch (error) {
        if (sqlState(error) !== digestsNeeded) throw error
        this.#knowsByDigest.add(organizationId)
        const [answer] = await write(callWith(await this.#digestsOf(slice, next)))
        return answer
      }
    })
    if (row === undefined || row.what_follows === 'lost') throw new LeaseLost()
    return {
      wasJobRunning: row.what_follows === 'send',
      withheld: readWithheld(row),
      chosen: readChosen(row),
      earlier: readEarlier(row, this.#sealing),
    }
  }

  override async beginWaits(
    { jobId, no }: LeasedSlice,
    begun: readonly StartedWait[],
  ): Promise<ReadonlyMap<string, WaitFacts>> {
    const call = beginWaits({
      p_job: jobId,
      p_slice: no,
      p_records: idArray(begun.map(({ recordId }) => recordId)),
      p_steps: begun.map(({ step }) => step),
      p_columns: JSON.stringify(begun.map(({ columns }) => columns)),
      p_now: this.#clock.now(),
    })
    const rows = await this.#database.write<WaitRow>(...call)
    return new Map(
      rows.map(({ record_id, since, cells, has_changed: hasChanged, is_busy: isBusy }) => [
        record_id,
        { since, cells, hasChanged, isBusy },
      ]),
    )
  }

  override async wroteTo(
    { organizationId, jobId }: LeasedSlice,
    { recordId, step, address }: WrittenMessage,
  ) {
    const values = [organizationId, jobId, recordId, step, address]
    return (await this.#database.read(findContact, values)).length > 0
  }

  override async notePreparing(slice: LeasedSlice, lease: Lease, recordId: string): Promise<void> {
    const call = notePreparing({
      p_job: slice.jobId,
      p_slice: slice.no,
      p_holder: lease.holder,
      p_record: recordId,
    })
    const [row] = await this.#outlasting(lease.seconds, () =>
      this.#database.write<{ note_preparing: boolean }>(...call),
    )
    if (row?.note_preparing !== true) throw new LeaseLost()
  }

  override async release(slice: LeasedSlice, lease: Lease): Promise<number | null> {
    const { jobId, no } = slice
    const [row] = await this.#outlasting(lease.seconds, () => {
      const call = releaseSlice({
        p_job: jobId,
        p_slice: no,
        p_holder: lease.holder,
        p_now: this.#clock.now(),
      })
      return this.#database.write<{ seconds: number | null }>(...call)
    })
    return row?.seconds ?? null
  }

  override async due(after: string | null, most: number): Promise<readonly string[]> {
    await this.#database.write(...endLeasesOfLostConnections({}))
    await this.#database.write(...wakeChanged({ p_now: this.#clock.now(), p_organization: null }))
    const call = dueOrganizations({ p_after: after ?? firstId, p_most: most, p_now: this.#clock.now() })
    const rows = await this.#database.write<{ id: string }>(...call)
    return rows.map(({ id }) => id)
  }

  override async requestTurns(organizationIds: readonly string[]): Promise<void> {
    if (organizationIds.length > 0) await this.#database.write(requestTurns, [organizationIds])
  }

  #digestsOf({ organizationId }: LeasedSlice, next: readonly SendingMark[]) {
    return Promise.all(
      next.map(async ({ address }) => address && (await this.#digests.of(organizationId, address))),
    )
  }

  async #terms({ holder, seconds }: Lease) {
    return {
      p_holder: holder,
      p_seconds: seconds,
      p_connection: await this.#connection.hold(),
      p_now: this.#clock.now(),
    }
  }

  /**
   * Retries a write of outcomes for `seconds` while the database is unreachable, or while another transaction holds a
   * lock, such as a publication that makes waiting recipients due; otherwise messages that were sent would end as
   * unconfirmed. Repeating a write under one lease is safe.
   */
  async #outlasting<Result>(seconds: number, write: () => Promise<Result>): Promise<Result> {
    const { timers } = this.#database
    for (const until = timers.elapsedMs() + seconds * 1000; ; await timers.sleep(250)) {
      try {
        return await write()
      } catch (error) {
        const isTemporary = error instanceof DatabaseGone || error instanceof LockConflict
        if (!isTemporary || timers.elapsedMs() > until) throw error
      }
    }
  }
}

function channelAt(program: Program, index: number): MessageChannel | null {
  const step = program[index]?.step
  return step === undefined ? null : channelOf(step)
}

function settledLists(groups: readonly SettlementGroup[], program: Program) {
  return {
    ids: groups.map(({ recordIds }) => idArray(recordIds)),
    steps: groups.map(({ end }) => end.step),
    channels: groups.map(({ end }) => channelAt(program, end.step)),
    deliveries: groups.map(({ end }) => end.delivery),
    states: groups.map(({ end }) => end.status),
    next_steps: groups.map(({ end }) => end.nextStep),
    attempts: groups.map(({ end }) => end.attempts),
    due: groups.map(({ end }) => end.dueInSeconds),
    errors: groups.map(({ end }) => end.error),
    reasons: groups.map(({ end }) => end.reason),
    evidence: groups.map(({ end, evidence }) => end.evidence && JSON.stringify(evidence)),
  }
}

/**
 * Returns the recipients whose message was certainly not sent, so that their reserved addresses are released;
 * null if there are none.
 */
function releasedLists(settled: readonly StepSettlement[]) {
  const released = settled.filter((settlement) => settlement.released !== null)
  if (released.length === 0) return null
  return {
    ids: released.map(({ recordId }) => recordId),
    addresses: released.map((settlement) => settlement.released),
    steps: released.map(({ step }) => step),
  }
}

/**
 * Returns record ids as the text of a PostgreSQL array. The driver would search each id for characters to
 * escape, which took 5 % of the time per recipient.
 */
function idArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}

function readLeased(
  [first, ...rows]: LeasedRows,
  sealing: Sealing,
  jobId = first?.slice?.jobId ?? '',
): LeasedSlice | null {
  if (first === undefined) return null
  if (first.slice === null) throw new Error('The version of the spinner that the job runs does not exist')
  const {
    steps: stored,
    metadataColumns,
    sendWindow,
    spinnerId,
    version,
    temporaryRefusal,
    gotEmail,
    reachedGoal,
    segments,
    ...slice
  } = first.slice
  const steps = openedSteps(stored, { spinnerId, version }, sealing)
  const recipients = (rows as RecipientRow[]).map((row) => ({
    ...readRecipient(row, temporaryRefusal?.[row.record_id]),
    ...(gotEmail ? { hasGotEmail: Object.hasOwn(gotEmail, row.record_id) } : {}),
    ...(reachedGoal ? { hasReachedGoal: Object.hasOwn(reachedGoal, row.record_id) } : {}),
  }))
  const segmentRules = segments && segmentRulesOf(segments, segments.excludeOfJob)
  const frozen = { steps, metadataColumns, sendWindow }
  return { ...slice, jobId, spinnerId, version: frozen, segmentRules, recipients }
}

/**
 * Returns the SQL call that stores which recipients took a branch, and deletes the waits of recipients that
 * have passed the step at which they waited; null if there are no such recipients.
 */
function passagesOf(
  { jobId, no }: LeasedSlice,
  program: Program,
  settled: readonly StepSettlement[],
): SqlCall | null {
  const branches = settled.filter(({ branch: way }) => way !== undefined)
  const past = settled.filter((settlement) => endsWait(program, settlement))
  if (branches.length === 0 && past.length === 0) return null
  return notePassages({
    p_job: jobId,
    p_slice: no,
    past_records: idArray(past.map(({ recordId }) => recordId)),
    past_steps: past.map(({ step }) => step),
    branch_records: idArray(branches.map(({ recordId }) => recordId)),
    branch_steps: branches.map(({ step }) => step),
    branch_numbers: branches.map(({ branch: way }) => way),
  })
}

function readWithheld(row: MarkedRow): MarkResult['withheld'] {
  const withheld = new Map<string, Withheld>()
  row.withheld_ids?.forEach((recordId, index) => {
    const code = row.withheld_codes?.[index]
    const seconds = row.withheld_seconds?.[index] ?? null
    const evidence = row.withheld_evidence?.[index] ?? {}
    if (code !== undefined) withheld.set(recordId, withheldBy({ code, seconds, evidence }))
  })
  return withheld
}

function readChosen(row: MarkedRow): MarkResult['chosen'] {
  const chosen = new Map<string, ChosenSender>()
  row.chosen_ids?.forEach((recordId, index) => {
    const id = row.chosen_senders?.[index] ?? null
    if (id === null) return
    const correspondent = row.correspondents?.[id]
    if (correspondent === undefined)
      throw new Error('The database returned no data of the sender that was chosen for a message')
    const { revision, ...from } = correspondent
    chosen.set(recordId, { id, revision, from })
  })
  return chosen
}

/** An earlier e-mail as `earlier_mails` returns it. The latest one has its encrypted content. */
interface EarlierRow extends Omit<EarlierMail, 'subject'> {
  readonly sealed?: { readonly id: string; readonly isCaptured: boolean; readonly content: string } | null
}

function subjectOf({ sealed }: EarlierRow, sealing: Sealing): string | null {
  if (sealed == null) return null
  const bytes = Buffer.from(sealed.content, 'base64')
  const open = sealed.isCaptured ? openedMessage : openedHead
  return open(bytes, sealed.id, sealing)?.subject ?? null
}

function readEarlier(
  { chosen_ids: ids, chosen_earlier: mails }: MarkedRow,
  sealing: Sealing,
): MarkResult['earlier'] {
  const earlier = new Map<string, readonly EarlierMail[]>()
  ids?.forEach((recordId, index) => {
    const ofRecipient = (mails?.[index] ?? []).map((row) => {
      const { sealed: _sealed, ...mail } = row
      return { ...mail, subject: subjectOf(row, sealing) }
    })
    if (ofRecipient.length > 0) earlier.set(recordId, ofRecipient)
  })
  return earlier
}

function readRecipient(row: RecipientRow, evidence: Evidence | undefined): DueRecipient {
  return {
    recordId: row.record_id,
    step: row.step,
    attempts: row.attempts,
    data: row.data,
    inDoubt: row.in_doubt,
    temporaryRefusal: temporaryRefusalIn(evidence),
  }
}
