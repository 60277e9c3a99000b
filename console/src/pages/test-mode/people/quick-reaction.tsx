import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { Ellipsis, Reply } from 'lucide-react'
import { useMay } from '../../../api/account/session.ts'
import { type Inbound, usePlayInbound } from '../../../api/test-mode/test-timeline.ts'
import { showProblem } from '../../../components/problem/show-problem.tsx'
import { showDone } from '../../../components/show-done.ts'
import { t } from '../../../languages/text.ts'
import { inboundKindNames, inboundKinds } from '../inbound-kinds.ts'

const week = 604_800

/** A button that simulates a reply to a message with a sample text, and a menu with the other reactions. */
export function QuickReaction({
  messageId,
  onOther,
}: {
  messageId: string
  /** Opens the message, whose form simulates a reaction with another text. */
  onOther: (messageId: string) => void
}) {
  const mayPlay = useMay('editor')
  const play = usePlayInbound()
  if (!mayPlay) return null
  const react = (kind: Inbound['kind']) =>
    play.mutate(
      { messageId, kind, text: inboundKinds[kind].sample, awaySeconds: kind === 'autoReply' ? week : null },
      {
        onSuccess: () => showDone(t('{label} simulated.', { label: inboundKinds[kind].label })),
        onError: (error) => showProblem(error, t('The reaction was not simulated')),
      },
    )
  return (
    <Group gap={4}>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Reply size={12} aria-hidden />}
        loading={play.isPending}
        onClick={() => react('reply')}
      >
        {t('Simulate a reply')}
      </Button>
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <ActionIcon size={24} variant="subtle" color="gray" aria-label={t('More reactions')}>
            <Ellipsis size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {inboundKindNames
            .filter((kind) => kind !== 'reply')
            .map((kind) => (
              <Menu.Item key={kind} onClick={() => react(kind)}>
                {inboundKinds[kind].label}
              </Menu.Item>
            ))}
          <Menu.Divider />
          <Menu.Item onClick={() => onOther(messageId)}>{t('Write the reaction…')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
