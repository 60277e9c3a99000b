import { type Program, programOf } from '../../../domain/spinner/steps/program.ts'
import type { Statement } from '../database.ts'
import type { Executor } from '../rows.ts'
import type { TableFields } from './columns.ts'
import { type StoredSteps, stepsWithoutSecrets } from './sealed-steps.ts'

const stepsOf: Statement = {
  name: 'steps_of_jobs',
  text: `
    select j.id, v.steps
      from jobs j
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
     where j.organization_id = $1 and j.id = any($2::uuid[]) and not v.is_plain`,
}

/**
 * Returns the program of stored steps without their headers, because figures by step show only the steps'
 * names and positions.
 */
export function programWithoutSecrets(steps: StoredSteps): Program {
  return programOf(stepsWithoutSecrets(steps))
}

/**
 * Returns the programs that jobs run, by the ids of the jobs. Plain versions have no program here, because the number of
 * a step is its path.
 */
export async function programsOfJobs(
  executor: Executor,
  organizationId: string,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, Program>> {
  if (jobIds.length === 0) return new Map()
  type Row = Pick<TableFields<'jobs'>, 'id'> & Pick<TableFields<'spinner_versions'>, 'steps'>
  const rows = await executor.read<Row>(stepsOf, [organizationId, jobIds])
  return new Map(rows.map(({ id, steps }) => [id, programWithoutSecrets(steps)] as const))
}
