import { Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareReply } from 'lucide-react'
import type { LoggedMessage, Spinner } from '../../api/schema.ts'
import { latestRepliesQuery } from '../../api/sender/messages.ts'
import { AnchorLink, ButtonLink } from '../../components/links.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import classes from './decisions.module.css'

/** Lists the latest messages to which people have replied in the period of the overview; nothing without replies. */
export function LatestReplies({
  since,
  until,
  spinners,
}: {
  since: string
  until: string
  spinners: readonly Spinner[] | undefined
}) {
  const replies = useQuery(latestRepliesQuery(since)).data ?? []
  if (replies.length === 0) return null
  return (
    <section aria-labelledby="latest-replies">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} id="latest-replies">
          {t('Replies')}
        </Title>
        <AnchorLink
          to="/messages"
          search={{ reaction: 'reply', reactedSince: since, reactedUntil: until }}
          size="sm"
        >
          {t('All replies')}
        </AnchorLink>
      </Group>
      <Paper withBorder component="ul" m={0} p={0} className={classes['rows'] ?? ''}>
        {replies.map((message) => (
          <OneReply
            key={message.id}
            message={message}
            spinner={spinners?.find(({ id }) => id === message.spinnerId)?.name ?? null}
          />
        ))}
      </Paper>
    </section>
  )
}

function OneReply({
  message: { to, subject, createdAt },
  spinner,
}: {
  message: LoggedMessage
  spinner: string | null
}) {
  return (
    <Group component="li" gap="sm" px="md" py={10}>
      <MessageSquareReply
        size={18}
        color="var(--mantine-primary-color-filled)"
        style={{ flexShrink: 0 }}
        aria-hidden
      />
      <div className={classes['decision'] ?? ''}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {to}
        </Text>
        <Text size="sm" c="dimmed" component="div" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {subject}
          {' · '}
          {spinner !== null && `${spinner} · `}
          {rich('written {moment}', { moment: <Moment at={createdAt} /> })}
        </Text>
      </div>
      <ButtonLink to="/people" search={{ email: to }} size="xs" variant="default">
        {t('See the person')}
      </ButtonLink>
    </Group>
  )
}
