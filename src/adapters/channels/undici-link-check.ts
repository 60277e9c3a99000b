import { LinkCheck } from '../../ports/spinner/link-check.ts'
import type { AllowedPrivateHosts } from './allowed-private-hosts.ts'
import { guardedClient } from './guarded-client.ts'
import type { HttpClient } from './http-client.ts'
import { ForbiddenAddress } from './public-address.ts'

const headers = { 'user-agent': 'Spindle link check', accept: 'text/html,*/*;q=0.8' }

/** The milliseconds in which all links of a check are requested. */
const checkMs = 4_000

/** `UndiciLinkCheck` requests links with the guard of webhooks: public addresses, and allowed private hosts. */
export class UndiciLinkCheck extends LinkCheck {
  readonly #client: HttpClient

  constructor(allowed: AllowedPrivateHosts, client: HttpClient = guardedClient(allowed.hosts)) {
    super()
    this.#client = client
  }

  override async faultsOf(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const signal = AbortSignal.timeout(checkMs)
    const faults = await Promise.all(
      urls.map(
        async (url): Promise<readonly [string, string | null]> => [url, await this.#faultOf(url, signal)],
      ),
    )
    return new Map(faults.flatMap(([url, fault]) => (fault === null ? [] : [[url, fault] as const])))
  }

  async #faultOf(url: string, signal: AbortSignal): Promise<string | null> {
    try {
      const answer = await this.#client.request(url, { method: 'GET', headers, signal })
      answer.body.on('error', () => {})
      answer.body.destroy()
      const { statusCode } = answer
      // Sites that refuse programs answer 401, 403 or 429, although people can open the link.
      const isGone = statusCode === 404 || statusCode === 410 || statusCode >= 500
      return isGone ? `it answers with the status ${statusCode}` : null
    } catch (error) {
      return signal.aborted ? `it took longer than ${checkMs / 1000} seconds` : wordsOf(error)
    }
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ForbiddenAddress) return 'its host is not public'
  const { code = '' } = error as { readonly code?: string }
  if (code === 'ENOTFOUND') return 'its host does not exist'
  return 'it cannot be reached'
}
