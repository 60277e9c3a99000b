import { DomainError } from '../../domain/errors.ts'
import { segmentsOfSettings, segmentsOfSteps } from '../../domain/spinner/segment/segments-of-settings.ts'
import { columnsOfWindow, sameWindow } from '../../domain/spinner/send-window.ts'
import type { SpinnerVersion } from '../../domain/spinner/spinner.ts'
import { onlyOnCall } from '../../domain/spinner/starts.ts'
import { type Step, sameSteps } from '../../domain/spinner/steps/step.ts'
import { requestBudget } from '../../domain/spinner/steps/template-budget.ts'
import { triggerColumns } from '../../domain/spinner/trigger-data.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'
import { columnsNamed, readSteps, templateFaultOf } from '../spinner/steps/check-steps.ts'

/** A version that an ended job ran, as it was read before the job's recipients run again, and the columns that it uses. */
export class RanVersion {
  readonly #steps: readonly Step[]
  readonly #sendWindow: SpinnerVersion['sendWindow']
  readonly #columns: ReadonlySet<string>
  /** The segments that the settings and steps of the version ask for. */
  readonly segmentIds: readonly string[]

  private constructor(version: SpinnerVersion, columns: ReadonlySet<string>) {
    const { steps, sendWindow } = version
    this.#steps = steps
    this.#sendWindow = sendWindow
    this.#columns = columns
    this.segmentIds = [
      ...segmentsOfSettings({ ...version, starts: onlyOnCall, goal: null }),
      ...segmentsOfSteps(steps),
    ]
  }

  /** Parses the templates of a version. Call it before its spinner is locked, because triggers would wait for it. */
  static async read(
    organizationId: string,
    version: SpinnerVersion,
    templates: Templates,
  ): Promise<RanVersion> {
    const steps = await readSteps(version.steps, templates, requestBudget(organizationId))
    if (templateFaultOf(steps) !== null)
      throw new DomainError('CONFLICT', {
        message: sentence(
          'The templates of version {version} could not be checked for missing columns in time; nothing was started. Try again',
          { version: version.version },
        ),
      })
    return new RanVersion(version, columnsNamed([...columnsOfWindow(version.sendWindow), ...steps]))
  }

  /** Returns whether the version has not changed since it was read. A rename of a column changes it. */
  isStill({ steps, sendWindow }: SpinnerVersion): boolean {
    return sameSteps(steps, this.#steps) && sameWindow(sendWindow, this.#sendWindow)
  }

  /**
   * Refuses a version that uses a column which was renamed or removed after the last job of the version had ended. Its
   * conditions would read the missing cells as empty, and might contact people whom they were to leave out.
   */
  assertColumns({ version, metadataColumns, triggerData }: SpinnerVersion): void {
    const present = new Set([...metadataColumns, ...triggerColumns(triggerData)])
    const lost = [...this.#columns].filter((column) => !present.has(column))
    if (lost.length === 0) return
    const columns = `"${lost.join('", "')}"`
    throw new DomainError('CONFLICT', {
      message:
        lost.length === 1
          ? sentence(
              'Version {version} uses the column {columns}, renamed or removed after the job. Publish the spinner with the present columns, and retry with "version": "current"',
              { version, columns },
            )
          : sentence(
              'Version {version} uses the columns {columns}, renamed or removed after the job. Publish the spinner with the present columns, and retry with "version": "current"',
              { version, columns },
            ),
    })
  }
}

/**
 * Refuses to run recipients of a job again if a segment that excluded or stopped them, or for which a step asks, was
 * deleted after the job: a missing segment has no records, so people would be written to whom it was to leave out.
 * `ran` is the version that runs; null for the published one, whose segments cannot be deleted.
 */
export async function assertSegmentsOfRun(
  tx: Transaction,
  jobId: string,
  ran: RanVersion | null,
): Promise<void> {
  const lost = new Set(await tx.jobs.lostSegmentsOf(jobId, ran?.segmentIds ?? []))
  if (lost.size === 0) return
  throw new DomainError('CONFLICT', {
    message: ran?.segmentIds.some((id) => lost.has(id))
      ? sentence(
          'The version of this job asks for a segment that was deleted after the job, so that it is no longer known whom it leaves out. Publish the spinner without the segment, and retry with "version": "current"',
        )
      : sentence(
          'The trigger of this job excluded a segment that was deleted after the job, so that it is no longer known whom it leaves out. Start a new job for these records',
        ),
  })
}
