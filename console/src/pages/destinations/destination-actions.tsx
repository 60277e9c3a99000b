import { ActionIcon, Button, Menu, Modal, Select, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, FastForward, History, Pause, Play, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  usePauseDestination,
  useRemoveDestination,
  useReplayEvents,
  useResumeDestination,
} from '../../api/event/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { useReturnFocus } from '../../components/dialog/use-return-focus.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'

/** The menu of a destination: pause and resume, skip, send past events, a new secret, and deletion. */
export function DestinationActions({ destination }: { destination: Destination }) {
  const { id, status } = destination
  const [replaying, setReplaying] = useState(false)
  const pause = usePauseDestination(id)
  const resume = useResumeDestination(id)
  const [isRotating, setRotating] = useState(false)
  const confirmRemove = useConfirmRemove(id)
  const confirmSkip = () =>
    askToConfirm({
      title: t('Skip the events that wait?'),
      text: t(
        'Events and retries that wait now are not delivered. The destination then receives new events only.',
      ),
      action: t('Skip events'),
      onConfirm: () => resume.mutate(true),
    })
  return (
    <>
      {status === 'active' ? (
        <Button
          variant="default"
          leftSection={<Pause size={16} aria-hidden />}
          loading={pause.isPending}
          onClick={() => pause.mutate()}
        >
          {t('Pause')}
        </Button>
      ) : (
        <Button
          leftSection={<Play size={16} aria-hidden />}
          loading={resume.isPending}
          onClick={() => resume.mutate(false)}
        >
          {t('Resume')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t('Further actions')}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FastForward size={16} aria-hidden />} onClick={confirmSkip}>
            {t('Skip waiting events')}
          </Menu.Item>
          <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={() => setReplaying(true)}>
            {t('Send past events')}
          </Menu.Item>
          <Menu.Item leftSection={<RefreshCw size={16} aria-hidden />} onClick={() => setRotating(true)}>
            {t('Rotate secret')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={confirmRemove}>
            {t('Delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {replaying && <ReplayDialog destinationId={id} close={() => setReplaying(false)} />}
      {isRotating && <RotateSecretDialog destination={destination} close={() => setRotating(false)} />}
    </>
  )
}

function useConfirmRemove(destinationId: string): () => void {
  const remove = useRemoveDestination(destinationId)
  const navigate = useNavigate()
  return () =>
    askToConfirm({
      title: t('Delete this destination?'),
      text: t('No more events are sent to it. Its list of requests is deleted. This cannot be undone.'),
      action: t('Delete'),
      isDangerous: true,
      onConfirm: () => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/destinations' }) }),
    })
}

const hour = 60 * 60 * 1_000
const spans = [
  { value: String(hour), label: t('The last hour') },
  { value: String(24 * hour), label: t('The last day') },
  { value: String(7 * 24 * hour), label: t('The last 7 days') },
  { value: String(30 * 24 * hour), label: t('The last 30 days') },
]

function ReplayDialog({ destinationId, close }: { destinationId: string; close: () => void }) {
  useReturnFocus()
  const replay = useReplayEvents(destinationId)
  const [span, setSpan] = useState(String(24 * hour))
  const send = () => replay.mutate(new Date(Date.now() - Number(span)).toISOString(), { onSuccess: close })
  return (
    <Modal opened onClose={close} title={t('Send past events')}>
      <Stack>
        {replay.isError && <ProblemAlert error={replay.error} />}
        <Text size="sm">
          {t(
            'The events of this period are sent again, beside new events. The receiver recognizes events by their ids.',
          )}
        </Text>
        <Select
          label={t('Period of the events')}
          data={spans}
          value={span}
          allowDeselect={false}
          onChange={(value) => setSpan(value ?? String(hour))}
        />
        <FormFooter onCancel={close} isPending={replay.isPending} onAction={send}>
          {t('Send events')}
        </FormFooter>
      </Stack>
    </Modal>
  )
}
