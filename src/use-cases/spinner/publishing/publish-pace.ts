import { waitsForPace } from '../../../domain/reason.ts'
import type { SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Lets the pace of a version that is published now hold for all jobs of its spinner. Call it before senders are locked,
 * because marks of messages lock the pace before the budgets of senders. Recipients that wait for the former pace are
 * checked again; `renewWaitsOrLater` begins with them after the commit. Returns whether there may be any.
 */
export async function publishPace(
  tx: Transaction,
  organizationId: string,
  version: SpinnerVersion,
  at: Date,
): Promise<boolean> {
  const isChanged = await tx.spinners.publishPace(organizationId, version, at)
  if (isChanged) await tx.jobs.outdateWaits({ organizationId, reasons: waitsForPace, since: at })
  return isChanged
}
