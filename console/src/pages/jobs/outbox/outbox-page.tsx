import { Box, Button, Code, Grid, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, Mail } from 'lucide-react'
import { outboxQuery } from '../../../api/job/outbox.ts'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { LoadMore } from '../../../components/loading/load-more.tsx'
import { ListSkeleton } from '../../../components/loading/skeletons.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { useSearchParam } from '../../../components/search-param.ts'
import { MessageList } from './message-list.tsx'
import { OneMessage } from './one-message.tsx'

const pollEveryMs = 2_000

/**
 * Shows captured messages as a list beside the opened message. On narrow screens the message replaces the
 * list.
 */
export function OutboxPage() {
  const [jobId] = useSearchParam('jobId')
  const query = useInfiniteQuery({
    ...outboxQuery(jobId),
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? pollEveryMs : false),
  })
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [chosenId, choose] = useSearchParam('message')
  const messages = query.data?.pages.flatMap(({ items }) => items)
  const chosen = messages?.find(({ id }) => id === chosenId) ?? (wide ? messages?.[0] : undefined)

  return (
    <>
      <PageHeader
        title="Outbox"
        description={
          <>
            While no SMTP server is configured, the e-mails of your jobs are captured here instead of being
            sent. Set <Code>SMTP_URL</Code> to send them.
            {jobId !== undefined && (
              <Text mt="xs" component="div">
                Messages of{' '}
                <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always">
                  one job
                </AnchorLink>
                .{' '}
                <AnchorLink to="/outbox" underline="always">
                  Show all
                </AnchorLink>
              </Text>
            )}
          </>
        }
      />
      {messages === undefined ? (
        query.isError ? (
          <ProblemAlert error={query.error} retry={query.refetch} />
        ) : (
          <ListSkeleton rows={6} />
        )
      ) : messages.length === 0 ? (
        <EmptyState
          icon={Mail}
          title="No captured messages"
          action={<ButtonLink to="/spinners">Open the spinners</ButtonLink>}
        >
          Run a spinner that has an e-mail step: each message appears here as it would have been sent. If an
          SMTP server is configured, messages are sent and not kept here.
        </EmptyState>
      ) : wide ? (
        <Grid gap="lg">
          <Grid.Col span={5}>
            <MessageList messages={messages} chosenId={chosen?.id} choose={choose} />
            <LoadMore query={query} />
          </Grid.Col>
          <Grid.Col span={7}>
            <Box pos="sticky" top="calc(var(--app-shell-header-offset, 0rem) + var(--mantine-spacing-xl))">
              {chosen && <OneMessage message={chosen} />}
            </Box>
          </Grid.Col>
        </Grid>
      ) : chosen === undefined ? (
        <>
          <MessageList messages={messages} choose={choose} />
          <LoadMore query={query} />
        </>
      ) : (
        <>
          <Button
            variant="default"
            size="sm"
            mb="md"
            leftSection={<ArrowLeft size={16} aria-hidden />}
            onClick={() => choose(undefined)}
          >
            All messages
          </Button>
          <OneMessage message={chosen} />
        </>
      )}
    </>
  )
}
