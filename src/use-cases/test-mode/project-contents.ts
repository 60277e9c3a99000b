import { DomainError } from '../../domain/errors.ts'
import { largestPage, type PageOf } from '../../domain/page.ts'
import type { SpinnerQueries } from '../../ports/spinner/spinner-queries.ts'
import type { DataTableQueries } from '../../ports/table/data-table-queries.ts'

/** The most data tables, and the most spinners, of a project that can be copied. */
const mostOfEach = 100

/** The ids of the data tables and spinners in a project, oldest first. */
export interface ProjectContents {
  readonly dataTableIds: readonly string[]
  readonly spinnerIds: readonly string[]
}

export async function contentsOf(
  tables: DataTableQueries,
  spinners: SpinnerQueries,
  organizationId: string,
  projectId: string,
): Promise<ProjectContents> {
  const page = { limit: largestPage, after: null }
  return {
    dataTableIds: idsOf(await tables.list(organizationId, projectId, page)),
    spinnerIds: idsOf(await spinners.list(organizationId, projectId, page)),
  }
}

function idsOf({ items }: PageOf<{ readonly id: string }>): readonly string[] {
  if (items.length > mostOfEach) {
    const message = `A project with more than ${mostOfEach} data tables or spinners cannot be copied into test mode`
    throw new DomainError('CONFLICT', { message })
  }
  return items.map(({ id }) => id).toSorted()
}

/** Thrown at the end of a preview to roll its transaction back. It carries the result. */
export class PreviewEnded<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('A preview leaves nothing')
    this.name = 'PreviewEnded'
    this.result = result
  }
}
