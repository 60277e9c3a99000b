import { type ArmView, armsOf, type CountedArm } from '../../../domain/job/arm-figures.ts'
import type { OpenRecipients } from '../../../domain/job/take-along.ts'
import { type Program, programOf } from '../../../domain/spinner/program.ts'
import type { Step } from '../../../domain/spinner/step.ts'
import { JobSteps } from '../../../ports/job/job-steps.ts'
import type { Database, Statement } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'
import { type OpenRow, openRecipients, readOpen } from './job-store.ts'

const stepsOf: Statement = {
  name: 'steps_of_jobs',
  text: `
    select j.id, v.steps
      from jobs j
      join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
     where j.organization_id = $1 and j.id = any($2::uuid[]) and v.quiet_steps is not null`,
}

const armFigures = sqlFunction('arm_figures', 'p_job', 'p_after', 'p_last')

const lastSlice = 2_147_483_647

export class PostgresJobSteps extends JobSteps {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>> {
    if (jobIds.length === 0) return new Map()
    // What is sealed in them stays so: only names and places are told.
    type Row = { readonly id: string; readonly steps: readonly Step[] }
    const rows = await this.#database.read<Row>(stepsOf, [organizationId, jobIds])
    return new Map(rows.map(({ id, steps }) => [id, programOf(steps)] as const))
  }

  override async openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]> {
    const call = openRecipients({ p_spinner: spinnerId, p_except: except })
    return (await this.#database.read<OpenRow>(...call)).map(readOpen)
  }

  override async armsOf(organizationId: string, jobId: string): Promise<readonly ArmView[]> {
    const program = (await this.programsOf(organizationId, [jobId])).get(jobId)
    if (program === undefined || program.every(({ step }) => step.type !== 'split')) return []
    const call = armFigures({ p_job: jobId, p_after: 0, p_last: lastSlice })
    return armsOf(program, await this.#database.read<CountedArm>(...call))
  }
}
