import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { newestArrivalsQuery } from '../../../api/arrival/arrivals.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { t } from '../../../languages/text.ts'

/**
 * A notice on the plan page that arrivals are held because the plan was used up. The user can admit them next
 * month or after a change to a larger plan.
 */
export function HeldForPlanNotice() {
  const waits = useQuery(newestArrivalsQuery({ status: 'held', code: 'PLAN_LIMIT' }, 1))
  if (waits.data === undefined || waits.data.items.length === 0) return null
  return (
    <Alert color="yellow" icon={<Inbox />} title={t('Arrivals are held: plan limit reached')} mb="md">
      <Group gap="sm" justify="space-between">
        <Text size="sm" flex="1 1 16rem">
          {t(
            'Admit the held arrivals next month, or when you have a larger plan. Spindle deletes held arrivals after 30 days, or after the time that the operator of this service has set.',
          )}
        </Text>
        <ButtonLink
          to="/arrivals"
          search={{ status: 'held', code: 'PLAN_LIMIT' }}
          size="xs"
          variant="default"
        >
          {t('See held arrivals')}
        </ButtonLink>
      </Group>
    </Alert>
  )
}
