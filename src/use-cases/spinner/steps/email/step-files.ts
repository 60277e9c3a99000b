import { type Attachment, inlineFilesOf } from '../../../../domain/sender/message/attachment.ts'
import type { EmailStep } from '../../../../domain/spinner/steps/step.ts'
import type { FileStore } from '../../../../ports/sender/message/files.ts'

type Read = Promise<readonly Attachment[] | null>

/**
 * Caches the files of an e-mail step, so that they are read once for all recipients of a slice. Each slice
 * has its own step object, which is the key of the cache.
 */
export class StepFiles {
  readonly #files: FileStore
  readonly #read = new WeakMap<EmailStep, readonly Attachment[] | Read>()

  constructor(files: FileStore) {
    this.#files = files
  }

  /** Returns the attachments and inline images of an e-mail step; null if a file is missing. */
  of(organizationId: string, step: EmailStep): readonly Attachment[] | Read {
    const known = this.#read.get(step)
    if (known !== undefined) return known
    const ids = filesNamedBy(step)
    if (ids.length === 0) {
      this.#read.set(step, none)
      return none
    }
    const reading = this.#attachments(organizationId, step, ids)
    this.#read.set(step, reading)
    // Forgets a failed read of the files, so that the next recipient retries it.
    reading.catch(() => this.#read.delete(step))
    return reading
  }

  async #attachments(organizationId: string, step: EmailStep, ids: readonly string[]): Read {
    const files = await this.#files.read(organizationId, ids)
    const byId = new Map(files.map((file) => [file.id, file] as const))
    const attached = new Set(step.attachments?.map((id) => id.toLowerCase()))
    const attachments = ids.flatMap((id) => {
      const file = byId.get(id)
      if (file === undefined) return []
      const { name, type, content } = file
      return [{ id, name, type, content, inline: !attached.has(id) }]
    })
    return attachments.length < ids.length ? null : attachments
  }
}

const none: readonly Attachment[] = []

/** Returns the ids of the files that an e-mail step attaches or shows in its HTML. */
export function filesNamedBy({ attachments = [], html }: EmailStep): readonly string[] {
  return [...new Set([...attachments.map((id) => id.toLowerCase()), ...inlineFilesOf(html)])]
}
