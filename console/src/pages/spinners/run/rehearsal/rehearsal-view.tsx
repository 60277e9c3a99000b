import { Box, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Rehearsal } from '../../../../api/schema.ts'
import type { Rehearsed } from '../../../../api/spinner/rehearsals.ts'
import { ProblemAlert } from '../../../../components/problem/problem-alert.tsx'
import { t } from '../../../../languages/text.ts'
import { Excluded } from './rehearsal-summary.tsx'

const troubles: Readonly<Record<string, string>> = {
  failed: t('The rehearsal failed.'),
  interrupted: t('The rehearsal stopped because the service restarted.'),
  superseded: t('Another rehearsal of this spinner was started.'),
}

/** Shows a rehearsal: its progress, and then its figures. */
export function RehearsalView({
  rehearsal,
  error,
  nobody,
  onAgain,
  children,
}: {
  rehearsal: Rehearsal | undefined
  error: Error | null
  /** Shown instead of the figures if the job would take no records. */
  nobody?: ReactNode
  onAgain: () => void
  /** Renders the result of the finished rehearsal. */
  children: (result: Rehearsed) => ReactNode
}) {
  if (error !== null) return <ProblemAlert error={error} retry={onAgain} />
  const { status = 'running', progress = { done: 0, of: 0 }, result = null } = rehearsal ?? {}
  if (result?.audience.eligible === 0 && nobody !== undefined)
    return (
      <Stack gap="xs">
        {nobody}
        <Excluded {...result.audience} />
      </Stack>
    )
  if (result !== null) return children(result)
  if (status !== 'running')
    return (
      <Stack gap="xs" role="status">
        <Text size="sm">
          {troubles[status] ?? status} {rehearsal?.error}
        </Text>
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<RotateCcw size={14} aria-hidden />}
            onClick={onAgain}
          >
            {t('Rehearse again')}
          </Button>
        </Group>
      </Stack>
    )
  const percent = progress.of === 0 ? 0 : (progress.done / progress.of) * 100
  return (
    <Box role="group" aria-busy aria-label={t('Rehearsal')}>
      <Text size="sm" mb={6} className="numbers">
        {progress.of > 0
          ? t('The rehearsal checks each record and sends nothing: {done, number} of {of, number}…', {
              done: progress.done,
              of: progress.of,
            })
          : t('The rehearsal checks each record and sends nothing…')}
      </Text>
      <Progress value={percent} animated={percent < 100} aria-label={t('Records checked')} />
    </Box>
  )
}
