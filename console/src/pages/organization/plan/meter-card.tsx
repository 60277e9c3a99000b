import { Group, Paper, Progress, Skeleton, Text } from '@mantine/core'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'

/**
 * Shows how much of a plan's limit is used. After a change to a smaller plan, more may be used than it
 * allows.
 */
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
  const share = shareOf(used, limit)
  const color = share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'spindle'
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Group gap={6} align="baseline" className="numbers">
        <Text fz="xl" fw={650}>
          {used.toLocaleString(language)}
        </Text>
        <Text size="sm" c="dimmed">
          {limit === null ? t('no limit') : t('of {limit, number}', { limit })}
        </Text>
      </Group>
      {limit !== null && (
        <Progress
          value={Math.min(100, share)}
          color={color}
          mt="xs"
          aria-label={t('{name}: {share} % used', { name, share: Math.round(share) })}
        />
      )}
      {limit !== null && used > limit && (
        <Text size="sm" c="dimmed" mt={4}>
          {t(
            'The used amount is {used, number} above the limit of the plan. What exists stays; nothing more can be added.',
            { used: used - limit },
          )}
        </Text>
      )}
    </Paper>
  )
}

/** Returns the used percentage of a plan's limit, which may be above 100; 0 if there is no limit. */
function shareOf(used: number, limit: number | null): number {
  if (limit === null) return 0
  return limit === 0 ? 100 : (used / limit) * 100
}
