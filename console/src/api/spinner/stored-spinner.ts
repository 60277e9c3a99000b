import type { Spinner } from '../schema.ts'

/** A spinner with the tag by which the API detects that an edit is based on an older state. */
export interface StoredSpinner {
  readonly spinner: Spinner
  readonly tag: string
}

export type SpinnerChanges = Partial<
  Pick<
    Spinner,
    | 'name'
    | 'audience'
    | 'exclude'
    | 'contact'
    | 'isExclusive'
    | 'exits'
    | 'reply'
    | 'goal'
    | 'sendWindow'
    | 'pace'
    | 'starts'
    | 'triggerData'
    | 'steps'
  >
>
