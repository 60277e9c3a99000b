import type { Actor } from '../../domain/account/audit/actor.ts'
import { assertSpaceForOne } from '../../domain/plan/plan-cap.ts'
import type { DraftContent } from '../../domain/spinner/draft-parts.ts'
import { inFixedOrder } from '../../domain/spinner/exit.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { Project } from '../../domain/table/project.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

interface NewSpinner {
  readonly id: string
  readonly draft: DraftContent & { readonly name: string }
  readonly table: DataTable
  readonly project: Project
  readonly by: Actor
  readonly at: Date
  /** The name of the template from which the draft was made; absent if there is none. */
  readonly template?: string
}

/** Adds a spinner with a draft over a locked data table, if the plan allows one more. The organization must be locked. */
export async function addSpinner(
  tx: Transaction,
  { id, draft, table, project, by, at, template }: NewSpinner,
): Promise<void> {
  const { organizationId } = table
  const plan = await tx.plans.of(organizationId)
  assertSpaceForOne(plan, 'spinners', await tx.spinners.countOf(organizationId))
  const unpublished = { publishedVersion: null, latestVersion: 0, revision: 1 }
  const notPaused = { pausedAt: null, pausedActorId: null }
  const place = { id, organizationId, projectId: project.id, dataTableId: table.id, createdAt: at }
  await tx.spinners.add(
    { ...draft, ...unpublished, ...notPaused, ...place, exits: inFixedOrder(draft.exits) },
    null,
  )
  const subject = { kind: 'spinner', id, name: draft.name } as const
  const after = {
    project: project.name,
    dataTable: table.name,
    ...(template === undefined ? {} : { copyOf: template }),
  }
  await tx.audit.add({ action: 'spinner.created', organizationId, by, subject, after })
}
