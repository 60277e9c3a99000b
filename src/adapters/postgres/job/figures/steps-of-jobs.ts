import {
  type CountedSplitBranch,
  type SplitBranchView,
  splitArmsOf,
} from '../../../../domain/job/split-branch-figures.ts'
import {
  maxJobsCounted,
  type SpinnerFigures,
  type VersionFigures,
  versionFigures,
} from '../../../../domain/job/step-figures.ts'
import type { Program } from '../../../../domain/spinner/steps/program.ts'
import { dividesByShare } from '../../../../domain/spinner/steps/step-capabilities.ts'
import type { Statement } from '../../database.ts'
import type { Executor } from '../../rows.ts'
import type { TableFields } from '../../schema/columns.ts'
import { programsOfJobs, programWithoutSecrets } from '../../schema/programs-of-jobs.ts'
import { sqlFunction } from '../../sql-function.ts'
import { type CountedRow, stepCountsOf } from './step-counts.ts'

const branchFigures = sqlFunction('split_branch_figures', 'p_job', 'p_after', 'p_last')

const lastSlice = 2_147_483_647

const versionsOfSpinner: Statement = {
  name: 'versions_of_spinner',
  text: `
    select v.version, v.steps
      from spinners s join spinner_versions v on v.spinner_id = s.id
     where s.organization_id = $1 and s.id = $2 and v.version = any($3::int[])`,
}

const stepsOfJob: Statement = {
  name: 'steps_of_job',
  text: `
    select v.version, v.steps
      from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
     where j.organization_id = $1 and j.id = $2`,
}

const countSteps = sqlFunction('count_steps', 'p_job', 'p_spinner', 'p_most', 'p_looked')

/**
 * The maximum number of slices without stored counts whose recipients are read to count them by step; up to
 * 500 recipients each.
 */
const slicesLooked = 24

type VersionRow = Pick<TableFields<'spinner_versions'>, 'version' | 'steps'>

/** Returns the programs of some versions of a spinner by their numbers. */
export async function programsOfVersions(
  executor: Executor,
  organizationId: string,
  spinnerId: string,
  versions: readonly number[],
): Promise<ReadonlyMap<number, Program>> {
  const rows = await executor.read<VersionRow>(versionsOfSpinner, [organizationId, spinnerId, versions])
  return new Map(rows.map(({ version, steps }) => [version, programWithoutSecrets(steps)] as const))
}

export async function armsOfJob(
  executor: Executor,
  organizationId: string,
  jobId: string,
): Promise<readonly SplitBranchView[]> {
  const program = (await programsOfJobs(executor, organizationId, [jobId])).get(jobId)
  if (program === undefined || !program.some(({ step }) => dividesByShare(step))) return []
  const call = branchFigures({ p_job: jobId, p_after: 0, p_last: lastSlice })
  return splitArmsOf(program, await executor.read<CountedSplitBranch>(...call))
}

export async function figuresOfJob(
  executor: Executor,
  organizationId: string,
  jobId: string,
): Promise<VersionFigures | null> {
  const [version] = await executor.read<VersionRow>(stepsOfJob, [organizationId, jobId])
  if (version === undefined) return null
  const [counts] = await counted(executor, { p_job: jobId, p_spinner: null })
  return counts === undefined ? null : versionFigures(programWithoutSecrets(version.steps), counts)
}

export async function figuresOfSpinner(
  executor: Executor,
  organizationId: string,
  spinnerId: string,
): Promise<SpinnerFigures> {
  const versionCounts = await counted(executor, { p_job: null, p_spinner: spinnerId })
  const versionNumbers = versionCounts.map(({ version }) => version)
  const programs = await programsOfVersions(executor, organizationId, spinnerId, versionNumbers)
  const versions = versionCounts.flatMap((counts) => {
    const program = programs.get(counts.version)
    return program === undefined ? [] : [versionFigures(program, counts, true)]
  })
  const jobs = versionCounts.reduce((sum, counts) => sum + counts.jobs, 0)
  return { versions, hasMore: jobs >= maxJobsCounted }
}

async function counted(
  executor: Executor,
  of: { readonly p_job: string | null; readonly p_spinner: string | null },
) {
  const call = countSteps({ ...of, p_most: maxJobsCounted, p_looked: slicesLooked })
  return stepCountsOf(await executor.read<CountedRow>(...call))
}
