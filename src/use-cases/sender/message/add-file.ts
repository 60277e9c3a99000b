import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import { maxFiles } from '../../../domain/sender/message/attachment.ts'
import type { StoredFile } from '../../../domain/sender/message/stored-file.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Stores a file of an organization by `store`, with its audit entry. Returns false, without an entry, if `store` returns
 * false. Refuses the file if the organization has the largest number of files. The caller has locked the organization, so
 * that two simultaneous calls cannot exceed the limit.
 */
export async function addFile(
  tx: Transaction,
  file: StoredFile,
  by: Actor,
  store: () => Promise<boolean>,
): Promise<boolean> {
  const { id, organizationId, name } = file
  if ((await tx.files.count(organizationId)) >= maxFiles) {
    const message = `The organization already has ${maxFiles} files; delete files that you no longer need`
    throw new DomainError('VALIDATION_FAILED', {
      message,
      errors: [{ pointer: '/file', code: 'TOO_MANY', message }],
    })
  }
  if (!(await store())) return false
  const subject = { kind: 'file', id, name } as const
  await tx.audit.add({ action: 'file.uploaded', organizationId, by, subject })
  return true
}
