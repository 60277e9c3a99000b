import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresSlices } from '../../../src/adapters/postgres/job/slices.ts'
import { type ContactPolicy, noContactPolicy } from '../../../src/domain/contact/contact-policy.ts'
import { type Outcome, type StepSettlement, settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import { causeOf } from '../../../src/domain/reason.ts'
import type { Spinner } from '../../../src/domain/spinner/spinner.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import type { Slices } from '../../../src/ports/job/slices.ts'
import { Sealing } from '../../../src/ports/sealing.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { lead } from '../../support/api.ts'
import { programOfLength } from '../../support/program.ts'
import { createTenant, newSpinner, type Tenant, versionOf } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const people = 40
const perSlice = 120
const slicesPerJob = 4

interface Marked {
  readonly jobId: string
  readonly address: string
}

/** The tests run two runtimes, each with its own connections, on several jobs over the same people. */
describe('workers that mark messages to the same people at once', () => {
  let world: World
  let databases: readonly Database[]
  let runtimes: readonly Slices[]
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld()
    databases = [0, 1].map(() => new Database({ url: world.databaseUrl, poolSize: 4 }))
    runtimes = databases.map(
      (database) =>
        new PostgresSlices(
          database,
          world.clock,
          world.container.get(Sealing),
          world.container.get(PersonDigests),
        ),
    )
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
    await world.close()
  })
  beforeEach(() => world.clock.follow())

  async function tenant(spinner: Partial<Spinner>, policy: Partial<ContactPolicy> = {}): Promise<void> {
    own = await createTenant(world, { audience: 'all', spinner })
    const limits = { ...noContactPolicy, ...policy }
    await world.container.get(UnitOfWork).run((tx) => tx.contactRules.setPolicy(own.organizationId, limits))
    for (let slice = 0; slice < slicesPerJob; slice++) {
      const records = Array.from({ length: perSlice }, (_, no) => lead(no))
      await own.ingest(records)
    }
  }

  async function anotherSpinner(settings: Partial<Spinner>): Promise<string> {
    const { organizationId, projectId, dataTableId } = own
    const id = world.container.get(Ids).next()
    const place = { id, organizationId, projectId, dataTableId, createdAt: world.clock.now() }
    const spinner = newSpinner({ ...place, audience: 'all', ...settings })
    await world.container.get(UnitOfWork).run((tx) => tx.spinners.add(spinner, versionOf(spinner)))
    return id
  }

  async function started(spinnerId = own.spinnerId): Promise<string> {
    const command = { caller: own.key, spinnerId, idempotency: null }
    return (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
  }

  /**
   * Lets all runtimes of the test work on all jobs at once, each chunk of recipients in a different order.
   * Returns the messages that were marked.
   */
  async function markedBy(
    jobIds: readonly string[],
    failing = 0,
    after: Outcome = { kind: 'sent' },
  ): Promise<readonly Marked[]> {
    const marked: Marked[] = []
    await Promise.all(jobIds.flatMap((jobId) => runtimes.map((slices) => workOn(jobId, slices))))
    return marked

    async function workOn(jobId: string, slices: Slices): Promise<void> {
      for (;;) {
        const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
        const slice = await slices.take(jobId, lease)
        if (slice === null) return
        let settled: readonly StepSettlement[] = []
        for (let at = 0; at < slice.recipients.length; at += 15) {
          const chunk = slice.recipients.slice(at, at + 15)
          const marks = chunk.map(({ recordId, step }) => {
            const no = Math.floor(Math.random() * people)
            return { recordId, step, address: `person${no}@company${no % 4}.example` }
          })
          const { withheld } = await slices.settleAndMark(slice, lease, settled, marks)
          settled = chunk.map((recipient, index) => {
            const address = marks[index]?.address ?? ''
            const refused = withheld.get(recipient.recordId)
            if (refused !== undefined) return settleStep(recipient, refused, programOfLength(1), 0)
            if (Math.random() < failing)
              return settleStep(
                { ...recipient, address },
                { kind: 'failed', ...causeOf('MESSAGE_REFUSED') },
                programOfLength(1),
                0,
              )
            marked.push({ jobId, address })
            return settleStep({ ...recipient, address }, after, programOf(slice.version.steps), 0)
          })
        }
        await slices.settleAndMark(slice, lease, settled, [])
        await slices.release(slice, lease)
      }
    }
  }

  const twice = (keys: readonly string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)

  it('mark no person twice for one job', async () => {
    await tenant({})
    const marked = await markedBy([await started(), await started(), await started()])
    expect(twice(marked.map(({ jobId, address }) => `${jobId} ${address}`))).toEqual([])
    expect(marked.length).toBeGreaterThan(people)
  })

  it('mark no person twice for one spinner that writes once per person', async () => {
    await tenant({ contact: 'oncePerPerson' })
    const marked = await markedBy([await started(), await started(), await started()])
    expect(twice(marked.map(({ address }) => address))).toEqual([])
    expect(marked).toHaveLength(people)
  })

  it('mark no person twice if messages fail and their addresses are released', async () => {
    await tenant({ contact: 'oncePerPerson' })
    const marked = await markedBy([await started(), await started()], 0.5)
    expect(twice(marked.map(({ address }) => address))).toEqual([])
  })

  it('mark no person more often than the contact policy permits, across all spinners', async () => {
    await tenant({}, { messagesPerDay: 2, messagesPerWeek: 2 })
    const other = await anotherSpinner({ contact: 'oncePerPerson' })
    const marked = await markedBy([await started(), await started(), await started(other)])
    const counts = new Map<string, number>()
    for (const { address } of marked) counts.set(address, (counts.get(address) ?? 0) + 1)
    expect([...counts.values()].filter((count) => count !== 2)).toEqual([])
    expect(counts.size).toBe(people)
  })

  it('take no person into two exclusive spinners', async () => {
    const wait = { type: 'wait', seconds: 3600 } as const
    const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
    const settings = { isExclusive: true, steps: [email, wait] }
    await tenant({ contact: 'oncePerPerson', ...settings })
    const other = await anotherSpinner({ contact: 'oncePerPerson', ...settings })
    const jobIds = [await started(), await started(other)]
    const marked = await markedBy(jobIds, 0, { kind: 'passed', waitSeconds: 3600 })
    expect(twice(marked.map(({ address }) => address))).toEqual([])
    expect(marked).toHaveLength(people)
  })
})
