import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useNavigate } from '@tanstack/react-router'
import { useEnterTestMode } from '../../api/test-mode/test-mode.ts'

/** Returns a function that explains test mode in a dialog, and enters it after a confirmation. */
export function useOfferTestMode(): () => void {
  const navigate = useNavigate()
  const { mutate: enter } = useEnterTestMode(() => void navigate({ to: '/test-timeline' }))
  return () =>
    modals.openConfirmModal({
      title: 'Enter test mode?',
      children: (
        <Text size="sm">
          In test mode Spindle sends no message, a test clock that you move forward replaces the real time,
          and nothing counts against your plan.
        </Text>
      ),
      labels: { confirm: 'Enter test mode', cancel: 'Stay here' },
      onConfirm: () => enter(),
    })
}
