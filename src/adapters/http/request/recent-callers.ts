const rememberedMs = 10_000
const mostRemembered = 10_000

/**
 * Credentials that were good a moment ago, so that a sender of large batches is not looked up twice for
 * each. It only decides whether a body is worth reading: whether a credential still holds is decided where
 * the records are written.
 */
export class RecentCallers {
  readonly #until = new Map<string, number>()

  has(digest: string): boolean {
    return (this.#until.get(digest) ?? 0) > performance.now()
  }

  add(digest: string): void {
    this.#until.delete(digest)
    this.#until.set(digest, performance.now() + rememberedMs)
    const [oldest] = this.#until.keys()
    if (this.#until.size > mostRemembered && oldest !== undefined) this.#until.delete(oldest)
  }
}
