import { Paper, Skeleton, Stack } from '@mantine/core'
import { t } from '../../languages/text.ts'

/** A grey placeholder that is shown while a list is loading. */
export function ListSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <Paper withBorder p="md" role="group" aria-busy aria-label={t('Loading')}>
      <Stack>
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={28} width={`${90 - row * 9}%`} />
        ))}
      </Stack>
    </Paper>
  )
}

/** A grey placeholder that is shown while a page is loading. */
export function PageSkeleton() {
  return (
    <Stack role="group" aria-busy aria-label={t('Loading')}>
      <Skeleton height={34} width={240} />
      <Skeleton height={18} width={380} maw="100%" />
      <ListSkeleton rows={5} />
    </Stack>
  )
}
