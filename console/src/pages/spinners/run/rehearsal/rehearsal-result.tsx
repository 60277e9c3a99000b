import { Box, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { CircleCheck, CircleX, Hourglass, type LucideIcon, Send, SkipForward } from 'lucide-react'
import type { SpinnerVersion } from '../../../../api/schema.ts'
import type { Rehearsed } from '../../../../api/spinner/rehearsals.ts'
import { presentTime } from '../../../../api/test-mode/present-time.ts'
import { recipientStatuses } from '../../../../components/job/recipient-statuses.ts'
import { usePlanWords } from '../../../../components/test-mode/use-plan-words.ts'
import { dateFormat } from '../../../../components/time/date-format.ts'
import { timeToTheMinute } from '../../../../components/time/exact-time.ts'
import { inSentence } from '../../../../languages/in-sentence.ts'
import { language } from '../../../../languages/language.ts'
import { t } from '../../../../languages/text.ts'
import { wordsOfReason } from '../../../jobs/job-words.ts'
import { stepsWithPlaces } from '../../steps/branches.ts'
import classes from './rehearsal-result.module.css'
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
  const { audience, steps, reasons, samples, usage } = result
  const placed = stepsWithPlaces(version?.steps ?? [])
  const plan = usePlanWords()
  return (
    <Stack gap="md" role="group" aria-label={t('Result of the rehearsal')}>
      <div>
        <Text size="sm" fw={600} className="numbers" aria-live="polite">
          {audience.eligible === 0
            ? t('There are no records to write to: the job would end at once.')
            : audience.eligible === 1
              ? t('The job would take 1 record.')
              : t('The job would take {count} records.', { count: number(audience.eligible) })}
        </Text>
        <PeopleOverDays result={result} />
        <Text size="sm" c="dimmed">
          {t('{times} {usage} The rehearsal has sent nothing.', {
            times: timesOf(result),
            usage: usageOf(usage, plan),
          })}
        </Text>
      </div>
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

/** Lists how many records the job leaves out, by reason. */
export function Excluded({ excluded }: Pick<Rehearsed['audience'], 'excluded'>) {
  if (excluded.length === 0) return null
  return (
    <Text size="sm">
      {t('Left out: {list}.', {
        list: excluded
          .map(({ code, count }) => `${number(count)} ${inSentence(wordsOfReason(code))}`)
          .join(', '),
      })}
    </Text>
  )
}

/** Says how many people the job writes to, how many a day, and until when, such as "212 people, about 40 a day". */
function PeopleOverDays({
  result: { people, maxPeoplePerDay, messagesToday, firstMessageAt, lastMessageAt },
}: {
  result: Rehearsed
}) {
  if (people === 0 || firstMessageAt === null) return null
  const [perDay, today] = [maxPeoplePerDay, messagesToday]
  return (
    <Text size="sm" fw={600} className="numbers">
      {lastMessageAt === null
        ? t(
            '{people, plural, one {# person} other {# people}}, about {perDay, number} a day, {today, plural, =0 {no message} one {# message} other {# messages}} today',
            { people, perDay, today },
          )
        : t(
            '{people, plural, one {# person} other {# people}}, about {perDay, number} a day, until {day}; {today, plural, =0 {no message} one {# message} other {# messages}} today',
            { people, perDay, today, day: dayOf(lastMessageAt) },
          )}
    </Text>
  )
}

function dayOf(at: string): string {
  return dateFormat({ day: 'numeric', month: 'long' }).format(new Date(at))
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

function timesOf({ firstMessageAt, lastMessageAt }: Rehearsed): string {
  if (firstMessageAt === null) return t('The job would send no message.')
  const first = wordsOfMoment(firstMessageAt)
  if (lastMessageAt === null)
    return t('The first message of the job is sent {first}, the last in more than three years.', { first })
  const last = wordsOfMoment(lastMessageAt)
  return first === last
    ? t('The job would send its messages {first}.', { first })
    : t('The first message of the job is sent {first}, the last about {last}.', { first, last })
}

const aMinuteMs = 60_000

function wordsOfMoment(at: string): string {
  const moment = new Date(at)
  if (moment.getTime() - presentTime() < aMinuteMs) return t('at once')
  return t('on {time}', { time: timeToTheMinute(at) })
}

function usageOf({ records, jobs }: Rehearsed['usage'], plan: string): string {
  const parts = [
    ...(jobs > 0 ? [t('{jobs, plural, one {# job} other {# jobs}}', { jobs })] : []),
    ...(records > 0 ? [t('{count} records', { count: number(records) })] : []),
  ]
  return parts.length === 0
    ? ''
    : t('The job counts as {parts} toward {plan}.', { parts: parts.join(t(' and ')), plan })
}
