import { ActionIcon, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useLeaveTestMode } from '../../api/test-mode/test-mode.ts'
import { t } from '../../languages/text.ts'

/** A button that leaves test mode and returns to the real organization. */
export function LeaveButton() {
  const navigate = useNavigate()
  const leave = useLeaveTestMode(() => void navigate({ to: '/' }))
  const shared = { loading: leave.isPending, onClick: () => leave.mutate() }
  return (
    <>
      <Button size="xs" variant="default" visibleFrom="sm" {...shared}>
        {t('Leave')}
      </Button>
      <ActionIcon variant="default" size={30} hiddenFrom="sm" aria-label={t('Leave test mode')} {...shared}>
        <LogOut size={15} aria-hidden />
      </ActionIcon>
    </>
  )
}
