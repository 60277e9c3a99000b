import type { ContactPolicy } from '../../../src/domain/contact/contact-policy.ts'
import type { RequestedAudience } from '../../../src/domain/job/audience/trigger-request.ts'
import type { Starts } from '../../../src/domain/spinner/starts.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { demoEmail } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import type { BinPresence } from './bin-presence.ts'
import type { DeliveryTable } from './delivery-tables.ts'
import type { KnownSender } from './known-sender.ts'
import type { Settings } from './known-settings.ts'
import type { KnownStarts } from './known-starts.ts'
import type { KnownTable } from './known-table.ts'
import type { EarlyReaction } from './mail/early-reactions.ts'
import type { KnownHold } from './mail/holds.ts'
import type { MessagesInTransit } from './mail/messages-in-transit.ts'
import { KnownReplies } from './mail/replies.ts'
import type { KnownMailboxes } from './mailboxes.ts'
import type { MappedTable } from './mapping/mapped-table.ts'
import type { Moments } from './moments.ts'
import { NoSendPeriods } from './no-send-periods.ts'
import { KnownDestinations } from './organization/destinations.ts'
import type { EventReader } from './organization/event-readers.ts'
import type { SentKeyedRequest } from './organization/keyed-request.ts'
import { KnownExports } from './organization/known-exports.ts'
import { KnownKeys } from './organization/known-keys.ts'
import type { PlanRefusal } from './organization/known-plans.ts'
import { KnownTeam } from './organization/known-team.ts'
import type { RevisedThing } from './organization/revised-thing.ts'
import type { Shared } from './organization/shared.ts'
import type { KnownTestOrganization } from './organization/test-organization.ts'
import { RecipientActs } from './path/recipient-acts.ts'
import type { StoredSteps } from './path/stored-steps.ts'
import { VersionsOfJobs } from './path/versions-of-jobs.ts'
import { KnownRecords } from './records.ts'
import { Register } from './register.ts'
import type { KnownSegment, SegmentOfJob } from './segment/known-segment.ts'
import type { KnownPace } from './sender/known-pace.ts'
import { KnownPools } from './sender/known-pools.ts'
import { type Sent, SentMessages } from './sent.ts'

export interface KnownSpinner {
  readonly id: string
  /** The name of the spinner in the log of the simulation run, such as "spinner 1". */
  readonly name: string
  readonly table: KnownTable
  /** The settings and the steps of the simulated spinner's draft. */
  settings: Settings
  steps: readonly Step[]
  /** Whether the draft certainly has these settings: no call that changes them is running or got no answer. */
  isDraftCertain: boolean
  /** The versions that were published while no other call was running. */
  versions: readonly KnownVersion[]
  /**
   * The steps of the spinner's published version; null if none is published, or if the simulator cannot know
   * which.
   */
  publishedSteps: readonly Step[] | null
  readonly starts: KnownStarts
  readonly pace: KnownPace
  /** Whether the simulated spinner is in use or in the bin. */
  readonly bin: BinPresence
}

/** A published version of a simulated spinner, with its number. */
interface KnownVersion {
  readonly number: number
  readonly settings: Settings
  readonly steps: readonly Step[]
  readonly startsOn: Starts['on']
}

export interface KnownJob {
  readonly id: string
  /** The name of the job in the log of the simulation run, such as "job 1". */
  readonly name: string
  readonly spinner: KnownSpinner
  /** The id of the first job of the chain of retries; the job's own id if it is no retry. */
  readonly root: string
  /**
   * The way in which the simulated trigger named the job's audience; null for a job that retries failed
   * recipients.
   */
  readonly audience: RequestedAudience['kind'] | null
  /** The segment whose records the job takes; null if it certainly takes none; absent if the simulator cannot know. */
  readonly segment?: SegmentOfJob | null
  /** The ids of the segments that the trigger excludes; absent if the simulator cannot know. */
  readonly excludes?: readonly string[]
  /** The number of the run's event at which the trigger of the job began; `answered` is that of its answer. */
  readonly begun: number
  readonly answered: number
  /** The automatic start that began the job, with its due time and the time of the start; absent for a request. */
  readonly byItself?: { readonly starts: Starts; readonly dueAt: Date; readonly at: Date }
}

/** An automatic start of a spinner that found no recipients, so that no job was started. */
interface EmptyStart {
  readonly spinner: KnownSpinner
  readonly begun: number
  readonly answered: number
}

/**
 * The simulator's knowledge of one organization from outside the service: calls, their answers, and messages that left
 * the service. Promises of the service are checked against it.
 */
export class Model {
  readonly shared: Shared
  readonly tables: KnownTable[] = []
  /** Data tables to which simulated sources deliver leads; no spinner runs over these tables. */
  readonly doors: DeliveryTable[] = []
  /** Data tables to which simulated sources deliver bodies of other formats, which mappings read. */
  readonly mappedTables: MappedTable[] = []
  readonly segments: KnownSegment[] = []
  readonly spinners: KnownSpinner[] = []
  readonly jobs: KnownJob[] = []
  readonly emptyStarts: EmptyStart[] = []
  /**
   * Pairs of a spinner and an existing record that a publish excludes from its jobs, such as "spinner 1 r17",
   * with the time of the exclusion and the number of its event.
   */
  readonly leftOut = new Map<string, { readonly at: Date; readonly moment: number }>()
  /**
   * Pairs of a spinner and a record that a publish excludes, while an unfinished job of the spinner may have
   * the record. Cancelling the job frees the record for later jobs.
   */
  readonly mayComeBack = new Set<string>()
  /** The number of simulated trigger requests without an answer, each of which may have started a job. */
  jobsInDoubt = 0
  /** When the database was last restored to a backup; null if never. */
  restoredAt: Date | null = null
  /** The number of simulated trigger requests that lacked the data that their spinner requires. */
  triggersWithoutData = 0
  readonly senders: KnownSender[] = []
  /** The e-mail address of the organization's owner. */
  ownersAddress = demoEmail
  readonly moments: Moments
  readonly pools: KnownPools
  readonly earlyReactions: EarlyReaction[] = []
  readonly replies = new KnownReplies()
  readonly versionsOfJobs = new VersionsOfJobs()
  readonly acts: RecipientActs
  readonly holds: KnownHold[] = []
  readonly sent: SentMessages
  /** The addresses of people about whom providers have reported a bounce or a complaint. */
  readonly reported = new Set<string>()
  readonly records: KnownRecords
  readonly policy: Register<ContactPolicy>
  readonly timeZone: Register<string>
  /** The id of the organization's plan. */
  readonly plan: Register<string>
  /** The refusals because of the plan since the last check of the promises. */
  readonly planRefusals: PlanRefusal[] = []
  readonly noSendPeriods: NoSendPeriods
  /** The test organization of the simulated organization; null before the run enters test mode. */
  testOrganization: KnownTestOrganization | null = null
  readonly destinations: KnownDestinations
  readonly keys: KnownKeys
  readonly team: KnownTeam
  readonly exports = new KnownExports()
  /** The programs that read the events of the organization. */
  readonly readers: EventReader[] = []
  /** The requests that clients send several times with one Idempotency-Key. */
  readonly keyedRequests: SentKeyedRequest[] = []
  /** The number of keyed requests so far. It goes on after a restore, so that each request has a key of its own. */
  keyedRequestCount = 0
  /** The spinners and tables whose names editors change by revision, by their ids. */
  readonly revised = new Map<string, RevisedThing>()
  /** For each address that the simulator ever erased, whether the service may store it again. */
  readonly #standing = new Map<string, Register<boolean>>()
  readonly #erases: { readonly address: string; readonly moment: number }[] = []
  /** The names that were given to new things of this organization. */
  readonly #named = new Set<string>()

  constructor(shared: Shared) {
    this.shared = shared
    const { moments } = shared
    this.moments = moments
    this.acts = new RecipientActs(moments)
    this.pools = new KnownPools(moments)
    this.sent = new SentMessages(moments)
    this.records = new KnownRecords(moments)
    this.policy = new Register<ContactPolicy>(moments, {
      daysBetweenSpinners: null,
      messagesPerDay: null,
      messagesPerWeek: null,
      activePerDomain: null,
    })
    this.timeZone = new Register<string>(moments, 'UTC')
    this.plan = new Register<string>(moments, 'unlimited')
    this.noSendPeriods = new NoSendPeriods(moments)
    this.destinations = new KnownDestinations(shared)
    this.keys = new KnownKeys(moments)
    this.team = new KnownTeam(moments)
  }

  /** The outcomes of steps that runtimes have stored, of all organizations. */
  get steps(): StoredSteps {
    return this.shared.steps
  }

  get mailboxes(): KnownMailboxes {
    return this.shared.mailboxes
  }

  get inTransit(): MessagesInTransit {
    return this.shared.inTransit
  }

  get allTables(): readonly KnownTable[] {
    return [...this.tables, ...[...this.doors, ...this.mappedTables].map(({ table }) => table)]
  }

  /**
   * Returns the simulator's name for a new object of a kind, such as "spinner 2". The name is chosen before the
   * call that creates the object: two concurrent calls get different names, and the name of a refused call is
   * not used again.
   */
  nextName(kind: 'table' | 'door' | 'segment' | 'spinner' | 'job' | 'sender'): string {
    const name = this.shared.nextName(kind)
    this.#named.add(name)
    return name
  }

  /** Returns whether a thing of this organization got this name. */
  hasNamed(name: string): boolean {
    return this.#named.has(name)
  }

  /** Returns the simulator's name for a new record, such as "r17". */
  nextRecord(): string {
    return `r${this.shared.next('record')}`
  }

  /** Returns the simulator's name for a new step, such as "k5". */
  nextStep(): string {
    return `k${this.shared.next('step')}`
  }

  /**
   * Returns the simulator's record of whether the service may store an address, which is false after an
   * erasure.
   */
  standing(address: string): Register<boolean> {
    const known = this.#standing.get(address)
    if (known !== undefined) return known
    const register = new Register(this.moments, true)
    this.#standing.set(address, register)
    return register
  }

  /** Returns whether a call has named an address in this organization, and the service may store it at present. */
  mayStore(address: string): boolean {
    return this.#standing.get(address)?.possible().some(Boolean) ?? false
  }

  /** The erased addresses that the service must not store anywhere at present. */
  get erased(): readonly string[] {
    return [...this.#standing].flatMap(([address, register]) =>
      register.possible().some(Boolean) ? [] : [address],
    )
  }

  /** The number of requests to erase a person that the simulated users have made so far. */
  get eraseCount(): number {
    return this.#erases.length
  }

  /** Returns the first job of the chain of retries to which a job belongs. */
  rootOf(jobId: string | null): string | null {
    return this.jobs.find(({ id }) => id === jobId)?.root ?? jobId
  }

  /** Returns the number of the event at which the trigger of a job was answered; infinity if it got no answer. */
  triggeredAt(jobId: string | null): number {
    return this.jobs.find(({ id }) => id === jobId)?.answered ?? Number.POSITIVE_INFINITY
  }

  /** Returns the data tables that the service must still store, in use or in the bin. */
  storedTables(now: Date): readonly KnownTable[] {
    return this.allTables.filter(({ bin }) => bin.mustBeStored(now))
  }

  noteErase(address: string): void {
    this.#erases.push({ address, moment: this.moments.next() })
  }

  /**
   * Returns the number of the last event before `before` at which an erasure of the person with this address
   * began or ended; 0 if there was none.
   */
  erasedAt(address: string, before: number): number {
    return this.#erases.findLast((erase) => erase.address === address && erase.moment < before)?.moment ?? 0
  }

  /**
   * Returns the number of the last event before `before` at which the person of a message was erased, by its address or by
   * another one that its record has or had.
   */
  erasureOf({ address, ref }: Pick<Sent, 'address' | 'ref'>, before: number): number {
    const { records } = this
    const addresses = [address, records.addressOf(ref), ...records.formerAddressesOf(ref)]
    return Math.max(...addresses.map((one) => this.erasedAt(one, before)))
  }

  /** Records that a simulated call contains an address, so the service may store the erased address again. */
  name(address: string): void {
    this.standing(address).begin(true)
  }

  /**
   * Records that a simulated person arrives as a new lead, so that messages to the person are allowed again
   * after an erasure.
   */
  comes(address: string): void {
    this.name(address)
    this.noSendPeriods.mayEnd('erased', address)
  }

  /**
   * Records that no message is being sent now, so that messages after this event must obey all calls that have
   * ended.
   */
  settle(): void {
    this.settlePeople()
    this.policy.settle()
    this.timeZone.settle()
    this.plan.settle()
    this.records.settle()
    this.destinations.settle()
    this.keys.settle()
    this.team.settle()
    for (const { limits } of this.senders) limits.settle()
    this.pools.settle()
    for (const { starts, pace, bin } of this.spinners) {
      starts.settle()
      pace.settle()
      bin.settle()
    }
    for (const { bin } of this.allTables) bin.settle()
    for (const segment of this.segments) segment.settle()
  }

  /**
   * Records that all calls that name people have ended, and that no message is being sent. An erasure that follows within
   * the same operation can then be certain.
   */
  settlePeople(): void {
    this.noSendPeriods.settle()
    for (const register of this.#standing.values()) register.settle()
  }

  nextTrigger(): number {
    return this.shared.next('trigger')
  }
}
