import { Alert, Button, Group, Text } from '@mantine/core'
import { CirclePause, CirclePlay } from 'lucide-react'
import type { Pause } from '../../../api/schema.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { pausedBy } from '../../../components/job/paused-by.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { t } from '../../../languages/text.ts'

/** An alert that says who paused the spinner with all of its jobs, with a button to resume it. */
export function PausedAlert({
  pause,
  isPending,
  onResume,
}: {
  pause: Pause
  isPending: boolean
  onResume: () => void
}) {
  return (
    <Alert
      color="orange"
      icon={<CirclePause aria-hidden />}
      mb="lg"
      role="status"
      title={t('This spinner and all of its jobs are paused')}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 18rem' }}>
          {t('Paused')} {pause.at !== null && <Moment at={pause.at} />}
          {t(
            '{pausedBy}. The spinner sends nothing and does not start automatically. Messages that become due meanwhile are sent after you resume the spinner.',
            { pausedBy: pausedBy(pause) },
          )}
        </Text>
        <ForEditors>
          <Button
            size="xs"
            leftSection={<CirclePlay size={14} aria-hidden />}
            loading={isPending}
            onClick={onResume}
          >
            {t('Resume')}
          </Button>
        </ForEditors>
      </Group>
    </Alert>
  )
}
