import { Group, Loader, Paper, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { hasEnded, jobQuery } from '../../api/job/jobs.ts'
import { messageQuery, messagesQuery } from '../../api/sender/messages.ts'
import { ButtonLink } from '../../components/links.tsx'

const RenderedMessage = lazy(async () => ({
  default: (await import('../../components/message/rendered-message.tsx')).RenderedMessage,
}))

const lookEvery = 700

/** What the first job has sent: the point of the three steps. */
export function FirstMessage({ jobId }: { jobId: string }) {
  const { data: job } = useQuery({
    ...jobQuery(jobId),
    refetchInterval: ({ state: { data } }) => (data !== undefined && hasEnded(data) ? false : lookEvery),
  })
  const ended = job !== undefined && hasEnded(job)
  const list = useInfiniteQuery({
    ...messagesQuery({ jobId }),
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.items.length === 0 ? lookEvery : false),
  })
  const id = list.data?.pages[0]?.items[0]?.id
  const { data: message } = useQuery({ ...messageQuery(id ?? ''), enabled: id !== undefined })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-message">
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={2} id="first-message">
          {message?.state === 'captured' ? 'Your first message, captured' : 'Your first message'}
        </Title>
        <ButtonLink to="/jobs/$jobId" params={{ jobId }} variant="default" size="sm">
          See the job
        </ButtonLink>
      </Group>
      {message === undefined ? (
        <Group gap="sm" role="status">
          {!ended && <Loader size="sm" aria-hidden />}
          <Text size="sm" c="dimmed">
            {ended
              ? 'The job has ended without an e-mail; it says what became of each record.'
              : (job?.hint ?? 'The job is running.')}
          </Text>
        </Group>
      ) : (
        <>
          {message.state === 'captured' && (
            <Text size="sm" c="dimmed" mb="md">
              It stays here, because no mail server is configured: nobody got it.
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
