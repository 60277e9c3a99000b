import { Badge, Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/account/organization.ts'
import { useMay } from '../../api/account/session.ts'
import { messageQuery } from '../../api/sender/messages.ts'
import { AnchorLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { RenderedMessage } from '../../components/message/rendered-message.tsx'
import { PersonLink } from '../../components/person-link.tsx'
import { dateAndTimeIn } from '../../components/time/zoned-time.ts'
import { PlayInbound } from './play-inbound.tsx'

/** A captured message as it would have been sent, with a form that simulates a reaction of its recipient. */
export function EntryDrawer({ messageId, onClose }: { messageId: string | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={messageId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title="Captured message"
    >
      {messageId !== undefined && <Captured messageId={messageId} />}
    </Drawer>
  )
}

function Captured({ messageId }: { messageId: string }) {
  const query = useQuery(messageQuery(messageId))
  const timeZone = useQuery(organizationQuery).data?.timeZone ?? 'UTC'
  const mayPlay = useMay('editor')
  return (
    <Loaded query={query}>
      {(message) => (
        <Stack gap="lg">
          <Group gap="xs" justify="space-between">
            <Text size="sm" c="dimmed" component="div">
              {dateAndTimeIn(timeZone, message.createdAt)} · step {message.step + 1} of{' '}
              <AnchorLink to="/jobs/$jobId" params={{ jobId: message.jobId }} inherit underline="always">
                its job
              </AnchorLink>{' '}
              · <PersonLink address={message.to}>See the person’s history</PersonLink>
            </Text>
            <Badge variant="default" tt="none">
              E-mail not sent: captured in test mode
            </Badge>
          </Group>
          {mayPlay && <PlayInbound key={messageId} messageId={messageId} />}
          <RenderedMessage {...message} />
        </Stack>
      )}
    </Loaded>
  )
}
