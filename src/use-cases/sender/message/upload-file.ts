import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import { attachableTypes, fileNameOf, fileTypeOf } from '../../../domain/sender/message/file-type.ts'
import type { StoredFile } from '../../../domain/sender/message/stored-file.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { addFile } from './add-file.ts'

export interface UploadFileCommand {
  readonly organizationId: string
  /** The name of the uploaded file, as the client sent it. */
  readonly name: string
  readonly content: Uint8Array
  /** The SHA-256 digest of the file's content. */
  readonly digest: string
  readonly by: Actor
}

/**
 * Stores a file that messages can attach. Its type is detected from its content; harmful types are refused.
 */
export class UploadFile {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({
    organizationId,
    name: written,
    content,
    digest,
    by,
  }: UploadFileCommand): Promise<StoredFile> {
    if (content.length === 0) throw refused('REQUIRED', 'The file is empty')
    const name = fileNameOf(written)
    if (name === null)
      throw refused('WRONG_FORM', 'The name of the file is not valid; use 1 to 200 characters')
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
}

function refused(code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer: '/file', code, message }] })
}
