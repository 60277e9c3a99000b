import { Resolver } from 'node:dns/promises'
import { cutText, storableText } from '../../domain/text/storable-text.ts'
import { DomainRecords } from '../../ports/sender/domain-records.ts'

/** The milliseconds that a name server may take to answer, and the number of tries. */
const patience = { timeout: 2_000, tries: 2 }
const storedMs = 5 * 60_000
const maxCached = 1_000
/** The largest number of TXT records of a domain that are read. No ordinary domain has more. */
const maxTexts = 50
const maxTextLength = 4_000

/** DNS error codes for a name that does not exist or has no record of the type. */
const none = new Set(['ENOTFOUND', 'ENODATA'])

interface Answer {
  readonly texts: readonly string[]
  readonly until: number
}

/**
 * `NodeDomainRecords` reads DNS records of domains from the name servers of this machine, or those in its
 * settings.
 */
export class NodeDomainRecords extends DomainRecords {
  readonly #resolver: Resolver
  readonly #answers = new Map<string, Answer>()

  /**
   * Takes name servers as `IP` or `IP:PORT`. If the list is empty, the name servers of this machine are
   * asked.
   */
  constructor(servers: readonly string[]) {
    super()
    this.#resolver = new Resolver(patience)
    if (servers.length > 0) this.#resolver.setServers(servers)
  }

  override async texts(name: string, fresh: boolean): Promise<readonly string[] | null> {
    const cachedAnswer = this.#answers.get(name)
    if (!fresh && cachedAnswer !== undefined && cachedAnswer.until > performance.now())
      return cachedAnswer.texts
    const texts = await this.#ask(name)
    this.#answers.delete(name)
    if (texts !== null) this.#answers.set(name, { texts, until: performance.now() + storedMs })
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > maxCached && oldest !== undefined) this.#answers.delete(oldest)
    return texts
  }

  async #ask(name: string): Promise<readonly string[] | null> {
    try {
      const found = await this.#resolver.resolveTxt(name)
      return found.slice(0, maxTexts).map((parts) => cutText(storableText(parts.join('')), maxTextLength))
    } catch (error) {
      return none.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null
    }
  }
}
