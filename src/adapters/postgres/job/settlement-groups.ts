import type { Evidence } from '../../../domain/job/recipient/reason.ts'
import type { StepSettlement } from '../../../domain/job/recipient/recipient.ts'

/**
 * A group of recipients that came to the same end, as most of a slice do. One statement settles the whole
 * group.
 */
export interface SettlementGroup {
  readonly end: StepSettlement
  readonly recordIds: string[]
  /**
   * The facts on which each recipient's reason rests, in the order of `recordIds`; null for a recipient
   * without such facts.
   */
  readonly evidence: (Evidence | null)[]
}

export function groupSettlements(settled: readonly StepSettlement[]): readonly SettlementGroup[] {
  const groups: SettlementGroup[] = []
  for (const one of settled) {
    const group = groups.find(({ end }) => areAlike(end, one))
    if (group === undefined) groups.push({ end: one, recordIds: [one.recordId], evidence: [one.evidence] })
    else {
      group.recordIds.push(one.recordId)
      group.evidence.push(one.evidence)
    }
  }
  return groups
}

function areAlike(a: StepSettlement, b: StepSettlement): boolean {
  return (
    a.step === b.step &&
    a.delivery === b.delivery &&
    a.state === b.state &&
    a.nextStep === b.nextStep &&
    a.attempts === b.attempts &&
    a.dueInSeconds === b.dueInSeconds &&
    a.error === b.error &&
    a.reason === b.reason &&
    (a.evidence === null) === (b.evidence === null)
  )
}
