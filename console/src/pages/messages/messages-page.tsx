import { useInfiniteQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { messagesQuery } from '../../api/sender/messages.ts'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { MessageBrowser } from '../../components/message/message-browser.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { MessageFilters, useMessageFilter } from './message-filters.tsx'
import { MessageStateBadge } from './message-state-badge.tsx'
import { OneLogged } from './one-logged.tsx'

/** Shows the log of messages with the opened message. */
export function MessagesPage() {
  const query = useInfiniteQuery(messagesQuery(useMessageFilter()))
  return (
    <>
      <PageHeader
        title="Messages"
        description="The e-mails of your spinners, with the result and the answer of the server."
      />
      <MessageFilters />
      <MessageBrowser
        query={query}
        renderBadge={({ state }) => <MessageStateBadge state={state} />}
        empty={
          <EmptyState
            icon={MailCheck}
            title="No messages"
            action={<ButtonLink to="/spinners">Open the spinners</ButtonLink>}
          >
            Each e-mail that a spinner sends appears here, with its result.
          </EmptyState>
        }
        opensUnlisted
      >
        {(id) => <OneLogged messageId={id} />}
      </MessageBrowser>
    </>
  )
}
