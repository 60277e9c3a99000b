import { Group, Paper, Progress, Skeleton, Text } from '@mantine/core'

/** How much of an allowance is used. */
export function MeterCard({
  name,
  used,
  limit,
}: {
  name: string
  used: number | undefined
  limit: number | null
}) {
  if (used === undefined) return <Skeleton height={104} />
  const share = limit === null || limit === 0 ? 0 : Math.min(100, (used / limit) * 100)
  const color = share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'spindle'
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Group gap={6} align="baseline" className="numbers">
        <Text fz="xl" fw={650}>
          {used.toLocaleString('en')}
        </Text>
        <Text size="sm" c="dimmed">
          {limit === null ? 'no limit' : `of ${limit.toLocaleString('en')}`}
        </Text>
      </Group>
      {limit !== null && (
        <Progress value={share} color={color} mt="xs" aria-label={`${name}: ${Math.round(share)} % used`} />
      )}
    </Paper>
  )
}
