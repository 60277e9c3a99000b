import { Paper, Text, Timeline, Title } from '@mantine/core'
import type { Job } from '../../../api/schema.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { t } from '../../../languages/text.ts'
import { startedBy } from '../job-words.ts'
import { ProgressOverTime } from '../progress/progress-over-time.tsx'

interface JobEvent {
  readonly at: string
  readonly words: string
}

const endWords: Readonly<Record<string, string>> = {
  completed: t('Every recipient has ended'),
  failed: t('The job failed'),
  cancelled: t('The job was cancelled'),
}

/** Shows what happened to a job, newest first, and its progress over time. */
export function JobActivity({ job }: { job: Job }) {
  return (
    <>
      <Paper withBorder p="lg" component="section" aria-labelledby="activity">
        <Title order={2} id="activity" mb="md">
          {t('Activity')}
        </Title>
        <Timeline bulletSize={12} lineWidth={2}>
          {eventsOf(job).map(({ at, words }) => (
            <Timeline.Item key={`${at} ${words}`} title={words}>
              <Text size="sm" c="dimmed">
                <Moment at={at} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Paper>
      <ProgressOverTime job={job} />
    </>
  )
}

function eventsOf(job: Job): readonly JobEvent[] {
  const { createdAt, startedAt, finishedAt, status, pause, retries } = job
  const events: (JobEvent | null)[] = [
    { at: createdAt, words: startedBy(job) },
    startedAt === null ? null : { at: startedAt, words: t('The first recipients were processed') },
    pause === null || pause.at === null
      ? null
      : { at: pause.at, words: t('Paused by {name}', { name: pause.by?.name ?? t('the service') }) },
    ...retries.map((retry) => ({
      at: retry.createdAt,
      words: t('Failed recipients were retried by another job'),
    })),
    finishedAt === null ? null : { at: finishedAt, words: endWords[status] ?? t('The job ended') },
  ]
  return events.filter((event) => event !== null).toSorted((a, b) => (a.at < b.at ? 1 : -1))
}
