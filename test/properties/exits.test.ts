import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Database } from '../../src/adapters/postgres/database.ts'
import { PostgresSlices } from '../../src/adapters/postgres/job/slices.ts'
import { type StepSettlement, settleStep } from '../../src/domain/job/recipient/recipient.ts'
import { programOf } from '../../src/domain/spinner/steps/program.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobQueries } from '../../src/ports/job/jobs.ts'
import { LeaseLost } from '../../src/ports/job/slices.ts'
import { PersonDigests } from '../../src/ports/person/contact-rules.ts'
import { Sealing } from '../../src/ports/sealing.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../src/use-cases/job/trigger-spinner.ts'
import { lead } from '../support/api.ts'
import { createTenant } from '../support/tenant.ts'
import { createPostgresWorld, type PostgresWorld } from '../support/world.ts'

const people = 12
const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' } as const
const steps = [email, email, email]

/**
 * A runtime and a process that stores replies work at the same time in these tests, each on its own
 * connection.
 */
describe('an exit that is committed before a mark', () => {
  let world: PostgresWorld
  let database: Database

  beforeAll(async () => {
    world = await createPostgresWorld()
    database = new Database({ url: world.databaseUrl, poolSize: 2 })
  })
  afterAll(async () => {
    await database.close()
    await world.close()
  })

  it('always prevents the message, at any time and after lost leases', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ person: fc.nat(people - 1), after: fc.nat(30) }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(9), { maxLength: 3 }),
        async (exits, chunk, losses) => {
          const { jobId, organizationId } = await begin()
          const slices = new PostgresSlices(
            database,
            world.clock,
            world.container.get(Sealing),
            world.container.get(PersonDigests),
          )
          /**
           * For each stopped recipient, by record id: the number of the test's event after which its stop was
           * known to be committed.
           */
          const committed = new Map<string, number>()
          const wrong: string[] = []
          let moment = 0
          let calls = 0
          const stops: Promise<void>[] = []
          const ids = (
            await world.sql.query<{ id: string }>(
              `select id::text from records r where r.data_table_id = (select data_table_id from jobs where id = $1) order by id`,
              [jobId],
            )
          ).rows.map(({ id }) => id)

          const stopDue = (): void => {
            for (const { person, after } of exits) {
              if (after !== calls) continue
              const recordId = ids[person] ?? ''
              const ending = { exit: 'reply', code: 'REPLIED', evidence: {}, until: null } as const
              const place = { jobId, slice: 1, recordId }
              // Stops a recipient in the test without waiting for the result, so that the stop happens while
              // the runtime is working.
              const stop = async () => {
                const outcome = await world.container
                  .get(UnitOfWork)
                  .run((tx) => tx.jobs.stopRecipient(organizationId, place, ending))
                if (outcome !== null) committed.set(recordId, ++moment)
              }
              stops.push(stop())
            }
            calls++
          }

          for (let turn = 0; turn < 40; turn++) {
            const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
            // Takes a slice again after the pending stops, because taking skips a slice that a stop has locked
            // at this moment.
            const slice =
              (await slices.take(jobId, lease)) ?? (await Promise.all(stops), await slices.take(jobId, lease))
            if (slice === null) break
            let rest = [...slice.recipients]
            let settled: StepSettlement[] = []
            while (rest.length > 0) {
              const next = rest.slice(0, chunk)
              rest = rest.slice(chunk)
              stopDue()
              const asked = ++moment
              const marks = next.map(({ recordId, step }) => ({
                recordId,
                step,
                address: `${recordId}@x.example`,
              }))
              const { withheld } = await slices.settleAndMark(slice, lease, settled, marks)
              for (const { recordId } of next) {
                const stoppedAt = committed.get(recordId)
                if (stoppedAt !== undefined && stoppedAt < asked && !withheld.has(recordId))
                  wrong.push(recordId)
              }
              settled = next.map((one) =>
                settleStep(one, withheld.get(one.recordId) ?? { kind: 'sent' }, programOf(steps), 0),
              )
            }
            stopDue()
            if (losses.includes(turn)) {
              // Ends the test's lease after the last chunk was marked, so the next runtime settles those
              // recipients as in doubt.
              await world.sql.query(
                `update slices set lease_until = now() - interval '1 second' where job_id = $1`,
                [jobId],
              )
              continue
            }
            await slices.settleAndMark(slice, lease, settled, []).catch((error: unknown) => {
              if (!(error instanceof LeaseLost)) throw error
            })
            await slices.release(slice, lease)
            await world.sql.query(`update slices set due_at = now() where job_id = $1 and state = 'open'`, [
              jobId,
            ])
          }
          await Promise.all(stops)
          expect(wrong).toEqual([])
          // Expects that a recipient that was stopped while its message was being sent does not continue with
          // the next step.
          const page = { limit: people, after: null }
          const all = await world.container
            .get(JobQueries)
            .recipients(jobId, { state: null, reason: null }, page)
          for (const { recordId, state } of all.items)
            if (committed.has(recordId)) expect(['stopped', 'done']).toContain(state)
        },
      ),
      { numRuns: 25 },
    )
  })

  async function begin() {
    const own = await createTenant(world, { spinner: { steps } })
    await own.ingest(Array.from({ length: people }, (_, no) => lead(no)))
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { jobId } = (await world.container.get(TriggerSpinner).execute(command)).answer
    return { jobId, organizationId: own.organizationId }
  }
})
