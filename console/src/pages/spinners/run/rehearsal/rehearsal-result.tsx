import { Box, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { CircleCheck, CircleX, Hourglass, type LucideIcon, Send, SkipForward } from 'lucide-react'
import type { SpinnerVersion } from '../../../../api/schema.ts'
import type { Rehearsed } from '../../../../api/spinner/rehearsals.ts'
import { recipientStatuses } from '../../../../components/job/recipient-statuses.ts'
import { language } from '../../../../languages/language.ts'
import { t } from '../../../../languages/text.ts'
import { wordsOfReason } from '../../../jobs/job-words.ts'
import { stepsWithPlaces } from '../../steps/branches.ts'
import classes from './rehearsal-result.module.css'
import { Excluded, RehearsalSummary } from './rehearsal-summary.tsx'
import { RehearsedSamples } from './rehearsed-samples.tsx'
import { RehearsedSteps } from './rehearsed-steps.tsx'

const number = (count: number) => count.toLocaleString(language)

const figures = [
  {
    of: 'sends',
    icon: Send,
    color: 'var(--mantine-color-spindle-5)',
    word: t('Messages'),
    means: t('are sent'),
  },
  {
    of: 'skips',
    icon: SkipForward,
    color: 'var(--mantine-color-dimmed)',
    word: t('Skipped'),
    means: t('end early'),
  },
  {
    of: 'fails',
    icon: CircleX,
    color: 'var(--mantine-color-red-7)',
    word: t('Fail'),
    means: t('until you fix the cause'),
  },
  {
    of: 'waits',
    icon: Hourglass,
    color: 'var(--mantine-color-spindle-3)',
    word: t('Wait'),
    means: t('beyond the wait steps'),
  },
] as const

/** Shows the result of a rehearsal: what a job would do, computed over its whole audience. */
export function RehearsalResult({
  result,
  version,
  dataTableId,
}: {
  result: Rehearsed
  version: Pick<SpinnerVersion, 'steps' | 'metadataColumns'> | undefined
  dataTableId: string
}) {
  const { audience, steps, reasons, samples } = result
  const placed = stepsWithPlaces(version?.steps ?? [])
  return (
    <Stack gap="md" role="group" aria-label={t('Result of the rehearsal')}>
      <RehearsalSummary result={result} />
      {audience.eligible > 0 && (
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
          {figures.map(({ of, ...figure }) => (
            <Figure key={of} {...figure} count={steps.reduce((all, step) => all + step[of], 0)} />
          ))}
        </SimpleGrid>
      )}
      <Excluded {...audience} />
      {audience.eligible > 0 && <RehearsedSteps steps={steps} placed={placed} />}
      {reasons.length > 0 && <Reasons reasons={reasons} />}
      {samples.length > 0 && (
        <RehearsedSamples
          samples={samples}
          placed={placed}
          columns={version?.metadataColumns ?? []}
          dataTableId={dataTableId}
        />
      )}
      {reasons.length === 0 && audience.eligible > 0 && (
        <Group gap={6} wrap="nowrap">
          <CircleCheck size={15} color="var(--mantine-color-teal-7)" aria-hidden />
          <Text size="sm">{t('Every recipient of the job gets every step.')}</Text>
        </Group>
      )}
    </Stack>
  )
}

function Reasons({ reasons }: Pick<Rehearsed, 'reasons'>) {
  return (
    <section aria-labelledby="rehearsed-reasons">
      <Title order={3} size="h5" id="rehearsed-reasons" mb={4}>
        {t('Why some recipients get no message, or a later one')}
      </Title>
      <Stack component="ul" gap={2} className="plain-list">
        {reasons.map(({ code, status, count }) => {
          const { icon: Icon, color, word } = recipientStatuses[status]
          return (
            <Group component="li" gap="sm" wrap="nowrap" key={`${code} ${status}`}>
              <Icon size={15} color={color} aria-hidden style={{ flexShrink: 0 }} />
              <Text size="sm" flex={1}>
                {wordsOfReason(code)}
              </Text>
              <Text size="sm" fw={600} className="numbers">
                {number(count)}
              </Text>
              <Text size="xs" c="dimmed" w={84} ta="right">
                {word}
              </Text>
            </Group>
          )
        })}
      </Stack>
    </section>
  )
}

function Figure({
  icon: Icon,
  color,
  word,
  means,
  count,
}: {
  icon: LucideIcon
  color: string
  word: string
  means: string
  count: number
}) {
  return (
    <Box className={classes['figure']}>
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Text fz="0.8125rem" fw={500}>
          {word}
        </Text>
        <Icon size={15} color={color} aria-hidden />
      </Group>
      <Text fz="1.25rem" fw={650} lh={1.4} className="numbers">
        {number(count)}
      </Text>
      <Text size="xs" c="dimmed">
        {means}
      </Text>
    </Box>
  )
}
