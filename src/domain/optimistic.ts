import { DomainError } from './errors.ts'

/** The highest number of times that one optimistic request reads its state before it fails with OVERLOADED. */
const mostLooks = 5

/**
 * The state on which an optimistic request is based, or already its result if the state shows that nothing
 * needs to be written.
 */
export type StateOrResult<State, Result> = { readonly state: State } | { readonly result: Result }

interface OptimisticWork<State, Result> {
  /**
   * The state for the first attempt of an optimistic request, for example from a cache. If null or absent, the
   * state is read first.
   */
  readonly first?: State | null
  /**
   * Reads the state on which an optimistic request is based. Throws the documented error if the state does not
   * allow the request.
   */
  readonly look: () => Promise<StateOrResult<State, Result>>
  /**
   * Attempts the request in a commit that checks its state. Returns null, with nothing written, if the state
   * has changed since it was read.
   */
  readonly attempt: (state: State) => Promise<Result | null>
}

/**
 * Runs a request that locks nothing between reading its state and its commit. If the state has changed before
 * the commit, reads it again and repeats the attempt. Throws OVERLOADED if the state changed after each of five
 * reads.
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
