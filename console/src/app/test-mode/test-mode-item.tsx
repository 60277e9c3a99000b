import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useLeaveTestMode } from '../../api/test-mode/test-mode.ts'
import { useOfferTestMode } from '../../components/test-mode/use-offer-test-mode.tsx'
import { t } from '../../languages/text.ts'

/** The menu item that explains and enters test mode, or leaves it. */
export function TestModeItem({ isTestMode }: { isTestMode: boolean }) {
  const navigate = useNavigate()
  const { mutate: leave } = useLeaveTestMode(() => void navigate({ to: '/' }))
  const offer = useOfferTestMode()
  return (
    <Menu.Item
      leftSection={<FlaskConical size={16} aria-hidden />}
      onClick={isTestMode ? () => leave() : offer}
    >
      {isTestMode ? t('Leave test mode') : t('Enter test mode…')}
    </Menu.Item>
  )
}
