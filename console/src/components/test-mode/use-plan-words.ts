import { useIsTestMode } from '../../api/test-mode/test-mode.ts'

/** Returns the name of the plan on whose meters jobs and records count. Test mode has its own plan and meters. */
export function usePlanWords(): string {
  return useIsTestMode() ? 'the plan of test mode' : 'your plan'
}
