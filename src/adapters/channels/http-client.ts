import type * as Undici from 'undici'

type Library = typeof Undici
type Options = Omit<NonNullable<Parameters<Library['request']>[1]>, 'dispatcher'>

/**
 * `HttpClient` sends HTTP requests over one agent of undici. The library and the agent are loaded at the first
 * request, because they take 5 MB and many processes never send one.
 */
export class HttpClient {
  readonly #open: (undici: Library) => Undici.Agent
  #opened: Promise<{ readonly undici: Library; readonly agent: Undici.Agent }> | null = null

  constructor(open: (undici: Library) => Undici.Agent = ({ Agent }) => new Agent()) {
    this.#open = open
  }

  async request(url: string | URL, options: Options): Promise<Undici.Dispatcher.ResponseData<unknown>> {
    this.#opened ??= import('undici').then((undici) => ({ undici, agent: this.#open(undici) }))
    const { undici, agent } = await this.#opened
    return undici.request(url, { ...options, dispatcher: agent })
  }
}

/**
 * Returns the seconds that a Retry-After header names, as a number of seconds or as a date; null if there is
 * none.
 */
export function retryAfterSeconds(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const ms = Date.parse(header) - now.getTime()
  return Number.isNaN(ms) ? null : Math.ceil(ms / 1000)
}
