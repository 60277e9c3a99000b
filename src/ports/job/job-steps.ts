import type { ArmView } from '../../domain/job/arm-figures.ts'
import type { SpinnerFigures, VersionFigures } from '../../domain/job/step-figures.ts'
import type { OpenRecipients } from '../../domain/job/take-along.ts'
import type { Program } from '../../domain/spinner/steps/program.ts'

/** Reads for people who look at where the recipients of jobs are, and which ways they took. */
export abstract class JobSteps {
  /** The steps of jobs whose version is more than one step after the other; of others there is nothing to be told. */
  abstract programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>>

  /**
   * Who is on the way in the jobs of a spinner that run other versions than one. It must be known to be the asker's.
   */
  abstract openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]>

  /** What became of those who took each arm of the splits of a job, also once its recipients were cleared away. */
  abstract armsOf(organizationId: string, jobId: string): Promise<readonly ArmView[]>

  /** How a job goes, step by step, at about the same cost however large it is; null where there is none. */
  abstract figuresOfJob(organizationId: string, jobId: string): Promise<VersionFigures | null>

  /** How the latest jobs of a spinner go, step by step, by version. */
  abstract figuresOfSpinner(organizationId: string, spinnerId: string): Promise<SpinnerFigures>
}
