import { Text } from '@mantine/core'
import type { Rehearsed } from '../../../../api/spinner/rehearsals.ts'
import { presentTime } from '../../../../api/test-mode/present-time.ts'
import { usePlanWords } from '../../../../components/test-mode/use-plan-words.ts'
import { dateFormat } from '../../../../components/time/date-format.ts'
import { timeToTheMinute } from '../../../../components/time/exact-time.ts'
import { inSentence } from '../../../../languages/in-sentence.ts'
import { language } from '../../../../languages/language.ts'
import { t } from '../../../../languages/text.ts'
import { wordsOfReason } from '../../../jobs/job-words.ts'

const number = (count: number) => count.toLocaleString(language)

/** Says whom the job writes to, how many people a day, and when its messages are sent. */
export function RehearsalSummary({ result }: { result: Rehearsed }) {
  const { audience, usage } = result
  const plan = usePlanWords()
  return (
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
