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
