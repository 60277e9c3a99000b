import { DomainError } from './errors.ts'

/** The highest number of times that one optimistic request reads its state before it gives up. */
const maxAttempts = 5

/**
 * The state on which an optimistic request is based, or already its result if the state shows that nothing
 * needs to be written.
 */
export type StateOrResult<State, Result> = { readonly state: State } | { readonly result: Result }

interface OptimisticWork<State, Result, LastResult> {
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
  /**
   * Returns or throws the end of an optimistic request whose state changed after each of five reads. If absent,
   * the request fails with OVERLOADED.
   */
  readonly giveUp?: () => LastResult
}

/**
 * Runs a request that locks nothing between reading its state and its commit. If the state has changed before
 * the commit, reads it again and repeats the attempt. Gives up if the state changed after each of five reads.
 */
export async function attemptOptimistically<State, Result, LastResult = never>({
  first = null,
  look,
  attempt,
  giveUp = overloaded,
}: OptimisticWork<State, Result, LastResult>): Promise<Result | LastResult> {
  const early = first === null ? null : await attempt(first)
  if (early !== null) return early
  for (let looks = 0; looks < maxAttempts; looks++) {
    const looked = await look()
    if ('result' in looked) return looked.result
    const result = await attempt(looked.state)
    if (result !== null) return result
  }
  return giveUp()
}

function overloaded(): never {
  throw new DomainError('OVERLOADED')
}
