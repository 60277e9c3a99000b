import type { AuditEntry } from '../../domain/account/audit/audit-entry.ts'
import type { Lease } from '../../domain/job/slice.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { NextEvent } from '../../domain/test-mode/next-event.ts'
import type { AdvanceFault, TestClock } from '../../domain/test-mode/test-clock.ts'
import type { Inbound } from '../../domain/test-mode/test-rules.ts'
import type { TestTimelineEntry } from '../../domain/test-mode/timeline.ts'
import type { InTransaction } from '../in-transaction.ts'
import type { MessagePlace } from '../sender/message/message-tokens.ts'

/** A simulated reaction to a captured message, such as a reply, at a given time of the test clock. */
export interface PlannedReaction {
  readonly place: MessagePlace
  /** The time on the test clock at which the recipient reacts. */
  readonly dueAt: Date
  readonly inbound: Inbound
}

/**
 * The result of storing a simulated reaction. `stored`: the reaction is stored now. `pending`: it was stored
 * before and did not take place yet. `played`: it was stored before and took place. `other`: a reaction of the
 * same kind with another content has this time. `noMessage`: the message's job and log entry were deleted.
 */
export type StoredReaction = 'stored' | 'pending' | 'played' | 'other' | 'noMessage'

export interface DueAnswer extends PlannedReaction {
  /** The normalized address that the captured message went to; null if the log does not have the message. */
  readonly address: string | null
}

/** Stores the clocks of test organizations, whose time is simulated, and what takes place by them. */
export abstract class TestClockStore {
  /** Returns the clock of a test organization; null for a real one. */
  abstract find(organizationId: string): Promise<TestClock | null>

  abstract add(this: InTransaction, clock: TestClock): Promise<void>
  /** Returns the id of the test organization of a real one. The real organization must be locked. */
  abstract organizationOf(this: InTransaction, realId: string): Promise<string | null>
  /** Returns the id of the real organization of a test organization; null for a real one. */
  abstract realOf(organizationId: string): Promise<string | null>
  /**
   * Locks and returns the clock of a test organization until the end of the transaction; null for a real
   * organization.
   */
  abstract lock(this: InTransaction, organizationId: string): Promise<TestClock | null>
  abstract save(this: InTransaction, clock: TestClock): Promise<void>
  abstract copies(organizationId: string): Promise<readonly TestCopy[]>
  /** Stores a pair of a real object and its copy. Replaces earlier pairs of either. */
  abstract keepCopy(this: InTransaction, organizationId: string, copy: TestCopy): Promise<void>
  /** Returns the tested spinners of a test organization, the latest test first. Leaves out copies in the bin. */
  abstract tests(organizationId: string): Promise<readonly RunningTest[]>
  /**
   * Deletes the jobs of a spinner of a test organization with their messages, and the suppressions that reactions to
   * these messages made. If the organization has no other job, deletes the use of its senders' limits, too. The clock
   * must be leased, and the spinner must be locked. Returns whether other jobs are left. Null deletes no jobs.
   */
  abstract removeJobsOf(
    this: InTransaction,
    organizationId: string,
    spinnerId: string | null,
  ): Promise<boolean>
  /**
   * Deletes everything in a test organization except its clock, its audit log and its meters of one month. The clock
   * must be locked.
   */
  abstract empty(this: InTransaction, organizationId: string, month: string): Promise<void>

  /**
   * Takes the lease with which only one runtime at a time works for a test organization. Returns null if
   * another runtime has it. The lease ends by the database's clock, so that another runtime can continue
   * after a crash.
   */
  abstract hold(organizationId: string, lease: Lease): Promise<TestClock | null>

  /**
   * Moves a test clock to a time and renews the lease. Returns false and changes nothing if the lease is
   * lost.
   */
  abstract moveTo(organizationId: string, lease: Lease, now: Date): Promise<boolean>

  /**
   * Ends a running advance of a test clock, with the fault if it failed. Returns false if the lease is lost.
   */
  abstract end(organizationId: string, lease: Lease, fault: AdvanceFault | null): Promise<boolean>

  abstract letGo(organizationId: string, lease: Lease): Promise<void>

  /**
   * Queues scheduled jobs of a test organization whose start time has come. Makes recipients due whose record
   * has changed as their step awaited.
   */
  abstract wake(organizationId: string, now: Date): Promise<void>

  /**
   * Returns the next event of a test organization, at a time on its clock that is not before `now`; null for none. Work
   * under another runtime's lease is included.
   */
  abstract nextEvent(organizationId: string, now: Date): Promise<NextEvent | null>
  /** Returns the number of paused jobs of an organization, whose recipients are not due before the jobs are resumed. */
  abstract pausedJobs(organizationId: string): Promise<number>
  /** Returns whether a test organization has a message, an e-mail or a webhook, of a later time on its clock. */
  abstract hasMessageAfter(organizationId: string, time: Date): Promise<boolean>

  /**
   * Returns the ids of up to `most` test organizations whose clock is advancing without a runtime, or whose
   * runtime died at work.
   */
  abstract unattended(most: number): Promise<readonly string[]>

  /**
   * Stores a simulated reaction (such as a reply) that is due at a time of the test clock, and returns the result. A
   * message has one reaction of a kind at a time; another one changes nothing. Writes an audit entry in the same
   * commit if one is given and the reaction is stored.
   */
  abstract keepAnswer(
    organizationId: string,
    answer: PlannedReaction,
    audit?: AuditEntry | null,
  ): Promise<StoredReaction>

  /** Returns up to `most` simulated reactions that are due on the test clock, longest due first. */
  abstract dueAnswers(organizationId: string, now: Date, most: number): Promise<readonly DueAnswer[]>

  /**
   * Stores when a simulated reaction to a message took place, to show it in the timeline of the test
   * organization.
   */
  abstract notePlayed(answer: PlannedReaction, at: Date): Promise<void>
  /** Returns a page of the timeline of a test organization: events such as messages and replies, oldest first. */
  abstract timeline(
    organizationId: string,
    filter: TimelineFilter,
    page: Page,
  ): Promise<PageOf<TestTimelineEntry>>

  /**
   * Stores a webhook or guard call of a test organization that its rules or its own test URL answered.
   * Ignores calls of deleted jobs.
   */
  abstract addCall(call: TestCall): Promise<void>
}

/**
 * A pair of ids: an object of a real organization, such as a spinner, and its copy in the test organization.
 */
export interface TestCopy {
  /**
   * The kind of the objects. `testedSpinner` is the copy that a test of one spinner has made, with a table of its own;
   * the next test of the spinner replaces it.
   */
  readonly kind: 'project' | 'dataTable' | 'spinner' | 'testedSpinner' | 'sender' | 'file'
  readonly originalId: string
  readonly copyId: string
  /** The revision that the real object had when it was last copied; null for objects without revisions. */
  readonly revision: number | null
}

/** A test of a spinner: the copy of the spinner in the test organization, with its first job. */
export interface RunningTest {
  readonly spinnerId: string
  readonly originalSpinnerId: string
  readonly projectId: string
  readonly dataTableId: string
  readonly name: string
  /** The job of the test; null if it was not started. */
  readonly jobId: string | null
  /** The time on the test clock at which the test began. */
  readonly createdAt: Date
}

/** A call that a webhook or guard step of a test organization made, with its answer. */
export interface TestCall {
  readonly id: string
  readonly organizationId: string
  readonly kind: 'webhook' | 'guard'
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly at: Date
  /** The outcome of the webhook or guard call, such as `sent` or `failed`. */
  readonly outcome: string
  readonly method: string
  readonly url: string
  readonly body: string
  /** The beginning of the answer to the webhook or guard call, or the reason why the call failed. */
  readonly serverResponse: string | null
}

/** A filter for the timeline of a test organization; a null field does not restrict the entries. */
export interface TimelineFilter {
  readonly spinnerId: string | null
  /**
   * The e-mail address (as `normalizedEmail` returns it) of the person whose entries are listed; null for all
   * people.
   */
  readonly email: string | null
}
