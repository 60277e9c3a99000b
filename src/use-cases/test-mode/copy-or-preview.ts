import type { ProjectCopied } from '../../domain/test-mode/test-copy.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

/**
 * Runs a copy in a transaction. For a preview, rolls the transaction back and returns the changes that the
 * copy would make.
 */
export async function copyOrPreview(
  unitOfWork: UnitOfWork,
  isPreview: boolean,
  copy: (tx: Transaction) => Promise<ProjectCopied>,
): Promise<ProjectCopied> {
  try {
    return await unitOfWork.run(async (tx) => {
      const copied = await copy(tx)
      if (isPreview) throw new PreviewEnded(copied)
      return copied
    })
  } catch (error) {
    if (error instanceof PreviewEnded) return error.copied
    throw error
  }
}

class PreviewEnded extends Error {
  readonly copied: ProjectCopied

  constructor(copied: ProjectCopied) {
    super('The transaction of a preview is rolled back')
    this.name = 'PreviewEnded'
    this.copied = copied
  }
}
