import { Button, Code, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { attemptsQuery, useRepeatAttempt } from '../../api/event/destinations.ts'
import type { Destination, DestinationAttempt } from '../../api/schema.ts'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { showDone } from '../../components/show-done.ts'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { ResultBadge } from './destination-status-badge.tsx'
import { requestWords, resultWords } from './destination-words.ts'

/** Lists the last requests to a destination. Each that went to the present URL can be sent again. */
export function AttemptList({
  destination: { id: destinationId, urlChangedAt },
}: {
  destination: Destination
}) {
  const [shown, setShown] = useState<'all' | 'failed'>('all')
  const query = useInfiniteQuery({
    ...attemptsQuery(destinationId, shown === 'failed'),
    refetchInterval: 10_000,
  })
  const attempts = query.data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-labelledby="attempts">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="attempts">
          {t('Requests')}
        </Title>
        <SegmentedControl
          aria-label={t('Requests to show')}
          value={shown}
          onChange={(value) => setShown(value === 'failed' ? 'failed' : 'all')}
          data={[
            { value: 'all', label: t('All') },
            { value: 'failed', label: t('Failed') },
          ]}
        />
      </Group>
      {attempts === undefined && <NotLoaded query={query} />}
      {attempts?.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title={shown === 'failed' ? t('No failed requests') : t('No requests yet')}
        >
          {t('Requests appear here when events happen, or when you send a test event.')}
        </EmptyState>
      )}
      <Stack gap="xs">
        {attempts?.map((attempt) => (
          <Attempt
            key={attempt.id}
            attempt={attempt}
            destinationId={destinationId}
            isToFormerUrl={urlChangedAt !== null && attempt.at < urlChangedAt}
          />
        ))}
      </Stack>
      <LoadMore query={query} />
    </section>
  )
}

function Attempt({
  attempt,
  destinationId,
  isToFormerUrl,
}: {
  attempt: DestinationAttempt
  destinationId: string
  isToFormerUrl: boolean
}) {
  const repeat = useRepeatAttempt(destinationId)
  const { at, durationMs, response, retryAt, isGivenUp } = attempt
  const sendAgain = () =>
    repeat.mutate(attempt.id, {
      onSuccess: (result) =>
        showDone(t('The request was sent again. Result: {result}.', { result: resultWords(result) })),
    })
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0} flex={1}>
          <Group gap="xs">
            <ResultBadge attempt={attempt} />
            <Text size="sm">{requestWords(attempt)}</Text>
            <Text size="sm" c="dimmed">
              {rich('{moment}, {durationMs, number} ms', { moment: <Moment at={at} />, durationMs })}
            </Text>
          </Group>
          {response !== null && (
            <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {response}
            </Code>
          )}
          {isToFormerUrl && (
            <Text size="xs" c="dimmed">
              {t('Sent to an earlier URL.')}
            </Text>
          )}
          {retryAt !== null && !isToFormerUrl && (
            <Text size="xs" c="dimmed">
              {rich('Next attempt: {moment}', { moment: <Moment at={retryAt} /> })}
            </Text>
          )}
          {isGivenUp && (
            <Text size="xs" c="dimmed">
              {t('This was the last automatic attempt.')}
            </Text>
          )}
        </Stack>
        {!isToFormerUrl && (
          <Button
            variant="default"
            size="xs"
            leftSection={<RefreshCw size={14} aria-hidden />}
            loading={repeat.isPending}
            onClick={sendAgain}
          >
            {t('Send again')}
          </Button>
        )}
      </Group>
    </Paper>
  )
}
