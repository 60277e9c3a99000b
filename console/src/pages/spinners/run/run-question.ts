import type { Spinner } from '../../../api/schema.ts'

/** Which spinner is to be run, and whether its draft is another than what is published. */
export type RunQuestion = Pick<Spinner, 'id' | 'name' | 'dataTableId' | 'publishedVersion' | 'audience'> & {
  readonly differs: boolean
}
