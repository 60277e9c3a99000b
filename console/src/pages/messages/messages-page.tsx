import { Code } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { messagesQuery } from '../../api/sender/messages.ts'
import { sendersQuery, sendsMail } from '../../api/sender/senders.ts'
import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { ExportCsv } from '../../components/export/export-csv.tsx'
import { AnchorLink, ButtonLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { MessageBrowser } from '../../components/message/message-browser.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { MessageFilters, useMessageFilter } from './message-filters.tsx'
import { MessageStatusBadge } from './message-status-badge.tsx'
import { OneLogged } from './one-logged.tsx'

/** Polling interval in ms for the list of messages, because jobs send messages while the page is open. */
const pollEveryMs = 4_000

/** Shows the log of sent and captured messages with the opened message. */
export function MessagesPage() {
  const filter = useMessageFilter()
  const query = useInfiniteQuery({
    ...messagesQuery(filter),
    // Polls only while one page is loaded, so that a user who has scrolled down is not disturbed.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? pollEveryMs : false),
  })
  return (
    <>
      <PageHeader
        title={t('Messages')}
        description={<Description />}
        actions={<ExportCsv path="/api/v1/messages" filter={{ ...filter }} fileName="messages.csv" />}
      />
      <MessageFilters />
      <MessageBrowser
        query={query}
        renderBadge={({ status }) => <MessageStatusBadge status={status} />}
        empty={<NoMessages hasMore={query.hasNextPage} />}
      >
        {(id) => <OneLogged messageId={id} />}
      </MessageBrowser>
    </>
  )
}

/** Says what the page lists, and whether messages are sent or captured. */
function Description() {
  const { data } = useQuery(sendersQuery)
  const isTestMode = useIsTestMode()
  if (isTestMode) return t('Test mode captures the e-mails of your spinners instead of sending them.')
  if (data === undefined || sendsMail(data))
    return t('The e-mails of your spinners, with the result and the answer of the server.')
  return rich(
    'Spindle sends no e-mails yet: it captures the e-mails of your spinners here. <link>Connect a mailbox</link> to send e-mails, or set <code>SMTP_URL</code> for the whole service.',
    {
      link: <AnchorLink to="/senders" inherit underline="always" />,
      code: <Code />,
    },
  )
}

/** Shown for an empty list. `hasMore` tells that a search has not read all messages yet. */
function NoMessages({ hasMore }: { hasMore: boolean }) {
  const isFiltered = Object.keys(useMessageFilter()).length > 0
  return (
    <EmptyState
      icon={MailCheck}
      title={isFiltered ? t('No matching messages') : t('No messages')}
      action={<ButtonLink to="/spinners">{t('Open the spinners')}</ButtonLink>}
    >
      {hasMore
        ? t('The newest messages were searched. Load more to search older messages.')
        : isFiltered
          ? t('No message matches. Change the filters above, or run a spinner that has an e-mail step.')
          : t('Each e-mail of a spinner appears here, with its result.')}
    </EmptyState>
  )
}
