import type { EventBatch } from '../../../domain/event/event.ts'
import { pathOf } from '../../../domain/spinner/steps/program.ts'
import type { Executor } from '../rows.ts'
import { programsOfJobs } from '../schema/programs-of-jobs.ts'

type Data = EventBatch['data']

/**
 * Returns batches of events with the path of each step that they name, such as "1 › Yes › 2", in the version that its
 * job runs. Paths are not stored, because a version keeps its steps.
 */
export async function withStepPaths(
  executor: Executor,
  organizationId: string,
  batches: readonly EventBatch[],
): Promise<readonly EventBatch[]> {
  const jobIds = new Set(batches.flatMap(jobsWithSteps))
  const programs = await programsOfJobs(executor, organizationId, [...jobIds])
  const withPath = (data: Data, jobId: unknown): Data => {
    const { step } = data
    return typeof step === 'number'
      ? { ...data, path: pathOf(programs.get(String(jobId)) ?? null, step) }
      : data
  }
  return batches.map((batch) => ({
    ...batch,
    data: withPath(batch.data, batch.data['jobId']),
    each: batch.each?.map((data) => withPath(data, data['jobId'] ?? batch.data['jobId'])) ?? null,
  }))
}

/** Returns the ids of the jobs whose steps the events of a batch name. */
function jobsWithSteps({ data, each }: EventBatch): readonly string[] {
  const all = [data, ...(each ?? [])]
  if (!all.some((fields) => 'step' in fields)) return []
  return all.flatMap(({ jobId }) => (typeof jobId === 'string' ? [jobId] : []))
}
