import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/account/session.ts'
import type { Mailbox, Sender } from '../../api/schema.ts'
import {
  type EventProvider,
  eventUrlsQuery,
  mailboxesQuery,
  useRevokeEventUrl,
  useRotateEventUrl,
} from '../../api/sender/replies.ts'
import { sendersQuery } from '../../api/sender/senders.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { ForAdmins } from '../../components/for-admins.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'

const providers: readonly { readonly id: EventProvider; readonly name: string; readonly where: string }[] = [
  {
    id: 'ses',
    name: 'Amazon SES',
    where: t(
      'Subscribe the event URL by HTTPS to the Amazon SNS topics of bounces and complaints, without raw message delivery.',
    ),
  },
  {
    id: 'postmark',
    name: 'Postmark',
    where: t('Enter the event URL in Postmark as a webhook for bounces and spam complaints.'),
  },
]

/** Shows how replies, bounces and complaints are received: by mailboxes and by events of providers. */
export function RepliesPage() {
  const mailboxes = useQuery(mailboxesQuery)
  const senders = useQuery(sendersQuery).data?.items
  const isAdmin = useMay('admin')
  return (
    <>
      <PageHeader
        title={t('Replies')}
        description={t(
          'Replies, bounces and complaints stop further messages to a recipient, as set in each spinner under “Events that stop messages to a recipient”.',
        )}
        guide="use/replies"
      />
      <Stack gap="xl">
        <section aria-labelledby="mailboxes">
          <Title order={2} id="mailboxes" mb="sm">
            {t('Mailboxes')}
          </Title>
          <Loaded query={mailboxes}>
            {(all) =>
              all.length === 0 ? (
                <Paper withBorder p="md">
                  <Text c="dimmed">
                    {t(
                      'Spindle reads no mailbox yet. Google and Microsoft 365 mailboxes are read as soon as you connect them.',
                    )}
                  </Text>
                </Paper>
              ) : (
                <Stack gap="sm">
                  {all.map((mailbox) => (
                    <OneMailbox
                      key={mailbox.senderId}
                      mailbox={mailbox}
                      sender={senders?.find(({ id }) => id === mailbox.senderId)}
                    />
                  ))}
                </Stack>
              )
            }
          </Loaded>
        </section>
        <section aria-labelledby="events">
          <Title order={2} id="events" mb="sm">
            {t('Events of e-mail providers')}
          </Title>
          {isAdmin ? (
            <EventUrls />
          ) : (
            <ForAdmins>
              {t('Only admins and owners of the organization can create the event URLs of providers.')}
            </ForAdmins>
          )}
        </section>
      </Stack>
    </>
  )
}

function OneMailbox({
  mailbox: { readAt, fault, quarantined, unverified, received },
  sender,
}: {
  mailbox: Mailbox
  sender: Sender | undefined
}) {
  const counts = [
    received.replies > 0 &&
      t('{count, plural, one {# reply} other {# replies}}', { count: received.replies }),
    received.autoReplies > 0 &&
      t('{count, plural, one {# automatic reply} other {# automatic replies}}', {
        count: received.autoReplies,
      }),
    received.bounces > 0 &&
      t('{count, plural, one {# bounce} other {# bounces}}', { count: received.bounces }),
    received.refusals > 0 &&
      t('{count, number} of them about the sender or the content', { count: received.refusals }),
    received.complaints > 0 &&
      t('{count, plural, one {# complaint} other {# complaints}}', { count: received.complaints }),
    received.unverified > 0 &&
      t('{count, plural, one {# e-mail that may be forged} other {# e-mails that may be forged}}', {
        count: received.unverified,
      }),
    received.unattributed > 0 &&
      t('{count, plural, one {# other e-mail} other {# other e-mails}}', { count: received.unattributed }),
  ].filter((words) => words !== false)
  return (
    <Paper withBorder p="md">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {sender?.name ?? '…'}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {sender?.readableAddress}
      </Text>
      <Text size="sm" mt="xs">
        {counts.length === 0
          ? t('Replies, bounces and other e-mails that this mailbox received in the last 30 days: none.')
          : t(
              'Replies, bounces and other e-mails that this mailbox received in the last 30 days: {counts}.',
              { counts: counts.join(', ') },
            )}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {readAt === null
          ? t('Mailbox not read yet')
          : rich('Read {moment}', { moment: <Moment at={readAt} /> })}
      </Text>
      {fault !== null && (
        <Alert
          color="red"
          mt="sm"
          title={
            fault.code === 'MAIL_FAILED' ? t('An e-mail was not processed') : t('The mailbox cannot be read')
          }
        >
          {fault.serverResponse}
        </Alert>
      )}
      {unverified.length > 0 && <UnverifiedFacts facts={unverified} />}
      {quarantined.length > 0 && (
        <Alert color="yellow" mt="sm" title={quarantinedMails(quarantined.length)}>
          {t(
            'Processing of these e-mails failed three times and is not retried. Find the e-mails in the mailbox and handle them yourself.',
          )}
          <List size="sm" mt="xs">
            {quarantined.map(({ messageId, receivedAt, reason }) => (
              <List.Item key={`${messageId} ${receivedAt}`} style={{ overflowWrap: 'anywhere' }}>
                <Moment at={receivedAt} /> {messageId ?? t('without a Message-ID')}: {reason.serverResponse}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Paper>
  )
}

const wordsOfKind: Readonly<Record<Mailbox['unverified'][number]['kind'], string>> = {
  reply: 'reply',
  autoReply: t('automatic reply'),
  hardBounce: 'bounce',
  softBounce: 'bounce',
  refusal: t('refusal of the sender'),
  complaint: 'complaint',
}

/**
 * Lists inbound mails, such as replies and bounces, that may be forged. Each has a link to the job of the
 * recipient that the mail names.
 */
function UnverifiedFacts({ facts }: { facts: Mailbox['unverified'] }) {
  return (
    <Alert color="gray" mt="sm" title={t('E-mails that may be forged')}>
      {t(
        'These e-mails name one of your recipients, but a stranger could have written them. They stopped no messages and suppressed no address. Check them in the mailbox.',
      )}
      <List size="sm" mt="xs">
        {facts.map(({ kind, at, jobId, recordId, path }) => (
          <List.Item key={`${kind} ${jobId} ${recordId} ${path}`}>
            {rich(
              'An e-mail (perhaps forged {kind}, received {moment}) names the recipient with record {recordId} at step {path} of <link>this job</link>',
              {
                kind: wordsOfKind[kind],
                moment: <Moment at={at} />,
                recordId,
                path,
                link: <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always" />,
              },
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function quarantinedMails(count: number): string {
  return count === 1
    ? t('1 received e-mail could not be processed in three attempts')
    : t('{count, number} received e-mails could not be processed in three attempts', { count })
}

function EventUrls() {
  const urls = useQuery(eventUrlsQuery)
  return (
    <Loaded query={urls}>
      {({ items }) => (
        <Stack gap="sm">
          {providers.map((provider) => (
            <OneProvider
              key={provider.id}
              provider={provider}
              createdAt={items.find((one) => one.provider === provider.id)?.createdAt ?? null}
            />
          ))}
        </Stack>
      )}
    </Loaded>
  )
}

function OneProvider({
  provider: { id, name, where },
  createdAt,
}: {
  provider: (typeof providers)[number]
  createdAt: string | null
}) {
  const rotate = useRotateEventUrl()
  const revoke = useRevokeEventUrl()
  const make = () => {
    if (createdAt === null) return rotate.mutate(id)
    askToConfirm({
      title: t('Replace the URL to which {name} reports bounces and complaints?', { name }),
      text: t(
        'Spindle creates another event URL. The event URL that {name} uses now stops working at once.',
        { name },
      ),
      action: t('Replace'),
      onConfirm: () => rotate.mutate(id),
    })
  }
  const confirmRevoke = () =>
    askToConfirm({
      title: t('Remove the URL to which {name} reports bounces and complaints?', { name }),
      text: t(
        'The event URL stops working at once, so bounces and complaints that {name} reports no longer stop messages. The same URL cannot be created again.',
        { name },
      ),
      action: t('Remove'),
      isDangerous: true,
      onConfirm: () => revoke.mutate(id),
    })
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed" component="div">
            {createdAt === null
              ? t('No event URL yet')
              : rich('URL created {moment}', { moment: <Moment at={createdAt} /> })}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" size="xs" loading={rotate.isPending} onClick={make}>
            {createdAt === null ? t('Create an event URL') : t('Replace the event URL')}
          </Button>
          {createdAt !== null && (
            <Button
              variant="default"
              size="xs"
              loading={revoke.isPending}
              onClick={confirmRevoke}
              aria-label={t('Remove the event URL of {name}', { name })}
            >
              {t('Remove')}
            </Button>
          )}
        </Group>
      </Group>
      {rotate.data !== undefined && createdAt !== null && (
        <Stack gap={4} mt="sm">
          <SecretField label={t('Event URL for {name}, shown once', { name })} value={rotate.data.url} />
          <Text size="sm" c="dimmed">
            {where}
          </Text>
        </Stack>
      )}
    </Paper>
  )
}
