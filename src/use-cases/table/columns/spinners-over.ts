import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** A spinner that uses a data table, with the versions that jobs run or may be started with. */
export interface SpinnerInUse {
  readonly spinner: Spinner
  readonly versions: readonly SpinnerVersion[]
}

/**
 * Returns and locks the spinners over a data table, so that none is published or triggered until the commit.
 */
export async function spinnersOver(tx: Transaction, dataTableId: string): Promise<readonly SpinnerInUse[]> {
  const found: SpinnerInUse[] = []
  for (const spinner of await tx.spinners.lockOver(dataTableId))
    found.push({ spinner, versions: await tx.spinners.versionsInUse(spinner.id) })
  return found
}

/** Returns whether the spinners over a table and their revisions are the same as when they were read. */
export function sameSpinners(before: readonly SpinnerInUse[], now: readonly SpinnerInUse[]): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}
