import { Box, Button, Grid } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, MailCheck } from 'lucide-react'
import { messagesQuery } from '../../api/sender/messages.ts'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { ListSkeleton } from '../../components/loading/skeletons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { LoggedList } from './logged-list.tsx'
import { MessageFilters, useMessageFilter } from './message-filters.tsx'
import { OneLogged } from './one-logged.tsx'

/**
 * Shows the log of messages as a list beside the opened message. On narrow screens the message replaces the
 * list.
 */
export function MessagesPage() {
  const query = useInfiniteQuery(messagesQuery(useMessageFilter()))
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [chosen, choose] = useSearchParam('message')
  const messages = query.data?.pages.flatMap(({ items }) => items)
  const shown = chosen ?? (wide ? messages?.[0]?.id : undefined)
  const list =
    messages === undefined ? (
      query.isError ? (
        <ProblemAlert error={query.error} retry={query.refetch} />
      ) : (
        <ListSkeleton rows={6} />
      )
    ) : messages.length === 0 ? (
      <EmptyState
        icon={MailCheck}
        title="No messages"
        action={<ButtonLink to="/spinners">Open the spinners</ButtonLink>}
      >
        Each e-mail that a spinner sends appears here, with its result.
      </EmptyState>
    ) : (
      <>
        <LoggedList messages={messages} chosenId={shown} choose={choose} />
        <LoadMore query={query} />
      </>
    )
  return (
    <>
      <PageHeader
        title="Messages"
        description="The e-mails of your spinners, with the result and the answer of the server."
      />
      <MessageFilters />
      {shown === undefined ? (
        list
      ) : wide ? (
        <Grid gap="lg">
          <Grid.Col span={5}>{list}</Grid.Col>
          <Grid.Col span={7}>
            <Box pos="sticky" top="calc(var(--app-shell-header-offset, 0rem) + var(--mantine-spacing-xl))">
              <OneLogged messageId={shown} />
            </Box>
          </Grid.Col>
        </Grid>
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
          <OneLogged messageId={shown} />
        </>
      )}
    </>
  )
}
