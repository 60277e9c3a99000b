import { Badge, Group, List, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Plan } from '../../../api/schema.ts'

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
              Your plan
            </Badge>
          )}
        </Group>
        <List size="sm" listStyleType="none" flex={1}>
          <List.Item>{amountOf(records)} records a month</List.Item>
          <List.Item>{amountOf(jobs)} jobs a month</List.Item>
          <List.Item>{amountOf(dataTables)} data tables</List.Item>
          <List.Item>{amountOf(spinners)} spinners</List.Item>
          <List.Item>{amountOf(requestsPerSecond)} API requests a second</List.Item>
          <List.Item>{plan.hasApiKeys ? 'API keys included' : 'No API keys included'}</List.Item>
        </List>
        {children}
      </Stack>
    </Paper>
  )
}

function amountOf(limit: number | null): string {
  return limit === null ? 'Unlimited' : limit.toLocaleString('en')
}
