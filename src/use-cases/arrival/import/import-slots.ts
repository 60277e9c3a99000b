import { DomainError } from '../../../domain/errors.ts'

/**
 * The largest number of files that one process reads at once, in total and per organization. More files would
 * slow all other requests.
 */
const mostAtOnce = 6
const mostOfOne = 2

/** Limits the number of files that are read at once for imports and previews. */
export class ImportSlots {
  /** The ids of the organizations that use slots for imports, with one item per slot. */
  readonly #taken: string[] = []

  /** Takes a slot for a file and returns a function that frees it. Throws OVERLOADED if no slot is free. */
  take(organizationId: string): () => void {
    const own = this.#taken.filter((one) => one === organizationId).length
    if (this.#taken.length >= mostAtOnce || own >= mostOfOne) {
      throw new DomainError('OVERLOADED', {
        message: 'Too many imports are running; nothing was written. Send the file again in a few minutes',
      })
    }
    this.#taken.push(organizationId)
    return () => void this.#taken.splice(this.#taken.indexOf(organizationId), 1)
  }
}
