import { DomainError } from '../../domain/errors.ts'
import { largestPage, type PageOf } from '../../domain/page.ts'
import type { FileWithContent } from '../../domain/sender/message/stored-file.ts'
import { idsInSteps } from '../../domain/test-mode/test-copy.ts'
import type { Files } from '../../ports/sender/message/files.ts'
import type { SpinnerQueries } from '../../ports/spinner/spinners.ts'
import type { DataTableQueries } from '../../ports/table/data-tables.ts'

/**
 * The largest number of data tables, and also of spinners, in a project that can be copied into test mode.
 */
const mostOfEach = 100

/**
 * The tables, spinners and files of a project, which a copy reads before its transaction. The ids are in the
 * order of creation.
 */
export interface ProjectContents {
  readonly dataTableIds: readonly string[]
  readonly spinnerIds: readonly string[]
  /** The files that the drafts of the project's spinners name, with their content. */
  readonly files: readonly FileWithContent[]
}

export interface ContentPorts {
  readonly tables: DataTableQueries
  readonly spinners: SpinnerQueries
  readonly files: Files
}

export async function projectContentsOf(
  { tables, spinners, files }: ContentPorts,
  organizationId: string,
  projectId: string,
): Promise<ProjectContents> {
  const page = { limit: largestPage, after: null }
  const dataTableIds = idsOf(await tables.list(organizationId, [projectId], page))
  const spinnerIds = idsOf(await spinners.list(organizationId, [projectId], page))
  const drafts = await Promise.all(spinnerIds.map(async (id) => await spinners.find(organizationId, id)))
  const named = drafts.flatMap((draft) => (draft === null ? [] : idsInSteps(draft.steps)))
  const read = named.length === 0 ? [] : await files.read(organizationId, named)
  return { dataTableIds, spinnerIds, files: read }
}

function idsOf({ items }: PageOf<{ readonly id: string }>): readonly string[] {
  if (items.length > mostOfEach) {
    const message = `A project with more than ${mostOfEach} data tables or spinners cannot be copied into test mode`
    throw new DomainError('CONFLICT', { message })
  }
  return items.map(({ id }) => id).toSorted()
}
