import type { Actor } from '../../domain/account/audit/actor.ts'
import type { AuditFacts } from '../../domain/account/audit/facts.ts'
import type { Requester } from '../../domain/account/requester.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import { DomainError } from '../../domain/errors.ts'
import { periodOf } from '../../domain/plan/period.ts'
import { assertRevision, revisionOfContent } from '../../domain/revision.ts'
import { type Advance, advanced, newTestClock, type TestClock } from '../../domain/test-mode/test-clock.ts'
import type { TestRules } from '../../domain/test-mode/test-rules.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { TestClockStore } from '../../ports/test-mode/test-clocks.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockClock, lockStoppedClock } from './lock-clock.ts'
import { testOrganizationIn } from './test-organization-in.ts'

/** The length of the test clock's lease in seconds. After a reset that crashed, runtimes wait for its end. */
const leaseSeconds = 20

/** Switches sessions to test mode and back, and changes the clock, the rules and the data of a test organization. */
export class TestMode {
  readonly #unitOfWork: UnitOfWork
  readonly #clocks: TestClockStore
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clocks: TestClockStore, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clocks = clocks
    this.#clock = clock
    this.#ids = ids
  }

  /** Switches a session to the test organization. Creates the test organization if it does not exist. */
  async enter({ user, session }: SignedIn, by: Actor): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const realId = user.organizationId
      await testOrganizationIn(tx, { realId, now: this.#clock.now(), ids: this.#ids, by })
      await tx.sessions.speakForTest(session.id, true)
    })
  }

  /** Switches a session from the test organization back to the real one. */
  async leave({ session }: SignedIn): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.sessions.speakForTest(session.id, false))
  }

  /** Sets the target of a test clock. A runtime then moves the clock there and does everything that becomes due. */
  async advance({ organizationId, by }: Requester, advance: Advance): Promise<TestClock> {
    return await this.#unitOfWork.run(async (tx) => {
      const clock = advanced(await lockClock(tx, organizationId), advance)
      await tx.testClocks.save(clock)
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      const after = { until: (clock.target ?? clock.now).toISOString() }
      await tx.audit.add({ action: 'testMode.advanced', organizationId, by, subject, after })
      await tx.jobs.announceTurns([organizationId])
      return clock
    })
  }

  /**
   * Sets the rules that simulate the outcomes of messages, calls and replies in a test organization. They apply
   * from the next message or call on. The revision is the `revisionOfContent` of the rules that the editor saw; null to
   * replace any rules.
   */
  async setRules(
    { organizationId, by }: Requester,
    rules: TestRules,
    revision: number | null,
  ): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const clock = await lockClock(tx, organizationId)
      const present = revisionOfContent(clock.rules)
      assertRevision({ revision: present }, revision)
      if (revisionOfContent(rules) === present) return
      await tx.testClocks.save({ ...clock, rules })
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      const [before, after] = [factsOf(clock.rules), factsOf(rules)]
      await tx.audit.add({ action: 'testMode.rulesChanged', organizationId, by, subject, before, after })
    })
  }

  /**
   * Empties a test organization and sets its clock to `now`, the real time. Its rules, its audit log and its meters of the
   * present month stay. `name` is the name of the test organization, which the user types to confirm the reset.
   */
  async reset(requester: Requester, name: string, now: Date): Promise<void> {
    const { organizationId } = requester
    const lease = { holder: this.#ids.next(), seconds: leaseSeconds }
    if ((await this.#clocks.hold(organizationId, lease)) === null) await this.#refuse(organizationId)
    try {
      await this.#empty(requester, name, now)
    } finally {
      await this.#clocks.letGo(organizationId, lease)
    }
  }

  /**
   * Throws the reason why a test organization cannot be reset now. A runtime that works for it would write
   * data of deleted jobs.
   */
  async #refuse(organizationId: string): Promise<never> {
    const clock = await this.#clocks.find(organizationId)
    if (clock === null) throw new DomainError('TEST_MODE_REQUIRED')
    if (clock.target !== null) throw new DomainError('CLOCK_ADVANCING')
    const message =
      'A worker is processing jobs of the test organization; nothing was changed. Send the request again in a second'
    throw new DomainError('CLOCK_ADVANCING', { message })
  }

  async #empty({ organizationId, by }: Requester, name: string, now: Date): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { rules } = await lockStoppedClock(tx, organizationId)
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      if (organization.name !== name) {
        const message = `To confirm the reset, send the name of the test organization: ${organization.name}`
        throw new DomainError('VALIDATION_FAILED', {
          message,
          errors: [{ pointer: '/name', code: 'NAME_MISMATCH', message }],
        })
      }
      await tx.testClocks.empty(organizationId, periodOf(now))
      await tx.testClocks.save({ ...newTestClock(organizationId, now), rules })
      const subject = { kind: 'organization', id: organizationId, name } as const
      await tx.audit.add({ action: 'testMode.reset', organizationId, by, subject })
    })
  }
}

/** Returns the host of the test URL. The path of the URL may contain a secret. */
function factsOf({ url }: TestRules): AuditFacts {
  return url === null || !URL.canParse(url) ? {} : { host: new URL(url).host }
}
