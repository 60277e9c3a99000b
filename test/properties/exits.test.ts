import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Database } from '../../src/adapters/postgres/database.ts'
import { PostgresSlices } from '../../src/adapters/postgres/job/slices.ts'
import { type StepSettlement, settleStep } from '../../src/domain/job/recipient/recipient.ts'
import type { Lease, LeasedSlice } from '../../src/domain/job/slice.ts'
import { programOf } from '../../src/domain/spinner/steps/program.ts'
import { PersonDigests } from '../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobStore } from '../../src/ports/job/jobs.ts'
import { LeaseLost } from '../../src/ports/job/slices.ts'
import { Sealing } from '../../src/ports/sealing.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../src/use-cases/job/trigger-spinner.ts'
import { lead } from '../support/api.ts'
import { createTenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

const people = 12
const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
const steps = [email, email, email]

/** A reply of a person of the test, which is stored after so many chunks of recipients were marked. */
interface Exit {
  readonly person: number
  readonly after: number
}

/**
 * `Race` is a job of the test whose recipients are stopped while a runtime works on them, each on its own
 * connection. `create` starts the job.
 */
class Race {
  /** The recipients that the runtime was allowed to send to after their stop was committed. */
  readonly wrong: string[] = []
  /**
   * For each stopped recipient, by record id: the number of the test's event after which its stop was known to
   * be committed.
   */
  readonly committed = new Map<string, number>()
  readonly jobId: string
  readonly #world: World
  readonly #slices: PostgresSlices
  readonly #organizationId: string
  readonly #recordIds: readonly string[]
  readonly #exits: readonly Exit[]
  readonly #stops: Promise<void>[] = []
  #moment = 0
  #calls = 0

  private constructor(
    world: World,
    slices: PostgresSlices,
    job: { readonly jobId: string; readonly organizationId: string; readonly recordIds: readonly string[] },
    exits: readonly Exit[],
  ) {
    this.#world = world
    this.#slices = slices
    this.jobId = job.jobId
    this.#organizationId = job.organizationId
    this.#recordIds = job.recordIds
    this.#exits = exits
  }

  static async create(world: World, database: Database, exits: readonly Exit[]): Promise<Race> {
    const { container, clock } = world
    const own = await createTenant(world, { spinner: { steps } })
    await own.ingest(Array.from({ length: people }, (_, no) => lead(no)))
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { jobId } = (await container.get(TriggerSpinner).execute(command)).answer
    const { rows } = await world.sql.query<{ id: string }>(
      'select id::text from records r where r.data_table_id = $1 order by id',
      [own.dataTableId],
    )
    const recordIds = rows.map(({ id }) => id)
    const slices = new PostgresSlices(database, clock, container.get(Sealing), container.get(PersonDigests))
    return new Race(world, slices, { jobId, organizationId: own.organizationId, recordIds }, exits)
  }

  /**
   * Works on the job in chunks, in up to 40 turns. After each of the turns `losses`, the lease is lost before
   * the outcomes of the last chunk are stored.
   */
  async run(chunk: number, losses: readonly number[]): Promise<void> {
    for (let turn = 0; turn < 40; turn++) {
      const lease = { holder: this.#world.container.get(Ids).next(), seconds: 60 }
      const slice = await this.#take(lease)
      if (slice === null) break
      const settled = await this.#send(slice, lease, chunk)
      this.#stopDue()
      if (losses.includes(turn)) await this.#loseLease()
      else await this.#finish(slice, lease, settled)
    }
    await Promise.all(this.#stops)
  }

  /**
   * Takes the job's slice, and again after the pending stops, because taking skips a slice that a stop has
   * locked at this moment.
   */
  async #take(lease: Lease): Promise<LeasedSlice | null> {
    const slice = await this.#slices.take(this.jobId, lease)
    if (slice !== null) return slice
    await Promise.all(this.#stops)
    return this.#slices.take(this.jobId, lease)
  }

  /** Marks the recipients of a slice chunk by chunk, and returns the outcomes of the last chunk, not yet stored. */
  async #send(slice: LeasedSlice, lease: Lease, chunk: number): Promise<readonly StepSettlement[]> {
    let rest = [...slice.recipients]
    let settled: StepSettlement[] = []
    while (rest.length > 0) {
      const next = rest.slice(0, chunk)
      rest = rest.slice(chunk)
      this.#stopDue()
      const requested = ++this.#moment
      const marks = next.map(({ recordId, step }) => ({ recordId, step, address: `${recordId}@x.example` }))
      const { withheld } = await this.#slices.settleAndMark(slice, lease, settled, marks)
      for (const { recordId } of next) {
        const stoppedAt = this.committed.get(recordId)
        if (stoppedAt !== undefined && stoppedAt < requested && !withheld.has(recordId))
          this.wrong.push(recordId)
      }
      settled = next.map((recipient) =>
        settleStep(recipient, withheld.get(recipient.recordId) ?? { kind: 'sent' }, programOf(steps), 0),
      )
    }
    return settled
  }

  /**
   * Stops the recipients whose exit is due, without waiting for the result, so that the stops happen while the
   * runtime is working.
   */
  #stopDue(): void {
    for (const { person, after } of this.#exits)
      if (after === this.#calls) this.#stops.push(this.#stop(this.#recordIds[person] ?? ''))
    this.#calls++
  }

  async #stop(recordId: string): Promise<void> {
    const ending = { exit: 'reply', code: 'REPLIED', evidence: {}, until: null } as const
    const place = { jobId: this.jobId, slice: 1, recordId }
    const outcome = await this.#world.container
      .get(UnitOfWork)
      .run((tx) => tx.jobs.stopRecipient(this.#organizationId, place, ending))
    if (outcome !== null) this.committed.set(recordId, ++this.#moment)
  }

  /**
   * Ends the test's lease after the last chunk was marked, so the next runtime settles those recipients as in
   * doubt.
   */
  async #loseLease(): Promise<void> {
    await this.#world.sql.query(
      `update slices set lease_until = now() - interval '1 second' where job_id = $1`,
      [this.jobId],
    )
  }

  async #finish(slice: LeasedSlice, lease: Lease, settled: readonly StepSettlement[]): Promise<void> {
    await this.#slices.settleAndMark(slice, lease, settled, []).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) throw error
    })
    await this.#slices.release(slice, lease)
    await this.#world.sql.query(`update slices set due_at = now() where job_id = $1 and status = 'open'`, [
      this.jobId,
    ])
  }
}

/**
 * A runtime and a process that stores replies work at the same time in these tests, each on its own
 * connection.
 */
describe('an exit that is committed before a mark', () => {
  let world: World
  let database: Database

  beforeAll(async () => {
    world = await createWorld()
    database = new Database({ url: world.databaseUrl, poolSize: 2 })
  })
  afterAll(async () => {
    await database.close()
    await world.close()
  })

  it('always prevents the message, at any time and after lost leases', async () => {
    const exit = fc.record({ person: fc.nat(people - 1), after: fc.nat(30) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(exit, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(9), { maxLength: 3 }),
        async (exits, chunk, losses) => {
          const race = await Race.create(world, database, exits)
          await race.run(chunk, losses)
          expect(race.wrong).toEqual([])
          // Expects that a recipient that was stopped while its message was being sent does not continue with
          // the next step.
          const page = { limit: people, after: null }
          const all = await world.container
            .get(JobStore)
            .recipients(race.jobId, { status: null, reason: null }, page)
          for (const { recordId, status } of all.items)
            if (race.committed.has(recordId)) expect(['stopped', 'done']).toContain(status)
        },
      ),
      { numRuns: 25 },
    )
  })
})
