import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/** The name that is shown for a deleted spinner, because jobs outlive their spinners. */
export const deletedSpinner = t('Deleted spinner')

export function nameOfSpinner(spinners: readonly Spinner[] | undefined, spinnerId: string): string {
  if (spinners === undefined) return '…'
  return spinners.find(({ id }) => id === spinnerId)?.name ?? deletedSpinner
}
