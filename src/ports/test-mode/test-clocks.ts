import type { Lease } from '../../domain/job/slice.ts'
import type { AdvanceFault, TestClock } from '../../domain/test-mode/test-clock.ts'
import type { Inbound } from '../../domain/test-mode/test-rules.ts'
import type { MessagePlace } from '../sender/message/message-ids.ts'

/** Something that comes back of a message. */
export interface ComingAnswer {
  readonly place: MessagePlace
  /** The time on the test clock at which it comes back. */
  readonly dueAt: Date
  readonly inbound: Inbound
}

export interface DueAnswer extends ComingAnswer {
  /** The address that the message went to, normalized; null where the log does not have the message. */
  readonly address: string | null
}

/** The clocks of test organizations, for requests and for the runtime. */
export abstract class TestClocks {
  /** Whether an organization is a test organization. The answer never changes, so it is cached for good. */
  abstract isTest(organizationId: string): Promise<boolean>

  /** Returns null for an organization that is real. */
  abstract find(organizationId: string): Promise<TestClock | null>

  /** Returns the clock of the test organization that a credential belongs to, by its digest; null for all others. */
  abstract ofCredential(digest: string): Promise<TestClock | null>

  /**
   * Takes the lease under which one runtime works for a test organization; null while another runtime has it. By the
   * database's clock, so that another runtime goes on after a crash.
   */
  abstract hold(organizationId: string, lease: Lease): Promise<TestClock | null>

  /** Moves the clock, and renews the lease. False where the lease is lost; then nothing was changed. */
  abstract moveTo(organizationId: string, lease: Lease, now: Date): Promise<boolean>

  /** Ends an advance. False where the lease is lost. */
  abstract end(organizationId: string, lease: Lease, fault: AdvanceFault | null): Promise<boolean>

  abstract letGo(organizationId: string, lease: Lease): Promise<void>

  /** Queues scheduled jobs whose time has come, and makes recipients due that wait for a change of their record. */
  abstract wake(organizationId: string, now: Date): Promise<void>

  /**
   * Returns the time at which something of the organization is due next, at or after `now`; null for never. What another
   * runtime holds under a lease is due.
   */
  abstract nextDue(organizationId: string, now: Date): Promise<Date | null>

  /**
   * Returns test organizations that no runtime works for although their clock is being moved, or although a runtime died
   * while it worked for them.
   */
  abstract unattended(most: number): Promise<readonly string[]>

  /** Lets something come back of a message at a time of its organization's clock. A repeat changes nothing. */
  abstract keepAnswer(organizationId: string, answer: ComingAnswer): Promise<void>

  /** Returns answers that are due, up to so many, the longest due first. */
  abstract dueAnswers(organizationId: string, now: Date, most: number): Promise<readonly DueAnswer[]>

  /** Notes that an answer has come back, for the timeline. */
  abstract notePlayed(answer: ComingAnswer, at: Date): Promise<void>
}
