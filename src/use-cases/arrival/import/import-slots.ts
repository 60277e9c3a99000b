import { DomainError } from '../../../domain/errors.ts'

/**
 * The largest number of files that are read at once. More files would slow each other and all other requests.
 * The limit per organization keeps one organization from using all slots.
 */
const mostAtOnce = 6
const mostOfOne = 2

/** Slots for files that are being read, for an import or a preview. */
export class ImportSlots {
  /** The organization of each slot in use. */
  readonly #taken: string[] = []

  /** Takes a slot, and returns a function that frees it. Throws OVERLOADED if no slot is free. */
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
