import type { Audience } from './audience.ts'
import { type Step, sameSteps } from './step.ts'

/** An outreach pipeline over a data table: the draft that people edit, and the number of what runs. */
export interface Spinner {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly dataTableId: string
  readonly name: string
  readonly audience: Audience
  readonly steps: readonly Step[]
  readonly publishedVersion: number | null
  /** The last version that was ever frozen; 0 before the first. */
  readonly latestVersion: number
  readonly revision: number
  readonly createdAt: Date
}

/** What was frozen at publish: later edits of the draft do not touch what runs. */
export interface SpinnerVersion {
  readonly spinnerId: string
  readonly version: number
  readonly audience: Audience
  readonly steps: readonly Step[]
  /** The columns that templates may see. */
  readonly metadataColumns: readonly string[]
}

/** A spinner as it is looked at. */
export interface SpinnerView extends Spinner {
  readonly hasUnpublishedChanges: boolean
}

/** A draft that was never published has nothing that it could differ from. */
export function viewOf(
  spinner: Spinner,
  published: Pick<SpinnerVersion, 'audience' | 'steps'> | null,
): SpinnerView {
  const same =
    published === null ||
    (published.audience === spinner.audience && sameSteps(published.steps, spinner.steps))
  return { ...spinner, hasUnpublishedChanges: !same }
}
