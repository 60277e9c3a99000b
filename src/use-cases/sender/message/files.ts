import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import { attachableTypes, fileNameOf, fileTypeOf } from '../../../domain/sender/message/file-type.ts'
import type { StoredFile } from '../../../domain/sender/message/stored-file.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { addFile } from './add-file.ts'

/** Stores and deletes files that messages can attach. */
export class Files {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Stores a file. Its type is detected from its content; harmful types are refused. `written` is the name that the client
   * sent, and `digest` the SHA-256 digest of the content.
   */
  async upload(
    { organizationId, by }: Requester,
    { name: written, content, digest }: { name: string; content: Uint8Array; digest: string },
  ): Promise<StoredFile> {
    if (content.length === 0) throw refused('REQUIRED', sentence('The file is empty'))
    const name = fileNameOf(written)
    if (name === null)
      throw refused('WRONG_FORM', sentence('The name of the file is not valid; use 1 to 200 characters'))
    const found = fileTypeOf(name, content)
    if (found === null) {
      const message = `"${name}" cannot be attached. Its content must match its name, and its type must be one of ${attachableTypes}`
      throw refused('UNSUPPORTED_FILE', message)
    }
    const createdAt = this.#clock.now()
    const file = {
      id: this.#ids.next(),
      organizationId,
      name,
      type: found.type,
      size: content.length,
      digest,
      createdAt,
    }
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      await addFile(tx, file, by, async () => {
        await tx.files.add({ ...file, content })
        return true
      })
    })
    return file
  }

  /** Deletes a file unless a version of a spinner sends it, because jobs of that version may run for weeks. */
  async delete({ organizationId, by }: Requester, fileId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const file = await tx.files.lock(organizationId, fileId)
      if (file === null) throw new DomainError('NOT_FOUND', { message: 'File not found' })
      if (await tx.files.isInUse(organizationId, fileId)) {
        const message =
          'The file cannot be deleted, because a version of a spinner uses it. The spinner may be in the bin.'
        throw new DomainError('CONFLICT', { message })
      }
      await tx.files.remove(fileId)
      const subject = { kind: 'file', id: file.id, name: file.name } as const
      await tx.audit.add({ action: 'file.deleted', organizationId, by, subject })
    })
  }
}

function refused(code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer: '/file', code, message }] })
}
