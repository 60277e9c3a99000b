import { DomainError } from '../../domain/errors.ts'
import { maxPage, type PageOf } from '../../domain/page.ts'
import type { StoredFile } from '../../domain/sender/message/stored-file.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import { idsInContent } from '../../domain/test-mode/test-copy.ts'
import type { FileStore } from '../../ports/sender/message/files.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'

/**
 * The largest number of data tables, and also of spinners, in a project that can be copied into test mode.
 */
const maxOfEach = 100

/**
 * The tables, spinners and files of a project, which a copy reads before its transaction, in the order of creation.
 */
export interface ProjectContents {
  readonly dataTableIds: readonly string[]
  readonly spinners: readonly Spinner[]
  /** The files that the read steps of the project's spinners name. */
  readonly files: readonly StoredFile[]
}

export interface ContentPorts {
  readonly tables: DataTableStore
  readonly spinners: SpinnerStore
  readonly files: FileStore
}

/**
 * Reads the contents of a project. `steps` says whether the files of published versions are read, too. A published
 * version may name a file that its draft does not name.
 */
export async function projectContentsOf(
  { tables, spinners, files }: ContentPorts,
  organizationId: string,
  projectId: string,
  steps: 'drafts' | 'draftsAndPublished',
): Promise<ProjectContents> {
  const page = { limit: maxPage, after: null }
  const dataTableIds = idsOf(await tables.list(organizationId, [projectId], page))
  const spinnerIds = idsOf(await spinners.list({ organizationId, projectIds: null }, page, projectId))
  const found = await Promise.all(spinnerIds.map(async (id) => await spinners.find(organizationId, id)))
  const drafts = found.filter((draft) => draft !== null)
  const published = steps === 'drafts' ? [] : drafts.flatMap((draft) => publishedOf(draft))
  const versions = await Promise.all(
    published.map(({ id, version }) => spinners.version(organizationId, id, version)),
  )
  const named = [...drafts, ...versions].flatMap((one) => (one === null ? [] : idsInContent(one)))
  const read = named.length === 0 ? [] : await files.some(organizationId, named)
  return { dataTableIds, spinners: drafts, files: read }
}

function publishedOf(draft: Spinner) {
  if (draft.publishedVersion === null) return []
  return [{ id: draft.id, version: draft.publishedVersion }]
}

function idsOf({ items }: PageOf<{ readonly id: string }>): readonly string[] {
  if (items.length > maxOfEach) {
    const message = `A project with more than ${maxOfEach} data tables or spinners cannot be copied into test mode`
    throw new DomainError('CONFLICT', { message })
  }
  return items.map(({ id }) => id).toSorted()
}
