import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** A spinner that uses a data table, with the versions that jobs run or may be started with. */
export interface SpinnerInUse {
  readonly spinner: Spinner
  /** Empty for a spinner in the bin, which is not published and has no running job. */
  readonly versions: readonly SpinnerVersion[]
  readonly isInBin: boolean
}

/**
 * Returns and locks the spinners over a data table, with those in the bin, so that none is published, triggered or
 * restored until the commit.
 */
export async function spinnersOver(tx: Transaction, dataTableId: string): Promise<readonly SpinnerInUse[]> {
  const found: SpinnerInUse[] = []
  for (const spinner of await tx.spinners.lockOver(dataTableId))
    found.push({ spinner, versions: await tx.spinners.versionsInUse(spinner.id), isInBin: false })
  for (const spinner of await tx.spinners.lockBinnedOver(dataTableId))
    found.push({ spinner, versions: [], isInBin: true })
  return found
}

/** Returns whether the spinners over a table and their revisions are the same as when they were read. */
export function sameSpinners(before: readonly SpinnerInUse[], now: readonly SpinnerInUse[]): boolean {
  return JSON.stringify(before) === JSON.stringify(now)
}
