import type { Account } from '../../domain/account/account.ts'
import type { AccountLink } from '../../domain/account/account-link.ts'
import type { ApiKey } from '../../domain/account/api-keys/api-key.ts'
import type { KeyRefusal } from '../../domain/account/api-keys/key-refusal.ts'
import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import type { Confirmation } from '../../domain/account/confirmation.ts'
import type { EmailDomain } from '../../domain/account/open-id/email-domain.ts'
import type { OpenIdState } from '../../domain/account/open-id/open-id-state.ts'
import type { SignInProvider } from '../../domain/account/open-id/sign-in-provider.ts'
import type { Organization } from '../../domain/account/organization.ts'
import type { OrganizationDeletion } from '../../domain/account/organization-deletion.ts'
import type { PasswordReset } from '../../domain/account/password/password-reset.ts'
import type { Passkey } from '../../domain/account/second-factor/passkey.ts'
import type { SecondFactor } from '../../domain/account/second-factor/second-factor.ts'
import type { Session } from '../../domain/account/sessions/session.ts'
import type { User } from '../../domain/account/user.ts'
import type { KeptArrival } from '../../domain/arrival/arrival.ts'
import type { Claim } from '../../domain/arrival/claims.ts'
import { idsPerBlock } from '../../domain/arrival/id-block.ts'
import type { LedgerPosition } from '../../domain/arrival/ledger-position.ts'
import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'
import type { BinEntry } from '../../domain/bin/bin-entry.ts'
import type { Attempt } from '../../domain/event/destination/attempt.ts'
import type { Destination } from '../../domain/event/destination/destination.ts'
import type { EventBatch } from '../../domain/event/event.ts'
import type { EventType } from '../../domain/event/event-type.ts'
import type { EarlierAnswer } from '../../domain/idempotency.ts'
import type { TriggerData } from '../../domain/job/audience/trigger-request.ts'
import type { Job, JobStatus, Paused, SettledCounts } from '../../domain/job/job.ts'
import type { LiveWorker } from '../../domain/job/live-worker.ts'
import type { Evidence, ReasonCode } from '../../domain/job/recipient/reason.ts'
import type { ReasonCount } from '../../domain/job/recipient/reason-view.ts'
import type { RecipientState } from '../../domain/job/recipient/recipient-state.ts'
import type { RehearsalResult, RehearsalState } from '../../domain/job/rehearsal/rehearsal.ts'
import type { SenderBudget } from '../../domain/job/sending/sending-time.ts'
import type { SplitArmFigures } from '../../domain/job/split-arm-figures.ts'
import type { StepCounts } from '../../domain/job/step-figures.ts'
import type { ContactPolicy } from '../../domain/person/contact-policy.ts'
import type { Suppression, SuppressionEvent } from '../../domain/person/suppression.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { ConnectState } from '../../domain/sender/connect-state.ts'
import type { DomainVerdict } from '../../domain/sender/domain-findings.ts'
import type { DueMailbox, MailboxTrouble } from '../../domain/sender/inbound/mailbox.ts'
import type { SentMessage } from '../../domain/sender/message/logged-message.ts'
import type { EmailMessage } from '../../domain/sender/message/message.ts'
import type { FileWithContent } from '../../domain/sender/message/stored-file.ts'
import type { HealthCounts } from '../../domain/sender/pacing/breaker.ts'
import type { Sender, SenderTrouble } from '../../domain/sender/sender.ts'
import type { SenderPool } from '../../domain/sender/sender-pool.ts'
import type { SigningSecrets } from '../../domain/signing-secrets.ts'
import type { OwnStarts, Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'
import type { MessageChannel } from '../../domain/spinner/steps/step-capabilities.ts'
import type { DataRecord } from '../../domain/table/cell.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { KeyedRecord } from '../../domain/table/keyed-records.ts'
import type { Project } from '../../domain/table/project.ts'
import type { View } from '../../domain/table/search/view.ts'
import type { TestClock } from '../../domain/test-mode/test-clock.ts'
import type { Replay, WaitingRetry } from '../../ports/event/destinations.ts'
import type { TakenWaitChange } from '../../ports/job/outdated-waits.ts'
import type { NewRehearsal } from '../../ports/job/rehearsal/rehearsals.ts'
import type { ErasedRecord } from '../../ports/person/person-data.ts'
import type { InboundFactEntry, InboundFactOutcome } from '../../ports/sender/inbound/inbound-fact-store.ts'
import type { EventToken } from '../../ports/sender/shared-secrets.ts'
import type { PlannedReaction, TestCall, TestCopy } from '../../ports/test-mode/test-clocks.ts'
import type { SenderRest } from './sender/pacing/sender-rest.ts'

export interface StoredTestClock extends TestClock {
  readonly lease: { readonly holder: string; readonly until: Date } | null
}

export interface StoredTable extends DataTable {
  readonly end: LedgerPosition
}

export interface StoredAppend {
  readonly seq: number
  readonly firstId: number
  readonly count: number
  readonly at: Date
  readonly requestId: string
  readonly apiKeyId: string | null
  readonly keyless: 'webhookUrl' | 'import' | null
}

/**
 * A change of a record by an arrival or import: the time, the request, and the names of the changed columns.
 */
export interface StoredChange {
  readonly dataTableId: string
  readonly recordId: string
  readonly at: Date
  readonly requestId: string
  readonly apiKeyId: string | null
  readonly columns: readonly string[]
}

export interface StoredDelivery {
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly channel: MessageChannel
  readonly state: 'sent' | 'failed' | 'unconfirmed'
  readonly at: Date
}

/**
 * The record to which a record key belongs, and the value of the version column, which tells how new the
 * record is.
 */
export interface StoredKey {
  readonly recordId: number
  readonly version: string
}

/** Changes of a sender or an organization that outdate waits. */
export interface StoredWaitChange extends Omit<TakenWaitChange, 'at'> {
  readonly endsRest: boolean
  /** Whether the last change was not taken yet, so that its work begins a round over all slices. */
  readonly isNewRound: boolean
  /** Whether a call of `renewWaits` does the work that the changes leave. */
  readonly isTaken: boolean
}

/**
 * The record keys computed so far for the new match columns of a table; `waiting` lists duplicates. The keys
 * apply only when all are computed.
 */
export interface StoredKeyRebuild {
  readonly dataTableId: string
  readonly keys: Map<string, StoredKey>
  readonly waiting: readonly { readonly key: string; readonly no: string; readonly recordId: string }[]
  /** The records that were changed since the key rebuild began. */
  readonly changed: ReadonlySet<string>
}

export interface StoredSpinner extends Spinner {
  readonly taken: LedgerPosition
}

/**
 * The automatic starts of a spinner (on new records or by a schedule), with fields that only the store needs.
 */
export interface StoredStart extends OwnStarts {
  readonly spinnerId: string
  readonly organizationId: string
  /**
   * The time at which the store next checks whether an automatic start of the spinner is due; null while the
   * spinner is paused.
   */
  readonly checkAt: Date | null
  /** The due times at which the spinner's automatic start has started a job, in milliseconds since 1970. */
  readonly begun: readonly number[]
}

interface StoredPause extends Omit<Paused, 'user' | 'apiKey'> {
  readonly actorId: string | null
}

export interface StoredJob extends Job {
  readonly status: JobStatus
  readonly cutSeq: number
  /** The job whose failed recipients this job retries; absent for any other job. */
  readonly retryOf?: string
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** The present pause of the job; absent if the job is not paused. */
  readonly paused?: StoredPause
  /** The number of records that the cancelled job returned before they were cut into slices. */
  readonly returned: number
  /** Whether the job runs over a list of named records instead of a range of the ledger. */
  readonly named?: boolean
  /** The data that the trigger gave the job for its templates. */
  readonly data?: TriggerData | null
  readonly startedByUser?: string | null
  readonly startedByKey?: string | null
}

/** A record that a trigger named for its job, instead of taking the records of the spinner's audience. */
export interface NamedRecord {
  readonly spinnerId: string
  readonly recordId: number
  readonly seq: number
  readonly jobId: string
  /**
   * Whether the named record belongs to the naming job: no job had taken it, or that job returned it. Jobs
   * over new records skip such a record.
   */
  readonly isOwn: boolean
  /** The ids of further jobs whose triggers named the same record. */
  readonly also: readonly string[]
}

/** A range of a table's ledger: the appends after `fromSeq`, up to and including `toSeq`. */
export interface LedgerRange {
  readonly fromSeq: number
  readonly toSeq: number
}

/**
 * Records that a cancelled job returned before it processed them; the next job over new records takes them.
 * They are a range of the table's appends, or a list of record ids.
 */
export interface StoredReturn {
  readonly jobId: string
  /**
   * The number of the slice from which the records return; 0 for a range of the ledger, negative for a list
   * of named records.
   */
  readonly slice: number
  readonly spinnerId: string
  readonly part: LedgerRange | { readonly recordIds: readonly string[] }
  readonly records: number
  /**
   * The later job that has taken the returned records but has not divided them into slices yet; null until a
   * job takes them. For records that a trigger named, the job of that trigger from the start.
   */
  readonly takenBy: string | null
}

export interface StoredRecipient {
  readonly recordId: string
  readonly state: RecipientState
  readonly step: number
  readonly attempts: number
  readonly dueAt: Date
  readonly error: string | null
  readonly reason: ReasonCode | null
  readonly evidence: Evidence | null
  /** The step from which a retried recipient starts; absent in a job that is no retry. */
  readonly cameIn?: number
  /** The id of the sender that has written to the recipient; absent if none has. */
  readonly senderId?: string
  readonly updatedAt: Date
  /**
   * The stop or hold that takes effect for the recipient once the outcome of the message that is being sent
   * is known.
   */
  readonly leaving?: Leaving
}

/**
 * The exit of a recipient from a job: its reason, and the time until which the recipient is held; null to
 * stop the recipient permanently.
 */
export interface Leaving {
  readonly code: ReasonCode
  readonly evidence: Evidence
  readonly until: Date | null
}

export interface StoredSlice {
  readonly jobId: string
  readonly no: number
  readonly closed: boolean
  readonly dueAt: Date
  readonly lease: { readonly holder: string; readonly until: Date } | null
  readonly deleted: number
  readonly recipients: ReadonlyMap<string, StoredRecipient>
  /**
   * The record ids of recipients whose message is marked as being sent, and whose outcome is not known yet.
   */
  readonly sending: ReadonlySet<string>
  readonly lostLeases: number
  readonly preparingRecordId: string | null
  /**
   * The reasons of waits that were reviewed during the lease, because a contact policy was changed, and the ids of
   * senders that were changed. The recipients that wait for them are due when the slice is released.
   */
  readonly reviewed?: readonly string[]
}

/**
 * A recipient's wait at a step: the time since when it waits, and the value of the watched column at that
 * time.
 */
export interface StoredWait {
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly column: string | null
  readonly since: Date
  readonly was: string
  /** The value of the watched column when the step last read it; absent if the step has not read it again. */
  readonly seen?: string
}

/**
 * The recipients that took one branch of a split step, and the branch's figures after the recipients were
 * deleted.
 */
export interface StoredSplitBranch {
  readonly jobId: string
  readonly slice: number
  readonly step: number
  readonly branch: number
  readonly recordIds: ReadonlySet<string>
  readonly figures: SplitArmFigures | null
}

/**
 * The counts of a sender's messages in a period of ten minutes. `putOff` counts messages refused only for
 * their recipient.
 */
export interface StoredHealth extends HealthCounts {
  readonly putOff: number
}

/**
 * The numbers of messages that a sender sent for a spinner, and whether the sender is paused for it. The
 * messages are counted in periods of ten minutes, keyed by their start.
 */
export interface StoredBreaker {
  readonly senderId: string
  readonly spinnerId: string
  readonly pausedAt: Date | null
  readonly trouble: SenderTrouble | null
  readonly isTold: boolean
  readonly parts: ReadonlyMap<number, StoredHealth>
  /**
   * The recipients' domains that reports of refusals named, by period of ten minutes; null for a report
   * without a domain.
   */
  readonly refusalReports: ReadonlyMap<number, readonly (string | null)[]>
}

/** A pool with the next free times for messages that wait for it. */
export interface StoredPool extends SenderPool {
  readonly scheduledUntil: Date
  readonly priorityUntil: Date
}

interface ClearedCounts extends SettledCounts {
  readonly reasons: readonly ReasonCount[]
  readonly returned: number
  readonly byState: StepCounts['byState']
  readonly entered: StepCounts['entered']
}

/** A message to an address that was sent or may have been sent. */
export interface StoredContact {
  readonly organizationId: string
  readonly address: string
  readonly spinnerId: string
  readonly rootJobId: string
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
  readonly at: Date
  /** The domain of the person's company if the contact policy limits people per company; otherwise null. */
  readonly activeDomain: string | null
  /** The latest reply to the message: the time when it was read, and its evidence. */
  readonly reply?: { readonly at: Date; readonly evidence: Evidence }
}

export interface StoredImport {
  readonly dataTableId: string
  readonly batches: Map<number, readonly KeyedRecord[]>
}

export interface StoredPasswordReset extends PasswordReset {
  readonly accountId: string | null
  readonly used: boolean
}

export interface StoredAccountLink extends AccountLink {
  readonly used: boolean
  /** The id and author of an invitation, which an organization can see and withdraw. */
  readonly invited?: { readonly id: string; readonly by: string | null }
}

export interface StoredMailbox extends Omit<DueMailbox, 'wasLeft' | 'isActive'> {
  readonly dueAt: Date
  readonly holder: string | null
  /**
   * Whether the sender was changed while its mailbox was being read, so that the mailbox has to be read again
   * at once.
   */
  readonly senderChanged: boolean
  readonly trouble: MailboxTrouble | null
}

export interface StoredInboundFact extends InboundFactEntry {
  readonly outcome: InboundFactOutcome
  /** The state that the message at `place` gets when it is logged; absent if the log has the message. */
  readonly loggedState?: 'bounced' | 'complained' | 'replied'
  /** The words that the message at `place` gets when it is logged; null if it keeps the words of its outcome. */
  readonly loggedWords?: string | null
}

export interface StoredMessage extends EmailMessage {
  readonly id: string
  readonly createdAt: Date
}

/** A message that was sent or should have been sent. */
export interface StoredLoggedMessage extends SentMessage {
  readonly providerMessageId: string | null
  readonly awaitsMessageId: boolean
  /** Whether the retention has removed the content. The log does not list an emptied message. */
  readonly isEmptied?: boolean
  readonly organizationId: string
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
  readonly createdAt: Date
}

/** A wake-up: an entry of the queue that asks a worker to serve an organization. */
export interface AskedTurn {
  readonly organizationId: string
}

export interface StoredRehearsal extends NewRehearsal {
  readonly state: Exclude<RehearsalState, 'interrupted'>
  readonly done: number
  readonly result: RehearsalResult | null
  readonly error: string | null
  readonly seenAt: Date
  readonly expiresAt: Date | null
  readonly jobId: string | null
}

/** A destination with the times and the lease by which runtimes find it. */
export interface StoredDestination extends Destination, SigningSecrets {
  /** The time when a runtime looks at the destination next, in milliseconds since 1970; null for none. */
  readonly dueAt: number | null
  readonly lease: { readonly holder: string; readonly until: number } | null
  readonly isReported: boolean
}

export interface StoredRetry extends WaitingRetry {
  readonly destinationId: string
  readonly dueAt: Date
}

/** A subscription of an organization to an event type. `until` is null while a destination is subscribed. */
export interface StoredInterest {
  readonly organizationId: string
  readonly type: EventType
  readonly until: Date | null
}

export function interestKey(organizationId: string, type: EventType): string {
  return `${organizationId} ${type}`
}

/**
 * `MemoryStore` holds all data of a process that runs without a database. Its maps replace values and never
 * change them, so that a failed transaction can be undone.
 */
export class MemoryStore {
  readonly plans = new Map<string, Plan>()
  readonly organizations = new Map<string, Organization>()
  readonly accounts = new Map<string, Account>()
  /** The users, each with the address of the account. */
  readonly users = new Map<string, User>()
  readonly sessions = new Map<string, Session>()
  /** The ids of the sessions in test mode, whose requests go to the test organization. */
  readonly testSessions = new Map<string, string>()
  readonly testClocks = new Map<string, StoredTestClock>()
  /**
   * The copies of projects, tables, spinners and other objects in test organizations, by organization, kind
   * and the id of the original.
   */
  readonly testCopies = new Map<string, TestCopy & { readonly organizationId: string }>()
  /** The simulated reactions to captured messages in test mode, by job, record, step, kind and time. */
  readonly testAnswers = new Map<
    string,
    PlannedReaction & { readonly organizationId: string; readonly playedAt: Date | null }
  >()
  readonly testCalls = new Map<string, TestCall>()
  readonly passwordResets = new Map<string, StoredPasswordReset>()
  readonly accountLinks = new Map<string, StoredAccountLink>()
  /** The ids of accounts whose people sign in by OpenID, by issuer and subject. */
  readonly openIdIdentities = new Map<string, string>()
  readonly openIdStates = new Map<string, OpenIdState & { readonly used: boolean }>()
  readonly emailDomains = new Map<string, EmailDomain>()
  /** The sign-in providers of organizations, by the id of the organization. */
  readonly signInProviders = new Map<string, SignInProvider>()
  /** The ids of members, by the organization and the subject at its sign-in provider. */
  readonly memberIdentities = new Map<string, string>()
  /** The times when members were removed, by the organization and the address. */
  readonly removedMembers = new Map<
    string,
    { readonly organizationId: string; readonly subject: string | null }
  >()
  /** The second factors of accounts, by the id of the account. */
  readonly secondFactors = new Map<string, SecondFactor>()
  readonly passkeys = new Map<string, Passkey>()
  readonly confirmations = new Map<string, Confirmation>()
  readonly apiKeys = new Map<string, ApiKey>()
  readonly keyUses = new Map<string, Date>()
  readonly keyRefusals = new Map<string, readonly KeyRefusal[]>()
  readonly projects = new Map<string, Project>()
  readonly tables = new Map<string, StoredTable>()
  readonly binEntries = new Map<string, BinEntry>()
  /** Deleted projects of which the bin holds tables or spinners. */
  readonly binnedProjects = new Map<string, Project>()
  readonly binnedTables = new Map<string, StoredTable>()
  readonly binnedSpinners = new Map<string, StoredSpinner>()
  /** The records of each entry of the bin, by record id. */
  readonly deletedRecords = new Map<string, ReadonlyMap<number, DataRecord>>()
  /** The mappings of each data table, in the order in which they are tried. */
  readonly mappings = new Map<string, readonly StoredMapping[]>()
  readonly appends = new Map<string, StoredAppend[]>()
  readonly records = new Map<string, Map<number, DataRecord>>()
  /** The record keys of each data table that has match columns. */
  readonly keys = new Map<string, Map<string, StoredKey>>()
  /** The changes of records by arrivals and imports, by data table. */
  readonly changes = new Map<string, readonly StoredChange[]>()
  /**
   * The columns of each data table that have a search index; null stands for the index of the words of all
   * columns.
   */
  readonly indexes = new Map<string, readonly (string | null)[]>()
  readonly views = new Map<string, View>()
  readonly deliveries = new Map<string, StoredDelivery>()
  readonly keyRebuilds = new Map<string, StoredKeyRebuild>()
  readonly imports = new Map<string, StoredImport>()
  readonly arrivals = new Map<string, KeptArrival>()
  /**
   * Claims: marks of records that a source has already delivered, so that repeats are recognized. The key
   * consists of the data table, the delivery id and the record's position in the delivery. Several claims of one key are
   * too far apart in time to be repeats of each other.
   */
  readonly claims = new Map<string, readonly Claim[]>()
  /** The events of suppressions by organization and address, newest first. */
  readonly suppressionEvents = new Map<string, readonly SuppressionEvent[]>()
  readonly suppressions = new Map<string, Suppression>()
  /** The suppressions of erased addresses, by organization and digest. */
  readonly digestedSuppressions = new Map<string, Pick<Suppression, 'reason' | 'createdAt'>>()
  readonly digestKeys = new Map<string, string>()
  /** The records of each organization that were deleted because a person was erased. */
  readonly erasedRecords = new Map<string, readonly ErasedRecord[]>()
  readonly contacts = new Map<string, StoredContact>()
  readonly contactPolicies = new Map<string, ContactPolicy>()
  readonly senders = new Map<string, Sender>()
  readonly senderPools = new Map<string, StoredPool>()
  /** The messages of each sender that only its pool counts, by period of ten minutes, keyed by its start. */
  readonly otherSent = new Map<string, ReadonlyMap<number, number>>()
  /** The encrypted credentials of each sender. */
  readonly credentials = new Map<string, string>()
  readonly senderBudgets = new Map<string, SenderBudget>()
  readonly senderRests = new Map<string, SenderRest>()
  /** The changes after which waiting recipients were not checked again yet, by the id of the sender or organization. */
  readonly outdatedWaits = new Map<string, StoredWaitChange>()
  /** The counts and pauses of senders for each spinner, by sender and spinner. */
  readonly breakers = new Map<string, StoredBreaker>()
  readonly spinners = new Map<string, StoredSpinner>()
  readonly versions = new Map<string, SpinnerVersion>()
  /** The publication time of each version of a spinner. */
  readonly versionTimes = new Map<string, Date>()
  readonly jobs = new Map<string, StoredJob>()
  readonly slices = new Map<string, StoredSlice>()
  readonly returns = new Map<string, StoredReturn>()
  readonly rehearsals = new Map<string, StoredRehearsal>()
  /** The waits of recipients at steps, by job, record and step. */
  readonly stepWaits = new Map<string, StoredWait>()
  /** The recipients of each branch of a split, by job, slice, step and branch. */
  readonly splitBranches = new Map<string, StoredSplitBranch>()
  readonly spinnerStarts = new Map<string, StoredStart>()
  /** The records that triggers named, by spinner and record. */
  readonly named = new Map<string, NamedRecord>()
  /** The numbers of recipients of each job whose recipients retention has deleted. */
  readonly countsOfCleared = new Map<string, ClearedCounts>()
  /**
   * The moments to which the database was restored and the times of the restores, if anything may be lost since and
   * the work after the restore is finished. PostgreSQL stores them in `restorations`.
   */
  readonly lossyRestores: { readonly moment: Date; readonly restoredAt: Date }[] = []
  readonly workers = new Map<string, LiveWorker>()
  readonly meters = new Map<string, number>()
  /** The highest share of the limit, in percent, that each meter has reached in its month. */
  readonly metersReached = new Map<string, number>()
  readonly idempotencyKeys = new Map<string, EarlierAnswer<unknown> & { readonly at: Date }>()
  readonly outbox: StoredMessage[] = []
  /** The result of the last DNS check of each sender's domain, and the time of the next check. */
  readonly senderDomains = new Map<string, { readonly verdict: DomainVerdict | null; readonly dueAt: Date }>()
  readonly files = new Map<string, FileWithContent>()
  /** The logged messages, by job, record and step. */
  readonly messages = new Map<string, StoredLoggedMessage>()
  readonly eventTokens = new Map<string, EventToken>()
  readonly mailboxes = new Map<string, StoredMailbox>()
  /** The inbound facts (replies, bounces and others), by organization and key. */
  readonly inboundFacts = new Map<string, StoredInboundFact>()
  /** The encrypted webhook secrets, by organization. */
  readonly webhookSecrets = new Map<string, SigningSecrets>()
  readonly connectStates = new Map<string, ConnectState & { readonly used: boolean }>()
  readonly auditEntries = new Map<string, AuditEntry>()
  /** Batches of events that have no number yet, in the order in which they were written. */
  readonly newEvents = new Map<number, Omit<EventBatch, 'number'>>()
  nextEvent = 1
  /** Numbered batches of events. */
  readonly events: EventBatch[] = []
  readonly lastEventNumbers = new Map<string, number>()
  readonly eventInterests = new Map<string, StoredInterest>()
  readonly destinations = new Map<string, StoredDestination>()
  readonly destinationRetries = new Map<string, StoredRetry>()
  readonly destinationReplays = new Map<string, Replay>()
  readonly destinationAttempts = new Map<string, Attempt>()
  /** The deletions of organizations, by organization. */
  readonly deletions = new Map<string, OrganizationDeletion>()
  /** The organizations that are to be deleted, by the digests of their credentials. */
  readonly closedCredentials = new Map<string, string>()
  readonly turns: AskedTurn[] = []
  #nextBlock = idsPerBlock

  /** Reserves a block of record ids for an append, and returns the first id. */
  takeBlock(): number {
    const first = this.#nextBlock
    this.#nextBlock += idsPerBlock
    return first
  }

  /**
   * Adds a wake-up for each organization at the end of the queue, unless one is already waiting. Returns the added
   * wake-ups.
   */
  askTurns(organizationIds: readonly string[]): readonly AskedTurn[] {
    const waiting = new Set(this.turns.map((turn) => turn.organizationId))
    const added = [...new Set(organizationIds)]
      .filter((id) => !waiting.has(id))
      .map((organizationId) => ({ organizationId }))
    this.turns.push(...added)
    return added
  }

  forgetTurns(turns: readonly AskedTurn[]): void {
    for (const turn of turns) {
      const at = this.turns.indexOf(turn)
      if (at >= 0) this.turns.splice(at, 1)
    }
  }

  /** Returns a spinner, even from the bin; undefined if there is none. */
  spinnerOrBinned(id: string): StoredSpinner | undefined {
    return this.spinners.get(id) ?? this.binnedSpinners.get(id)
  }

  /** Returns a data table, even from the bin; undefined if there is none. */
  tableOrBinned(id: string): StoredTable | undefined {
    return this.tables.get(id) ?? this.binnedTables.get(id)
  }

  /**
   * Returns the object that a map holds under an id if it belongs to the organization, otherwise null. Ids
   * with capital letters are accepted.
   */
  owned<Value extends { readonly organizationId: string }>(
    map: ReadonlyMap<string, Value>,
    organizationId: string,
    id: string,
  ): Value | null {
    const value = map.get(id.toLowerCase())
    return value?.organizationId === organizationId ? value : null
  }

  /** Returns the stored answer of an idempotency key; null if there is none. */
  earlierAnswer<Answer>(slot: string): EarlierAnswer<Answer> | null {
    const kept = this.idempotencyKeys.get(slot)
    return kept === undefined ? null : { fingerprint: kept.fingerprint, answer: kept.answer as Answer }
  }

  keyByDigest(digest: string): ApiKey | undefined {
    return [...this.apiKeys.values()].find((key) => key.digest === digest)
  }

  /**
   * Returns the data table of a webhook URL's token. Accepts the previous token while that is still valid.
   */
  tableByToken(digest: string, now: Date): StoredTable | undefined {
    return [...this.tables.values()].find(
      ({ ingestTokenDigest, previousTokenDigest, previousTokenUntil }) =>
        ingestTokenDigest === digest ||
        (previousTokenDigest === digest && previousTokenUntil !== null && previousTokenUntil > now),
    )
  }

  suppressionOf(organizationId: string, email: string): Suppression | undefined {
    return [...this.suppressions.values()].find(
      (one) => one.organizationId === organizationId && one.email === email,
    )
  }

  planOf(organizationId: string): Plan {
    const organization = this.organizations.get(organizationId)
    const plan = organization && this.plans.get(organization.planId)
    if (plan === undefined) throw new Error('The organization does not exist, so it has no plan')
    return plan
  }
}

export const meterSlot = (organizationId: string, meter: string, period: string): string =>
  [organizationId, meter, period].join(' ')

export const versionSlot = (spinnerId: string, version: number): string => `${spinnerId} ${version}`

export function countOf(
  map: ReadonlyMap<string, { readonly organizationId: string }>,
  organizationId: string,
): number {
  return [...map.values()].filter((one) => one.organizationId === organizationId).length
}
