import { Badge, Drawer, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/account/organization.ts'
import { useMay } from '../../api/account/session.ts'
import { messageQuery } from '../../api/sender/messages.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { MessageOrigin } from '../../components/message/message-origin.tsx'
import { RenderedMessage } from '../../components/message/rendered-message.tsx'
import { dateAndTimeIn } from '../../components/time/zoned-time.ts'
import { t } from '../../languages/text.ts'
import { PlayInbound } from './play-inbound.tsx'

/** A captured message as it would have been sent, with a form that simulates a reaction of its recipient. */
export function EntryDrawer({ messageId, onClose }: { messageId: string | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={messageId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('Captured message')}
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
            <MessageOrigin message={message} time={dateAndTimeIn(timeZone, message.createdAt)} />
            <Badge variant="default" tt="none">
              {t('E-mail not sent: captured in test mode')}
            </Badge>
          </Group>
          {mayPlay && <PlayInbound key={messageId} messageId={messageId} />}
          <RenderedMessage {...message} />
        </Stack>
      )}
    </Loaded>
  )
}
