import type { Audience } from './audience.ts'
import type { Step } from './step.ts'

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
