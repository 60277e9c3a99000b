import type { Actor } from '../../../domain/account/audit/actor.ts'
import { type AuditFacts, namesInEntry } from '../../../domain/account/audit/facts.ts'
import { jobSubject } from '../../../domain/account/audit/subject.ts'
import type { JobView } from '../../../domain/job/job.ts'
import type { RecipientAction } from '../../../domain/job/recipient/recipient-action.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import { type Program, pathOf, programOf } from '../../../domain/spinner/steps/program.ts'
import { comparedColumnsOf, segmentsNamedBy } from '../../../domain/spinner/where/where.ts'
import type { RecipientSelection } from '../../../ports/job/recipient-actions.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

interface Act {
  readonly organizationId: string
  readonly by: Actor
  readonly action: RecipientAction
  /** The recipients of an act on many; null for an act on one recipient. */
  readonly selection: RecipientSelection | null
}

/** Writes the audit entry of an act on recipients of a job. Locks the spinner of the job. */
export async function noteAct(
  tx: Transaction,
  job: Pick<JobView, 'id' | 'spinnerId' | 'spinnerVersion'>,
  { organizationId, by, action, selection }: Act,
  facts: AuditFacts,
): Promise<void> {
  const spinner = await tx.spinners.lock(organizationId, job.spinnerId)
  const version = await tx.spinners.findVersion(job.spinnerId, job.spinnerVersion)
  const program = version === null ? null : programOf(version.steps)
  await tx.audit.add({
    action: 'recipients.changed',
    organizationId,
    by,
    subject: jobSubject(job.id, spinner),
    after: {
      recipientAction: action.kind,
      ...(action.kind === 'move' ? { toStep: pathOf(program, action.step) } : {}),
      ...(action.kind === 'wait' ? { until: action.until.toISOString() } : {}),
      ...(selection === null ? {} : await factsOfSelection(tx, selection, program, spinner)),
      ...facts,
    },
  })
}

/** Returns the facts about the recipients that a user chose. Values of a condition are left out, as they may name people. */
async function factsOfSelection(
  tx: Transaction,
  selection: RecipientSelection,
  program: Program | null,
  spinner: Spinner | null,
): Promise<AuditFacts> {
  switch (selection.kind) {
    case 'recordIds':
      return { chosen: new Set(selection.ids).size }
    case 'filter': {
      const { status, reason, at = null } = selection.filter
      return {
        ...(status === null ? {} : { recipientStatus: status }),
        ...(reason === null ? {} : { codes: [reason] }),
        ...(at === null ? {} : { atStep: pathOf(program, at.step) }),
      }
    }
    case 'where': {
      const columns = [...new Set(comparedColumnsOf(selection.where).map(({ column }) => column))]
      const ids = segmentsNamedBy(selection.where).map(({ segmentId }) => segmentId)
      const stored =
        ids.length === 0 || spinner === null ? [] : await tx.segments.ofTable(spinner.dataTableId)
      const segments = stored.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []))
      return {
        ...(columns.length === 0 ? {} : { columns: namesInEntry(columns) }),
        ...(segments.length === 0 ? {} : { segments: namesInEntry(segments) }),
      }
    }
  }
}
