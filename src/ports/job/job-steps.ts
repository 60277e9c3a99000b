import type { ArmView } from '../../domain/job/arm-figures.ts'
import type { SpinnerFigures, VersionFigures } from '../../domain/job/step-figures.ts'
import type { OpenRecipients } from '../../domain/job/take-along.ts'
import type { Program } from '../../domain/spinner/steps/program.ts'

/** Queries for the steps at which the recipients of jobs are, and the branches that they took. */
export abstract class JobSteps {
  /** Returns the programs of jobs by job id. Leaves out jobs whose version is a plain list of steps. */
  abstract programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>>

  /**
   * Returns the unfinished recipients in jobs of a spinner that run other versions than `except`. The caller
   * must have checked that it may read the spinner.
   */
  abstract openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]>

  /** Returns the figures of each branch of a job's split steps, even after the recipients were deleted. */
  abstract armsOf(organizationId: string, jobId: string): Promise<readonly ArmView[]>

  /**
   * Returns the figures of a job step by step; null if there is no such job. The cost hardly depends on the
   * job's size.
   */
  abstract figuresOfJob(organizationId: string, jobId: string): Promise<VersionFigures | null>

  /** Returns the figures of a spinner's latest jobs, by version and step. */
  abstract figuresOfSpinner(organizationId: string, spinnerId: string): Promise<SpinnerFigures>
}
