import type { StepSettlement } from '../../../domain/job/recipient/recipient.ts'
import type { Evidence } from '../../../domain/reason.ts'

/**
 * A group of a slice's recipients with the same outcome of a step, such as sent. One statement stores the
 * outcome of the whole group.
 */
export interface SettlementGroup {
  readonly end: StepSettlement
  readonly recordIds: string[]
  /**
   * The evidence for the reason of each recipient, such as a server's answer, in the order of `recordIds`.
   * Null for a recipient without evidence.
   */
  readonly evidence: (Evidence | null)[]
}

export function groupSettlements(settled: readonly StepSettlement[]): readonly SettlementGroup[] {
  const groups: SettlementGroup[] = []
  for (const settlement of settled) {
    const group = groups.find(({ end }) => areAlike(end, settlement))
    if (group === undefined)
      groups.push({ end: settlement, recordIds: [settlement.recordId], evidence: [settlement.evidence] })
    else {
      group.recordIds.push(settlement.recordId)
      group.evidence.push(settlement.evidence)
    }
  }
  return groups
}

function areAlike(a: StepSettlement, b: StepSettlement): boolean {
  return (
    a.step === b.step &&
    a.delivery === b.delivery &&
    a.status === b.status &&
    a.nextStep === b.nextStep &&
    a.attempts === b.attempts &&
    a.dueInSeconds === b.dueInSeconds &&
    a.error === b.error &&
    a.reason === b.reason &&
    (a.evidence === null) === (b.evidence === null)
  )
}
