import { pathOf } from '../../../../domain/spinner/steps/program.ts'
import type { JobStore } from '../../../../ports/job/jobs.ts'

/** A thing that may belong to a step of a job. */
interface OfStep {
  readonly jobId: string | null
  readonly step: number | null
}

/**
 * Returns a function that adds to each thing the path of its step, such as "1 › Yes › 2", in the version that its job
 * runs. Null for things without a step.
 */
export async function withStepPaths<Item extends OfStep>(
  jobs: JobStore,
  organizationId: string,
  items: readonly Item[],
): Promise<(item: Item) => object> {
  const jobIds = new Set(items.flatMap(({ jobId }) => jobId ?? []))
  const programs = await jobs.programsOf(organizationId, [...jobIds])
  return (item) => {
    const { jobId, step } = item
    const program = jobId === null ? undefined : programs.get(jobId)
    return { ...item, path: step === null ? null : pathOf(program ?? null, step) }
  }
}
