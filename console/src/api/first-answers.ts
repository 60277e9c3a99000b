/** Answers to requests that were sent before the console's code had loaded, by path and query. */
const answers = new Map<string, Promise<Response>>()

/** Sends GET requests to the API whose answers the first page will need. `fetchOnce` returns the answers. */
export function askFirst(urls: readonly string[]): void {
  for (const url of urls) {
    const answer = fetch(url).then(complete)
    // Keeps the browser from reporting a failed request that is not used. A used one reports its failure itself.
    answer.catch(() => {})
    answers.set(url, answer)
  }
}

/** Reads the whole body of an answer, so that no part of it has to be waited for when it is used. */
async function complete(answer: Response): Promise<Response> {
  return new Response(await answer.text(), answer)
}

/**
 * Sends a request of the console to the API, or returns the answer to the same request if it was sent before the
 * code had loaded. Each of these answers is used once. A request that may change data makes all of them outdated.
 */
export function fetchOnce(request: Request): Promise<Response> {
  if (request.method !== 'GET') answers.clear()
  const url = request.url.slice(window.location.origin.length)
  const answer = answers.get(url)
  if (answer === undefined) return fetch(request)
  answers.delete(url)
  return answer
}

/** Discards the answers that the first page has not used, because they would be outdated later. */
export function forgetFirstAnswers(): void {
  answers.clear()
}
