import { digest } from '../../../src/adapters/security/secret.ts'
import type { Binding } from '../../../src/composition/provide.ts'
import type { Credential } from '../../../src/domain/account/api-keys/credential.ts'
import type { RecipientStatus } from '../../../src/domain/job/recipient/recipient-status.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import type { SpinnerVersion } from '../../../src/domain/spinner/spinner.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { JobReader } from '../../../src/use-cases/job/job-reader.ts'
import { TakeTurn } from '../../../src/use-cases/job/take-turn.ts'
import { type TriggerCommand, TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { createDemoWorld, type World } from '../world.ts'
import { changeVersion } from './change-version.ts'

export { lead, leads } from './leads.ts'

export type Fixture = Awaited<ReturnType<typeof createFixture>>

/** A recipient of a job as it is stored. */
interface StoredRecipient {
  readonly recordId: string
  readonly status: RecipientStatus
  readonly step: number
  readonly attempts: number
  readonly error: string | null
  readonly reason: string | null
  readonly senderId: string | null
}

const unaborted = new AbortController().signal

const organizationOfJob = {
  name: 'organization_of_job',
  text: 'select organization_id as id from jobs where id = $1',
}

/**
 * Creates a `World` with the demo for a test, and functions that call its use cases as a client of the demo organization or
 * as a runtime does.
 */
export async function createFixture(...replacements: readonly Binding[]) {
  const world = await createDemoWorld(replacements)
  const key: Credential = { kind: 'apiKey', digest: digest(world.demo.apiKey) }
  return { ...world, key, ...requestsOf(world, key), ...runtimeOf(world), ...storedIn(world) }
}

/** Returns the requests that a client of the demo organization makes. */
function requestsOf({ container, demo }: World, key: Credential) {
  const { dataTableId, spinnerId } = demo
  return {
    ingest: (records: readonly DataRecord[]) =>
      container.get(IngestRecords).execute({
        credential: key,
        dataTableId,
        idempotency: null,
        requestId: 'request',
        records,
      }),
    trigger: (command: Partial<TriggerCommand> = {}) =>
      container.get(TriggerSpinner).execute({ caller: key, spinnerId, idempotency: null, ...command }),
    job: (jobId: string) =>
      container.get(JobReader).find({ organizationId: demo.organizationId, projectIds: null }, jobId),
  }
}

/** Returns functions that work on the jobs of a world as a runtime does, and that let time pass. */
function runtimeOf(world: World) {
  const { container, clock, database, sql } = world
  /** Returns the first full millisecond at which the next slice of a running job is due; null for none. */
  const nextDue = async (): Promise<Date | null> => {
    const { rows } = await sql.query<{ due: Date | null }>(
      `select min(s.due_at) + interval '999 microseconds' as due from slices s join jobs j on j.id = s.job_id
        where s.status = 'open' and j.status = 'running' and s.due_at > $1 and s.due_at < 'infinity'`,
      [clock.now()],
    )
    return rows[0]?.due ?? null
  }
  const askDueTurns = (): Promise<number> => container.get(AskDueTurns).execute()
  return {
    askDueTurns,

    /** Runs a full turn of the organization to which the test's job belongs. */
    advance: async (jobId: string, signal: AbortSignal = unaborted): Promise<void> => {
      const [job] = await database.read<{ id: string }>(organizationOfJob, [jobId])
      await container.get(TakeTurn).execute({ organizationId: job?.id ?? jobId, length: 'full', signal })
    },

    /** Works through the queue of the test as a runtime would, and moves the clock until no recipient waits. */
    drain: async (): Promise<void> => {
      await world.drain()
      for (let due = await nextDue(); due !== null; due = await nextDue()) {
        clock.set(due.toISOString())
        await askDueTurns()
        await world.drain()
      }
    },

    /** Lets time pass in the test, also for the leases of slices, which end by the clock of the database. */
    later: async (seconds: number): Promise<void> => {
      clock.advance(seconds)
      await sql.query(
        'update slices set lease_until = lease_until - make_interval(secs => $1) where lease_until is not null',
        [seconds],
      )
    },
  }
}

/** Returns functions with which a test reads and changes stored rows. */
function storedIn(world: World) {
  const { sql } = world
  return {
    changeVersion: (changes: Partial<SpinnerVersion>): Promise<void> => changeVersion(world, changes),

    /** Returns the recipients of all slices of a job to the test. */
    recipients: async (jobId: string): Promise<StoredRecipient[]> => {
      const { rows } = await sql.query<StoredRecipient>(
        `select record_id as "recordId", status, step, attempts, error, reason, sender_id as "senderId"
           from recipients where job_id = $1 order by slice, record_id`,
        [jobId],
      )
      return rows
    },

    /** Returns how many turns the queue of the test holds, and empties the queue. */
    takeTurns: async (): Promise<number> => {
      const turns = await world.inspect.turns()
      await world.inspect.loseTurns()
      return turns.length
    },
  }
}
