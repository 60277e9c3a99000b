import { Badge, Group, List, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Plan } from '../../../api/schema.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'

/** Shows the limits of a plan. */
export function PlanCard({
  plan,
  present,
  children,
}: {
  plan: Plan
  present: boolean
  children?: ReactNode
}) {
  const { records, jobs, dataTables, spinners, requestsPerSecond } = plan.limits
  return (
    <Paper
      withBorder
      p="md"
      {...(present ? { style: { borderColor: 'var(--mantine-primary-color-filled)' } } : {})}
    >
      <Stack gap="xs" h="100%">
        <Group justify="space-between">
          <Text fw={650}>{plan.name}</Text>
          {present && (
            <Badge variant="light" tt="none">
              {t('Your plan')}
            </Badge>
          )}
        </Group>
        <List size="sm" listStyleType="none" flex={1}>
          <List.Item>{t('{amount} records a month', { amount: amountOf(records) })}</List.Item>
          <List.Item>{t('{amount} jobs a month', { amount: amountOf(jobs) })}</List.Item>
          <List.Item>{t('{amount} data tables', { amount: amountOf(dataTables) })}</List.Item>
          <List.Item>{t('{amount} spinners', { amount: amountOf(spinners) })}</List.Item>
          <List.Item>
            {t('{amount} API requests a second', { amount: amountOf(requestsPerSecond) })}
          </List.Item>
          <List.Item>{plan.hasApiKeys ? t('API keys included') : t('No API keys included')}</List.Item>
        </List>
        {children}
      </Stack>
    </Paper>
  )
}

function amountOf(limit: number | null): string {
  return limit === null ? t('Unlimited') : limit.toLocaleString(language)
}
