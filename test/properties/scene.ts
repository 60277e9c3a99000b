import { operator } from '../../src/domain/account/audit/actor.ts'
import type { Contact } from '../../src/domain/contact/contact-policy.ts'
import type { PlanLimits } from '../../src/domain/plan/plan.ts'
import type { DataRecord } from '../../src/domain/record-cells.ts'
import { JobStore } from '../../src/ports/job/jobs.ts'
import { MessageLog } from '../../src/ports/sender/message/message-log.ts'
import { RecordStore } from '../../src/ports/table/records.ts'
import { IngestRecords } from '../../src/use-cases/arrival/ingest-records.ts'
import { TriggerSpinner } from '../../src/use-cases/job/trigger-spinner.ts'
import { Records } from '../../src/use-cases/table/records/records.ts'

import { createTenant } from '../support/tenant.ts'
import type { World } from '../support/world.ts'

const everything = { limit: 1_000_000, after: null }

/**
 * An organization in a test service that property tests use. They use it only through ports, so that they are
 * the same on all adapters.
 */
export type Scene = Awaited<ReturnType<typeof createScene>>

export async function createScene(
  world: World,
  limits: Partial<PlanLimits> = {},
  contact: Contact = 'oncePerRecord',
) {
  const { container, inspect, drain } = world
  const { organizationId, dataTableId, spinnerId, key } = await createTenant(world, {
    limits,
    spinner: { contact },
  })
  const jobs = container.get(JobStore)
  const records = container.get(RecordStore)

  const recordIds = async () =>
    (await records.list(dataTableId, 'asc', everything)).items.map(({ id }) => Number(id))

  return {
    drain,
    recordIds,

    ingest: async (batch: readonly DataRecord[]): Promise<number> => {
      const arrival = {
        credential: key,
        dataTableId,
        records: batch,
        idempotency: null,
        requestId: 'request',
      }
      return (await container.get(IngestRecords).execute(arrival)).answer.inserted
    },

    trigger: async (): Promise<string> => {
      const command = { caller: key, spinnerId, idempotency: null }
      return (await container.get(TriggerSpinner).execute(command)).answer.jobId
    },

    /** Deletes the nth record of the test's data table, if there is one. */
    remove: async (nth: number): Promise<void> => {
      const recordId = (await recordIds())[nth]
      if (recordId === undefined) return
      const removal = { organizationId, dataTableId, recordId: String(recordId), by: operator }
      // Ignores a missing record, because another generated action may have deleted it first.
      await container
        .get(Records)
        .delete(removal, removal.dataTableId, removal.recordId)
        .catch(ignoreNotFound)
    },

    used: (meter: 'records' | 'jobs') => inspect.used(organizationId, meter, '2026-11'),

    job: async (jobId: string) => {
      const job = await jobs.find(organizationId, jobId)
      if (job === null) throw new Error(`There is no job ${jobId}`)
      return job
    },

    jobCount: async () =>
      (await jobs.list(organizationId, { spinnerId: null, status: null }, everything)).items.length,

    recipientIds: async (jobId: string) =>
      (await jobs.recipients(jobId, { status: null, reason: null }, everything)).items.map(({ recordId }) =>
        Number(recordId),
      ),

    /** Returns the job and the address of each message in the outbox of the test's organization. */
    written: async () =>
      (await container.get(MessageLog).captured(organizationId, null, everything)).items.map(
        ({ jobId, to }) => ({ jobId, address: to.toLowerCase() }),
      ),

    /** Returns the record id of each message in the outbox of the test's organization. */
    reached: async () =>
      (await container.get(MessageLog).captured(organizationId, null, everything)).items.map(
        ({ recordId }) => recordId,
      ),
  }
}

function ignoreNotFound(error: unknown): void {
  if ((error as { code?: string }).code !== 'NOT_FOUND') throw error
}
