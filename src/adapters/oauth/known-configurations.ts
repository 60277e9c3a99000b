import type { Configuration } from 'openid-client'

/** The milliseconds after which the configuration of a provider is read again. */
const knownForMs = 60 * 60_000
/** The largest number of providers whose configuration is cached. */
const maxCached = 200

interface Known {
  readonly configuration: Promise<Configuration>
  readonly until: number
}

/** `KnownConfigurations` caches the OpenID configurations of providers for an hour. Failed reads are not cached. */
export class KnownConfigurations {
  readonly #known = new Map<string, Known>()

  /** Returns the cached configuration of a key, or the one that `discover` reads. */
  async of(key: string, discover: () => Promise<Configuration>): Promise<Configuration> {
    let known = this.#known.get(key)
    if (known === undefined || known.until <= Date.now()) {
      known = { configuration: discover(), until: Date.now() + knownForMs }
      this.#known.delete(key)
      this.#known.set(key, known)
      const [oldest] = this.#known.keys()
      if (this.#known.size > maxCached && oldest !== undefined) this.#known.delete(oldest)
    }
    try {
      return await known.configuration
    } catch (error) {
      // Keeps a configuration that another request has begun to load since.
      if (this.#known.get(key) === known) this.#known.delete(key)
      throw error
    }
  }

  forget(key: string): void {
    this.#known.delete(key)
  }
}
