import { DomainError } from '../../../domain/errors.ts'

/**
 * The largest number of uploaded files that one process reads at once, in total and for one organization.
 * More files would slow all other requests.
 */
const maxAtOnce = 6
const maxOfOne = 2

/**
 * `ImportSlots` limits how many uploaded files a process reads at once, for imports and their previews. Each
 * file that is being read takes one slot.
 */
export class ImportSlots {
  /** The ids of the organizations whose files are being read; an organization is listed once for each file. */
  readonly #taken: string[] = []

  /**
   * Takes a slot for an uploaded file that is about to be read. Returns a function that frees the slot when
   * the file was read. Throws OVERLOADED if the limit is reached, so that the client retries later.
   */
  take(organizationId: string): () => void {
    const own = this.#taken.filter((one) => one === organizationId).length
    if (this.#taken.length >= maxAtOnce || own >= maxOfOne) {
      throw new DomainError('OVERLOADED', {
        message: 'Too many imports are running; nothing was written. Send the file again in a few minutes',
      })
    }
    this.#taken.push(organizationId)
    return () => void this.#taken.splice(this.#taken.indexOf(organizationId), 1)
  }
}
