import { Group, Paper, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hasEnded, recipientsQuery } from '../../api/job/jobs.ts'
import { mayActOn } from '../../api/job/recipient-acts.ts'
import type { Job } from '../../api/schema.ts'
import { spinnerVersionQuery } from '../../api/spinner/spinners.ts'
import { countOf, recipientStatuses } from '../../components/job/recipient-statuses.ts'
import { wordsOfDuration } from '../../components/time/duration.ts'
import { useNow } from '../../components/time/use-now.ts'
import { t } from '../../languages/text.ts'
import { secondsOf } from './job-words.ts'
import { PeopleList } from './steps/people-list.tsx'

const states = Object.keys(recipientStatuses) as (keyof typeof recipientStatuses)[]

/** Shows the result of a job with a single recipient, for which charts and cards would say less. */
export function OneRecipient({ job }: { job: Job }) {
  const status = states.find((one) => countOf(job.counts, one) > 0) ?? 'pending'
  const { icon: Icon, color, word } = recipientStatuses[status]
  const seconds = secondsOf(job, useNow(!hasEnded(job)))
  const query = useInfiniteQuery(recipientsQuery(job.id))
  const { data: version } = useQuery(spinnerVersionQuery(job.spinnerId, job.spinnerVersion))
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('The recipient')}>
      <Group gap="sm" align="center" mb="sm">
        <Icon size={20} color={color} aria-hidden />
        <Text fw={650} size="lg" role="status">
          {word}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          {[
            t('One recipient'),
            seconds !== null &&
              (hasEnded(job)
                ? t('took {duration}', { duration: wordsOfDuration(seconds) })
                : t('for {duration}', { duration: wordsOfDuration(seconds) })),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {job.startedAt !== null && (
        <PeopleList
          spinnerId={job.spinnerId}
          version={version}
          query={query}
          {...(mayActOn(job) ? { jobId: job.id } : {})}
        />
      )}
    </Paper>
  )
}
