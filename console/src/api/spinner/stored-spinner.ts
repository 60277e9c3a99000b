import type { Spinner } from '../schema.ts'

/** A spinner with the tag by which the API can tell whether an edit is one of its present state. */
export interface StoredSpinner {
  readonly spinner: Spinner
  readonly tag: string
}

export type SpinnerChanges = Partial<
  Pick<
    Spinner,
    | 'name'
    | 'audience'
    | 'contact'
    | 'exclusive'
    | 'exits'
    | 'sendWindow'
    | 'starts'
    | 'triggerData'
    | 'steps'
  >
>
