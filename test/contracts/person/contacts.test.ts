import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import {
  type ContactPolicy,
  noContactPolicy,
  waitsForPolicy,
} from '../../../src/domain/contact/contact-policy.ts'
import { type Outcome, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import { causeOf, waitsInZone } from '../../../src/domain/reason.ts'
import type { Spinner } from '../../../src/domain/spinner/spinner.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import { ContactRuleStore } from '../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type RulesOfMark, Slices } from '../../../src/ports/job/slices.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'

import { RetryFailed } from '../../../src/use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { renewWaits } from '../../../src/use-cases/renew-waits.ts'
import { lead } from '../../support/api.ts'
import { createTenant, newSpinner, type Tenant, versionOf } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
const twoSteps = { steps: [email, email] }
const [ada, grace] = ['ada@acme.example', 'grace@acme.example']
const daySeconds = 86_400

/**
 * A job on which the test works itself, without a runtime: it marks messages to addresses, and stores their
 * outcomes.
 */
interface Run {
  readonly jobId: string
  readonly ids: readonly string[]
  /**
   * Marks the message of the test job's nth recipient at a step. Returns whether it was marked, or the reason
   * why not.
   */
  mark(nth: number, address: string, step?: number): Promise<string>
  /** Marks the messages of several recipients of the test's job at once, like `mark`. */
  markAll(
    marks: readonly (readonly [nth: number, address: string, step?: number])[],
    rules?: RulesOfMark,
  ): Promise<readonly string[]>
  settle(nth: number, outcome: Outcome, address?: string, step?: number): Promise<void>
  evidence(): Readonly<Record<string, unknown>>
  seconds(): number
  end(): Promise<void>
}

describe('ContactRuleStore, tx.jobs.outdateWaits', () => {
  let world: World
  let own: Tenant
  let slices: Slices
  let contactRules: ContactRuleStore

  beforeAll(async () => {
    world = await createWorld()
    slices = world.container.get(Slices)
    contactRules = world.container.get(ContactRuleStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world, { audience: 'all' })
  })

  const oncePerPerson = (settings: Partial<Spinner> = {}) =>
    createTenant(world, { audience: 'all', spinner: { contact: 'oncePerPerson', ...settings } })
  const setPolicy = (limits: ContactPolicy) =>
    world.container.get(UnitOfWork).run((tx) => tx.contactRules.setPolicy(own.organizationId, limits))
  const recheckWaits = async (organizationId: string) => {
    const unitOfWork = world.container.get(UnitOfWork)
    const change = { organizationId, reasons: waitsForPolicy, since: world.clock.now() }
    await unitOfWork.run((tx) => tx.jobs.outdateWaits(change))
    await renewWaits(unitOfWork, world.clock, organizationId)
  }
  const policy = (limits: Partial<ContactPolicy>) => setPolicy({ ...noContactPolicy, ...limits })
  const ingest = (count: number) => own.ingest(Array.from({ length: count }, (_, no) => lead(no)))

  async function anotherSpinner(settings: Partial<Spinner> = {}): Promise<string> {
    const { organizationId, projectId, dataTableId } = own
    const id = world.container.get(Ids).next()
    const createdAt = world.clock.now()
    const place = { id, organizationId, projectId, dataTableId, createdAt }
    const spinner = newSpinner({ ...place, audience: 'all', ...settings })
    await world.container.get(UnitOfWork).run((tx) => tx.spinners.add(spinner, versionOf(spinner)))
    return id
  }

  async function publish(spinnerId: string, settings: Partial<Spinner>): Promise<void> {
    await world.container.get(UnitOfWork).run(async (tx) => {
      const spinner = await tx.spinners.lock(own.organizationId, spinnerId)
      if (spinner === null) throw new Error('There is such a spinner')
      const changed = { ...spinner, ...settings, publishedVersion: 2, latestVersion: 2 }
      await tx.spinners.addVersion(versionOf(changed, 2), world.clock.now())
      await tx.spinners.save(changed)
    })
  }

  async function started(spinnerId = own.spinnerId): Promise<Run> {
    const command = { caller: own.key, spinnerId, idempotency: null }
    return runOf((await world.container.get(TriggerSpinner).execute(command)).answer.jobId)
  }

  /** Retries the failed recipients of a job, and returns the id of the retry. */
  async function retried({ jobId }: Run): Promise<string> {
    const { organizationId } = own
    const order = { organizationId, jobId, codes: null, version: 'same', by: operator } as const
    return await world.container.get(RetryFailed).execute(order)
  }

  async function runOf(jobId: string): Promise<Run> {
    world.clock.follow()
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    const slice = (await slices.take(jobId, lease)) as LeasedSlice
    const ids = slice.recipients.map(({ recordId }) => recordId)
    const idOf = (nth: number) => ids[nth] ?? ''
    let withheld: Outcome | undefined
    const markAll: Run['markAll'] = async (marks, rules) => {
      const next = marks.map(([nth, address, step = 0]) => ({ recordId: idOf(nth), step, address }))
      const marked = await slices.settleAndMark(slice, lease, [], next, rules)
      return next.map(({ recordId }) => {
        const one = marked.withheld.get(recordId)
        if (one !== undefined) withheld = one
        return one?.code ?? 'marked'
      })
    }
    return {
      jobId,
      ids,
      markAll,
      mark: async (nth, address, step = 0) => (await markAll([[nth, address, step]]))[0] ?? '',
      settle: async (nth, outcome, address, step = 0) => {
        const tried = {
          recordId: idOf(nth),
          step,
          attempts: 0,
          ...(address === undefined ? {} : { address }),
        }
        await slices.settleAndMark(
          slice,
          lease,
          [settleStep(tried, outcome, programOf(slice.version.steps), 0)],
          [],
        )
      },
      evidence: () => (withheld as { evidence: Record<string, unknown> }).evidence,
      seconds: () => (withheld as { seconds: number }).seconds,
      end: async () => void (await slices.release(slice, lease)),
    }
  }

  /** Moves the stored times of the test's e-mails to people (contacts) into the past by this number of seconds. */
  async function age(seconds: number): Promise<void> {
    const change = 'update sent_emails set at = at - make_interval(secs => $1) where organization_id = $2'
    await world.sql.query(change, [seconds, own.organizationId])
  }

  const refused: Outcome = { kind: 'failed', ...causeOf('MESSAGE_REFUSED') }
  const inDoubt: Outcome = { kind: 'unconfirmed', ...causeOf('RUNTIME_STOPPED') }

  describe('one step of one job', () => {
    it('claims an address once, for the first record that has it', async () => {
      await ingest(3)
      const run = await started()
      const all = await run.markAll([
        [0, ada],
        [1, ada],
        [2, grace],
      ])
      expect(all).toEqual(['marked', 'DUPLICATE_ADDRESS', 'marked'])
      const { at, ...evidence } = run.evidence()
      expect(evidence).toEqual({ recordId: run.ids[0], jobId: run.jobId })
      expect(Math.abs(Date.parse(String(at)) - world.clock.now().getTime())).toBeLessThan(60_000)
    })

    it('claims an address once, whichever of its slices comes first', async () => {
      await ingest(500)
      await ingest(500)
      const first = await started()
      const second = await runOf(first.jobId)
      expect([await second.mark(0, ada), await first.mark(0, ada)]).toEqual(['marked', 'DUPLICATE_ADDRESS'])
      expect(first.evidence()).toMatchObject({ recordId: second.ids[0] })
    })

    it('claims the address of another step', async () => {
      own = await createTenant(world, { audience: 'all', spinner: twoSteps })
      await ingest(1)
      const run = await started()
      expect([await run.mark(0, ada), await run.mark(0, ada, 1)]).toEqual(['marked', 'marked'])
    })

    it('marks the same for a repeated call, as after a lost answer', async () => {
      for (const contact of ['oncePerRecord', 'oncePerPerson'] as const) {
        own = await createTenant(world, { audience: 'all', spinner: { contact, ...twoSteps } })
        await ingest(2)
        const run = await started()
        for (const step of [0, 1, 1])
          for (let time = 0; time < 2; time++) expect(await run.mark(0, ada, step)).toBe('marked')
        expect(await run.mark(1, ada)).toBe('DUPLICATE_ADDRESS')
      }
    })

    it('releases an address whose message was certainly not sent, and not an unconfirmed one', async () => {
      own = await oncePerPerson()
      await ingest(4)
      const run = await started()
      await run.markAll([
        [0, ada],
        [1, grace],
      ])
      await run.settle(0, refused, ada)
      await run.settle(1, inDoubt, grace)
      expect(
        await run.markAll([
          [2, ada],
          [3, grace],
        ]),
      ).toEqual(['marked', 'DUPLICATE_ADDRESS'])
    })

    it('claims the address again after a failed attempt, for the same record', async () => {
      own = await oncePerPerson()
      await ingest(2)
      const run = await started()
      await run.mark(0, ada)
      await run.settle(0, { kind: 'transient', ...causeOf('MAIL_TEMPORARILY_REFUSED') }, ada)
      expect(await run.mark(0, ada)).toBe('marked')
      expect(await run.mark(1, ada)).toBe('DUPLICATE_ADDRESS')
    })

    it('checks nothing for messages without an address', async () => {
      await ingest(2)
      const run = await started()
      const marks = run.ids.map((recordId) => ({ recordId, step: 0, address: null }))
      await run.end()
      const again = { holder: world.container.get(Ids).next(), seconds: 60 }
      const slice = (await slices.take(run.jobId, again)) as LeasedSlice
      expect((await slices.settleAndMark(slice, again, [], marks)).withheld.size).toBe(0)
    })
  })

  describe('another job of the spinner', () => {
    it('claims an address again if the spinner writes once per record', async () => {
      await ingest(1)
      expect([await (await started()).mark(0, ada), await (await started()).mark(0, ada)]).toEqual([
        'marked',
        'marked',
      ])
    })

    it('skips an address of an earlier job if the spinner writes once per person, and names the job', async () => {
      own = await oncePerPerson()
      await ingest(2)
      const first = await started()
      await first.mark(0, ada)
      const second = await started()
      expect(
        await second.markAll([
          [0, ada],
          [1, grace],
        ]),
      ).toEqual(['ALREADY_CONTACTED', 'marked'])
      expect(second.evidence()).toMatchObject({ jobId: first.jobId, recordId: first.ids[0] })
    })

    it('lets the later steps of the first recipient continue, and no one else’s', async () => {
      own = await oncePerPerson(twoSteps)
      await ingest(2)
      const [first, second] = [await started(), await started()]
      await first.mark(0, ada)
      expect([
        await first.mark(0, ada, 1),
        await first.mark(1, ada, 1),
        await second.mark(0, ada, 1),
      ]).toEqual(['marked', 'DUPLICATE_ADDRESS', 'ALREADY_CONTACTED'])
    })

    it('skips addresses that were written to while the spinner wrote once per record', async () => {
      await ingest(2)
      await (await started()).mark(0, ada)
      await publish(own.spinnerId, { contact: 'oncePerPerson' })
      expect(
        await (await started()).markAll([
          [0, grace],
          [1, ada],
        ]),
      ).toEqual(['marked', 'ALREADY_CONTACTED'])
    })

    it('lets begun recipients continue if their jobs move from a version that wrote once per record', async () => {
      own = await createTenant(world, {
        audience: 'all',
        spinner: { contact: 'oncePerRecord', ...twoSteps },
      })
      await ingest(1)
      const runs = [await started(), await started()]
      for (const run of runs) {
        await run.mark(0, ada)
        await run.settle(0, { kind: 'sent' }, ada)
      }
      await publish(own.spinnerId, { contact: 'oncePerPerson' })
      const moved = runs.map(({ jobId }) => jobId)
      await world.container.get(UnitOfWork).run((tx) => tx.jobs.moveTo(moved, 2))
      const marked: string[] = []
      for (const run of [...runs, ...runs]) marked.push(await run.mark(0, ada, 1))
      expect(marked).toEqual(['marked', 'marked', 'marked', 'marked'])
      expect(await (await started()).mark(0, ada)).toBe('ALREADY_CONTACTED')
    })

    it('is not affected by another spinner or organization', async () => {
      own = await oncePerPerson()
      await ingest(1)
      await (await started()).mark(0, ada)
      expect(await (await started(await anotherSpinner({ contact: 'oncePerPerson' }))).mark(0, ada)).toBe(
        'marked',
      )
      own = await oncePerPerson()
      await ingest(1)
      expect(await (await started()).mark(0, ada)).toBe('marked')
    })
  })

  describe('a retry of failed recipients', () => {
    it.each(['oncePerRecord', 'oncePerPerson'] as const)(
      'claims their addresses, %s, and not those that another record has claimed since',
      async (contact) => {
        own = await createTenant(world, { audience: 'all', spinner: { contact, ...twoSteps } })
        await ingest(3)
        const run = await started()
        await run.markAll([
          [0, ada],
          [1, grace],
        ])
        await run.settle(0, { kind: 'sent' }, ada)
        await run.mark(0, ada, 1)
        await run.settle(0, refused, ada, 1)
        await run.settle(1, refused, grace)
        // The test's third recipient has the same address as the second, whose message was refused; this time
        // the message is sent.
        await run.mark(2, grace)
        await run.settle(2, { kind: 'sent' }, grace)
        await run.mark(2, grace, 1)
        await run.settle(2, { kind: 'sent' }, grace, 1)
        await run.end()
        const { organizationId } = own
        const retry = world.container.get(RetryFailed)
        await world.container
          .get(Jobs)
          .cancel({ organizationId, by: operator }, run.jobId)
          .catch(() => {})
        const again = await runOf(
          await retry.execute({
            organizationId,
            jobId: run.jobId,
            codes: null,
            version: 'same',
            by: operator,
          }),
        )
        expect(again.ids).toEqual([run.ids[0], run.ids[1]])
        expect(
          await again.markAll([
            [0, ada, 1],
            [1, grace],
          ]),
        ).toEqual(['marked', 'DUPLICATE_ADDRESS'])
        expect(again.evidence()).toMatchObject({ jobId: run.jobId, recordId: run.ids[2] })
      },
    )
  })

  describe('the contact policy', () => {
    it('is empty until it is set, and belongs to its organization', async () => {
      expect(await contactRules.policyOf(own.organizationId)).toEqual(noContactPolicy)
      const set = { daysBetweenSpinners: 14, messagesPerDay: 1, messagesPerWeek: null, activePerDomain: 3 }
      await setPolicy(set)
      expect(await contactRules.policyOf(own.organizationId)).toEqual(set)
      expect(await contactRules.policyOf((await createTenant(world)).organizationId)).toEqual(noContactPolicy)
      await setPolicy(noContactPolicy)
      expect(await contactRules.policyOf(own.organizationId)).toEqual(noContactPolicy)
    })

    it('enforces days between two spinners, and not between two steps', async () => {
      own = await createTenant(world, { audience: 'all', spinner: twoSteps })
      await ingest(1)
      await policy({ daysBetweenSpinners: 7 })
      const first = await started()
      await first.mark(0, ada)
      await age(2 * daySeconds)
      const other = await started(await anotherSpinner())
      expect([await first.mark(0, ada, 1), await other.mark(0, ada)]).toEqual([
        'marked',
        'DAYS_BETWEEN_SPINNERS',
      ])
      expect(other.evidence()).toEqual({ limit: 7, spinnerId: own.spinnerId, jobId: first.jobId })
      expect(Math.round(other.seconds() / 60)).toBe(7 * 24 * 60)
      await age(7 * daySeconds)
      expect(await other.mark(0, ada)).toBe('marked')
    })

    it.each([
      ['messagesPerDay', 'MESSAGES_PER_DAY', daySeconds],
      ['messagesPerWeek', 'MESSAGES_PER_WEEK', 7 * daySeconds],
    ] as const)('counts %s to a person, from all spinners and steps', async (limit, code, window) => {
      own = await createTenant(world, { audience: 'all', spinner: twoSteps })
      await ingest(1)
      await policy({ [limit]: 2 })
      const first = await started()
      await first.mark(0, ada)
      await age(window / 2)
      const other = await started(await anotherSpinner(twoSteps))
      expect([await other.mark(0, ada), await first.mark(0, ada, 1)]).toEqual(['marked', code])
      expect(first.evidence()).toEqual({ limit: 2 })
      expect(Math.round(first.seconds() / 60)).toBe(window / 2 / 60)
      expect(await other.mark(0, grace, 1)).toBe('marked')
      await age(window / 2)
      expect(await first.mark(0, ada, 1)).toBe('marked')
    })

    it('counts active people of one company, not finished ones, and no free mail domains', async () => {
      own = await createTenant(world, { audience: 'all', spinner: twoSteps })
      await ingest(6)
      await policy({ activePerDomain: 1 })
      const run = await started()
      expect(
        await run.markAll([
          [0, ada],
          [1, grace],
          [2, 'ada@gmail.com'],
          [3, 'grace@gmail.com'],
        ]),
      ).toEqual(['marked', 'ACTIVE_PER_DOMAIN', 'marked', 'marked'])
      expect(run.evidence()).toEqual({ limit: 1, domain: 'acme.example' })
      expect(run.seconds()).toBe(900)
      await run.settle(0, { kind: 'sent' }, ada)
      expect(await run.mark(1, grace)).toBe('ACTIVE_PER_DOMAIN')
      await run.mark(0, ada, 1)
      await run.settle(0, { kind: 'sent' }, ada, 1)
      expect(await run.mark(1, grace)).toBe('marked')
    })

    it('counts a person as active whose failed step is retried, also if others were written to meanwhile', async () => {
      own = await createTenant(world, { audience: 'all', spinner: twoSteps })
      await ingest(2)
      await policy({ activePerDomain: 1 })
      const first = await started()
      await first.mark(0, ada)
      await first.settle(0, { kind: 'sent' }, ada)
      await first.settle(0, refused, undefined, 1)
      await first.mark(1, grace)
      await first.settle(1, { kind: 'sent' }, grace)
      await first.settle(1, { kind: 'sent' }, undefined, 1)
      await first.end()
      await runOf(await retried(first))
      const later = await started(await anotherSpinner())
      expect(await later.mark(1, grace)).toBe('ACTIVE_PER_DOMAIN')
    })

    it('applies to a running job, and no longer after it is removed', async () => {
      await ingest(3)
      const run = await started()
      await run.mark(0, ada)
      const other = await started(await anotherSpinner())
      await policy({ messagesPerDay: 1 })
      expect(await other.mark(0, ada)).toBe('MESSAGES_PER_DAY')
      await setPolicy(noContactPolicy)
      expect(await other.mark(0, ada)).toBe('marked')
    })

    it('is checked again for recipients who wait for it, and not for other waiting recipients', async () => {
      await ingest(3)
      const run = await started()
      await run.mark(0, ada)
      const other = await started(await anotherSpinner())
      await policy({ daysBetweenSpinners: 365 })
      expect(await other.mark(0, ada)).toBe('DAYS_BETWEEN_SPINNERS')
      await other.settle(0, {
        kind: 'waits',
        seconds: other.seconds(),
        ...causeOf('DAYS_BETWEEN_SPINNERS'),
      })
      await other.settle(1, { kind: 'passed', waitSeconds: daySeconds })
      await other.settle(2, { kind: 'sent' })
      await other.end()
      await setPolicy(noContactPolicy)
      const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
      expect(await slices.take(other.jobId, lease)).toBeNull()
      await recheckWaits((await oncePerPerson()).organizationId)
      expect(await slices.take(other.jobId, lease)).toBeNull()
      await recheckWaits(own.organizationId)
      world.clock.follow()
      const again = await slices.take(other.jobId, lease)
      expect(again?.recipients.map(({ recordId }) => recordId)).toEqual([other.ids[0]])
    })

    it('is checked again together with other changes of the organization that are not finished', async () => {
      const { organizationId } = own
      const take = () =>
        world.container
          .get(UnitOfWork)
          .run((tx) => tx.jobs.beginWaitChange(organizationId, world.clock.now()))
      for (const reasons of [waitsForPolicy, waitsInZone, waitsForPolicy])
        await world.container
          .get(UnitOfWork)
          .run((tx) => tx.jobs.outdateWaits({ organizationId, reasons, since: world.clock.now() }))
      expect((await take())?.reasons?.toSorted()).toEqual([...waitsForPolicy, ...waitsInZone].toSorted())
    })

    it('is checked again for recipients who wait for it, even if their wait is stored after the change', async () => {
      await ingest(2)
      const run = await started()
      await run.mark(0, ada)
      const other = await started(await anotherSpinner())
      await policy({ daysBetweenSpinners: 365 })
      expect(await other.mark(0, ada)).toBe('DAYS_BETWEEN_SPINNERS')
      await setPolicy(noContactPolicy)
      await recheckWaits(own.organizationId)
      const waits = {
        kind: 'waits',
        seconds: other.seconds(),
        ...causeOf('DAYS_BETWEEN_SPINNERS'),
      } as const
      await other.settle(0, waits)
      await other.settle(1, { kind: 'passed', waitSeconds: daySeconds })
      await other.end()
      world.clock.follow()
      const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
      const again = await slices.take(other.jobId, lease)
      expect(again?.recipients.map(({ recordId }) => recordId)).toEqual([other.ids[0]])
    })

    it('skips a duplicate, instead of letting it wait', async () => {
      await ingest(2)
      await policy({ messagesPerDay: 1, daysBetweenSpinners: 1 })
      const run = await started()
      expect(
        await run.markAll([
          [0, ada],
          [1, ada],
        ]),
      ).toEqual(['marked', 'DUPLICATE_ADDRESS'])
    })
  })

  describe('a mark that only claims addresses', () => {
    it('claims addresses that the contact policy and exclusive spinners would withhold', async () => {
      own = await createTenant(world, { audience: 'all', spinner: { isExclusive: true, ...twoSteps } })
      await ingest(2)
      await policy({ messagesPerDay: 1, activePerDomain: 1 })
      const first = await started()
      await first.mark(0, ada)
      const other = await started(await anotherSpinner({ isExclusive: true, contact: 'oncePerPerson' }))
      expect(await other.markAll([[0, ada]])).toEqual(['IN_EXCLUSIVE_SPINNER'])
      expect(await other.markAll([[1, grace]])).toEqual(['ACTIVE_PER_DOMAIN'])
      const claimed = await other.markAll(
        [
          [0, ada],
          [1, grace],
        ],
        'claims',
      )
      expect(claimed).toEqual(['marked', 'marked'])
    })

    it('claims an address for several steps of a recipient at once, and counts each', async () => {
      own = await oncePerPerson({ steps: [email, email, email] })
      await ingest(1)
      const run = await started()
      expect(await run.markAll([[0, ada]], 'claims')).toEqual(['marked'])
      const later = [
        [0, ada, 1],
        [0, ada, 2],
      ] as const
      expect(await run.markAll(later, 'claims')).toEqual(['marked', 'marked'])
      await run.settle(0, inDoubt)
      const other = await started(await anotherSpinner())
      await policy({ messagesPerWeek: 3 })
      expect(await other.mark(0, ada)).toBe('MESSAGES_PER_WEEK')
      await policy({ messagesPerWeek: 4 })
      expect(await other.mark(0, ada)).toBe('marked')
    })

    it('claims two addresses for two further steps of a recipient', async () => {
      own = await oncePerPerson({ steps: [email, email, email] })
      await ingest(2)
      const run = await started()
      await run.mark(0, ada)
      const later = [
        [0, grace, 1],
        [0, grace, 2],
      ] as const
      expect(await run.markAll(later, 'claims')).toEqual(['marked', 'marked'])
      expect(await run.mark(1, grace)).toBe('DUPLICATE_ADDRESS')
    })

    it('claims no address that another recipient of the spinner has claimed', async () => {
      own = await oncePerPerson()
      await ingest(2)
      const run = await started()
      await run.mark(0, ada)
      expect(await run.markAll([[1, ada]], 'claims')).toEqual(['DUPLICATE_ADDRESS'])
      expect(await (await started()).markAll([[0, ada]], 'claims')).toEqual(['ALREADY_CONTACTED'])
    })
  })

  describe('an exclusive spinner', () => {
    it('takes nobody whose failed step is retried in another exclusive spinner', async () => {
      own = await createTenant(world, { audience: 'all', spinner: { isExclusive: true, ...twoSteps } })
      await ingest(1)
      const first = await started()
      await first.mark(0, ada)
      await first.settle(0, { kind: 'sent' }, ada)
      await first.settle(0, refused, undefined, 1)
      await first.end()
      const other = await started(await anotherSpinner({ isExclusive: true }))
      const later = await started(await anotherSpinner({ isExclusive: true }))
      const before = await other.mark(0, ada)
      await other.settle(0, { kind: 'sent' }, ada)
      await retried(first)
      expect([before, await later.mark(0, ada)]).toEqual(['marked', 'IN_EXCLUSIVE_SPINNER'])
    })

    it('takes nobody who is active in another exclusive spinner', async () => {
      own = await createTenant(world, { audience: 'all', spinner: { isExclusive: true, ...twoSteps } })
      await ingest(1)
      const first = await started()
      await first.mark(0, ada)
      await first.settle(0, { kind: 'sent' }, ada)
      const exclusive = await started(await anotherSpinner({ isExclusive: true }))
      const open = await started(await anotherSpinner())
      expect([await exclusive.mark(0, ada), await open.mark(0, ada), await first.mark(0, ada, 1)]).toEqual([
        'IN_EXCLUSIVE_SPINNER',
        'marked',
        'marked',
      ])
      expect(exclusive.evidence()).toEqual({ spinnerId: own.spinnerId, jobId: first.jobId })
      await first.settle(0, { kind: 'sent' }, ada, 1)
      expect(await exclusive.mark(0, ada)).toBe('marked')
    })

    it('releases the recipients of a cancelled job', async () => {
      own = await createTenant(world, { audience: 'all', spinner: { isExclusive: true, ...twoSteps } })
      await ingest(1)
      const first = await started()
      await first.mark(0, ada)
      const { organizationId } = own
      await world.container.get(Jobs).cancel({ organizationId, by: operator }, first.jobId)
      expect(await (await started(await anotherSpinner({ isExclusive: true }))).mark(0, ada)).toBe('marked')
    })
  })
})
