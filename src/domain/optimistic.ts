import { DomainError } from './errors.ts'

/** The maximum number of times that the state is read for one request. */
const mostLooks = 5

/** The state that was read, or the result if the state shows that no attempt is needed. */
export type StateOrResult<State, Result> = { readonly state: State } | { readonly result: Result }

interface OptimisticWork<State, Result> {
  /** The state of the first attempt, for example from a cache. If it is null, the state is read first. */
  readonly first?: State | null
  /** Reads the state. Throws the documented error if the state refuses the request. */
  readonly look: () => Promise<StateOrResult<State, Result>>
  /**
   * Does the work in a commit that checks the state. Returns null, with nothing written, if the state has
   * changed since it was read.
   */
  readonly attempt: (state: State) => Promise<Result | null>
}

/**
 * Does work that locks nothing between reading its state and its commit: attempts it, reads the state after a
 * conflict, and attempts it again. Throws OVERLOADED if the state was read five times and changed each time
 * before the commit.
 */
export async function attemptOptimistically<State, Result>({
  first = null,
  look,
  attempt,
}: OptimisticWork<State, Result>): Promise<Result> {
  const early = first === null ? null : await attempt(first)
  if (early !== null) return early
  for (let looks = 0; looks < mostLooks; looks++) {
    const looked = await look()
    if ('result' in looked) return looked.result
    const result = await attempt(looked.state)
    if (result !== null) return result
  }
  throw new DomainError('OVERLOADED')
}
