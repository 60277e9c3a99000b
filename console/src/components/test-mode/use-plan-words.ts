import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { t } from '../../languages/text.ts'

/** Returns the name of the plan on whose meters jobs and records count. Test mode has its own plan and meters. */
export function usePlanWords(): string {
  return useIsTestMode() ? t('the plan of test mode') : t('your plan')
}
