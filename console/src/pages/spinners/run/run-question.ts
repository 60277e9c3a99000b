import type { Spinner } from '../../../api/schema.ts'

/**
 * The spinner that the user wants to run. `differs` says whether its draft differs from the published
 * version.
 */
export type RunQuestion = Pick<
  Spinner,
  'id' | 'name' | 'dataTableId' | 'publishedVersion' | 'audience' | 'starts'
> & {
  readonly differs: boolean
}
