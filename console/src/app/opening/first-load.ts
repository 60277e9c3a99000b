import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../api/account/session.ts'

/**
 * Time in ms for which the first page waits for its data when all else is there. A page that is drawn once is
 * complete sooner than a page that is drawn again for each answer.
 */
const dataMs = 100

const loads = new Set<Promise<void>>()

/** Loads the data of a page into the cache while the code of the page is loading, if a person is signed in. */
export function loadWhenSignedIn(client: QueryClient, load: (client: QueryClient) => Promise<unknown>): void {
  const loading = afterSignIn(client, load).finally(() => loads.delete(loading))
  loads.add(loading)
}

async function afterSignIn(
  client: QueryClient,
  load: (client: QueryClient) => Promise<unknown>,
): Promise<void> {
  const person = await client.ensureQueryData(sessionQuery).catch(() => null)
  if (person !== null && person.mustSetUpSecondFactor !== true) await load(client)
}

/**
 * Waits until the first page can be drawn: until the service has said who is signed in, or has not answered, and
 * until the data of the page has arrived or takes too long.
 */
export async function untilFirstLoad(client: QueryClient): Promise<void> {
  await untilAnswered(client)
  await Promise.race([Promise.all(loads), new Promise((done) => setTimeout(done, dataMs))])
}

/** Waits until the first request for the session has ended. Pages that ask for no session do not wait. */
function untilAnswered(client: QueryClient): Promise<void> {
  const hasEnded = () => {
    const state = client.getQueryState(sessionQuery.queryKey)
    return state === undefined || state.status !== 'pending' || state.fetchFailureCount > 0
  }
  if (hasEnded()) return Promise.resolve()
  return new Promise((done) => {
    const unsubscribe = client.getQueryCache().subscribe(() => {
      if (!hasEnded()) return
      unsubscribe()
      done()
    })
  })
}
