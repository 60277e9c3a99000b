import { Group, Loader, Paper, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { usageQuery } from '../../api/account/organization.ts'
import { hasEnded, jobQuery } from '../../api/job/jobs.ts'
import { messageQuery, messagesQuery } from '../../api/sender/messages.ts'
import { ButtonLink } from '../../components/links.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'

const RenderedMessage = lazy(async () => ({
  default: (await import('../../components/message/rendered-message.tsx')).RenderedMessage,
}))

const pollEveryMs = 700

/** Shows the first e-mail of the first job as soon as it was sent or captured. */
export function FirstMessage({ jobId }: { jobId: string }) {
  const { data: job } = useQuery({
    ...jobQuery(jobId),
    refetchInterval: ({ state: { data } }) => (data !== undefined && hasEnded(data) ? false : pollEveryMs),
  })
  const ended = job !== undefined && hasEnded(job)
  // Loads the messages once more when the job ends, so an empty list counts as final only if it was requested
  // after the end.
  const list = useInfiniteQuery({
    ...messagesQuery({ jobId }, ended ? 'ended' : 'running'),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      !ended && (data?.pages[0]?.items.length ?? 0) === 0 ? pollEveryMs : false,
  })
  const id = list.data?.pages[0]?.items[0]?.id
  const single = useQuery({ ...messageQuery(id ?? ''), enabled: id !== undefined })
  const { data: message, error } = single
  const client = useQueryClient()
  // Loads the figures of the home page again, which would otherwise show no record and no e-mail for seconds.
  useEffect(() => {
    if (id !== undefined || ended)
      for (const { queryKey } of [usageQuery, { queryKey: ['overview'] }])
        void client.invalidateQueries({ queryKey })
  }, [client, id, ended])
  const isWithoutMail = ended && list.isSuccess && !list.isPlaceholderData && id === undefined
  const failure = error ?? list.error
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-message">
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={2} id="first-message">
          {message?.status === 'captured' ? t('Your first message, captured') : t('Your first message')}
        </Title>
        <ButtonLink to="/jobs/$jobId" params={{ jobId }} variant="default" size="sm">
          {t('See the job')}
        </ButtonLink>
      </Group>
      {message === undefined && failure !== null ? (
        <ProblemAlert error={failure} retry={() => (error === null ? list : single).refetch()} />
      ) : message === undefined ? (
        <Group gap="sm" role="status">
          {!isWithoutMail && <Loader size="sm" aria-hidden />}
          <Text size="sm" c="dimmed">
            {isWithoutMail
              ? t('The job ended without sending an e-mail. Open the job to see the reason for each record.')
              : ended
                ? t('Loading the first message.')
                : (job?.hint ?? t('The job is running.'))}
          </Text>
        </Group>
      ) : (
        <>
          {message.status === 'captured' && (
            <Text size="sm" c="dimmed" mb="md">
              {t('No mail server is configured, so Spindle captured the message instead of sending it.')}
            </Text>
          )}
          <Suspense>
            <RenderedMessage {...message} />
          </Suspense>
        </>
      )}
    </Paper>
  )
}
