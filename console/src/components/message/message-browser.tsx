import { Box, Button, Grid } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../languages/text.ts'
import { LoadMore } from '../loading/load-more.tsx'
import { NotLoaded } from '../loading/loaded.tsx'
import { useSearchParam } from '../search-param.ts'
import { type ListedMessage, MessageList } from './message-list.tsx'

interface MessageBrowserProps<Item extends ListedMessage> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }>>
  /** Returns the badge of a message in the list, such as its state. */
  readonly renderBadge: (message: Item) => ReactNode
  /** The content that replaces the list of messages if it is empty. */
  readonly empty: ReactNode
  /** Renders an opened message, which the loaded pages of the list may not contain. */
  readonly children: (id: string) => ReactNode
}

/**
 * Shows a list of messages beside the opened message. On narrow screens the message replaces the list. The
 * page's URL keeps which message is open.
 */
export function MessageBrowser<Item extends ListedMessage>(props: MessageBrowserProps<Item>) {
  const { query, renderBadge, empty, children } = props
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [chosenId, choose] = useSearchParam('message')
  const messages = query.data?.pages.flatMap(({ items }) => items)
  const shownId = chosenId ?? (wide ? messages?.[0]?.id : undefined)
  const list =
    messages === undefined ? (
      <NotLoaded query={query} rows={6} />
    ) : messages.length === 0 ? (
      <>
        {empty}
        <LoadMore query={query} />
      </>
    ) : (
      <>
        <MessageList messages={messages} shownId={shownId} show={choose} renderBadge={renderBadge} />
        <LoadMore query={query} />
      </>
    )
  if (shownId === undefined) return list
  const opened = children(shownId)
  return wide ? (
    <Grid gap="lg">
      <Grid.Col span={5}>{list}</Grid.Col>
      <Grid.Col span={7}>
        <Box pos="sticky" top="calc(var(--app-shell-header-offset, 0rem) + var(--mantine-spacing-xl))">
          {opened}
        </Box>
      </Grid.Col>
    </Grid>
  ) : (
    <>
      <Box mb="md">
        <Button
          variant="default"
          size="sm"
          leftSection={<ArrowLeft size={16} aria-hidden />}
          onClick={() => choose(undefined)}
        >
          {t('All messages')}
        </Button>
      </Box>
      {opened}
    </>
  )
}
