import { Code, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { outboxQuery } from '../../api/job/outbox.ts'
import { AnchorLink, ButtonLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { MessageBrowser } from '../../components/message/message-browser.tsx'
import { MessageDetails } from '../../components/message/message-details.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'

const pollEveryMs = 2_000

/** Shows the captured messages of one job or of all jobs. */
export function OutboxPage() {
  const [jobId] = useSearchParam('jobId')
  const query = useInfiniteQuery({
    ...outboxQuery(jobId),
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? pollEveryMs : false),
  })

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
      <MessageBrowser
        query={query}
        empty={
          <EmptyState
            icon={Mail}
            title="No captured messages"
            action={<ButtonLink to="/spinners">Open the spinners</ButtonLink>}
          >
            Run a spinner that has an e-mail step: each message appears here as it would have been sent. If an
            SMTP server is configured, messages are sent and not kept here.
          </EmptyState>
        }
      >
        {(_, message) => message && <MessageDetails message={message} />}
      </MessageBrowser>
    </>
  )
}
