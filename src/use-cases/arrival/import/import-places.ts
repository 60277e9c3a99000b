import { DomainError } from '../../../domain/errors.ts'

/**
 * More at once would slow down each of them and all other requests; the limit per organization keeps one from taking
 * all places.
 */
const mostAtOnce = 6
const mostOfOne = 2

/** The files that are being read, to be imported or to be looked through. */
export class ImportPlaces {
  /** The organization of each. */
  readonly #taken: string[] = []

  /** Refuses where there is none; answers what gives it back. */
  take(organizationId: string): () => void {
    const own = this.#taken.filter((one) => one === organizationId).length
    if (this.#taken.length >= mostAtOnce || own >= mostOfOne) {
      throw new DomainError('OVERLOADED', {
        message: 'Other imports are under way; nothing was written. Send the file again in a while',
      })
    }
    this.#taken.push(organizationId)
    return () => void this.#taken.splice(this.#taken.indexOf(organizationId), 1)
  }
}
