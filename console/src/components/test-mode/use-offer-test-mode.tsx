import { useNavigate } from '@tanstack/react-router'
import { useEnterTestMode } from '../../api/test-mode/test-mode.ts'
import { t } from '../../languages/text.ts'
import { askToConfirm } from '../dialog/ask-to-confirm.tsx'

/** Returns a function that explains test mode in a dialog, and enters it after a confirmation. */
export function useOfferTestMode(): () => void {
  const navigate = useNavigate()
  const { mutate: enter } = useEnterTestMode(() => void navigate({ to: '/test-timeline' }))
  return () =>
    askToConfirm({
      title: t('Enter test mode?'),
      text: t(
        'In test mode Spindle sends no message, and nothing counts toward your plan. A test clock that you move forward replaces the real time.',
      ),
      action: t('Enter test mode'),
      cancel: t('Stay here'),
      onConfirm: () => enter(),
    })
}
