import { Badge, Button, Group, Modal, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import type { Sender } from '../../api/schema.ts'
import { senderPoolsQuery } from '../../api/sender/sender-pools.ts'
import {
  useChangeSender,
  useConnect,
  useDisconnectSender,
  usePauseSender,
  useResumeSender,
} from '../../api/sender/senders.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { ForEditors } from '../../components/for-editors.tsx'
import { EditProblem } from '../../components/problem/edit-problem.tsx'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'
import { SenderDomain } from './sender-domain.tsx'
import { SenderFault } from './sender-fault.tsx'
import { requestOfDraft, type SenderDraft, SenderForm } from './sender-form.tsx'
import { kindWords, limitWords, pauseWords, readingWords, statusWords } from './sender-words.ts'
import { SpinnerPauses } from './spinner-pauses.tsx'

/** Shows a sender, its health and the actions for it. */
export function SenderCard({ sender }: { sender: Sender }) {
  const { name, readableAddress, kind, status, isDefault, usedToday, allowedToday } = sender
  const titleId = `sender-${sender.id}`
  const pool = useQuery(senderPoolsQuery).data?.items.find(({ id }) => id === sender.poolId)
  return (
    <Paper withBorder p="md" component="article" aria-labelledby={titleId}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
            <Title order={2} size="h4" id={titleId} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {readableAddress} · {kindWords[kind]}
            </Text>
          </div>
          <Group gap="xs">
            {isDefault && (
              <Badge variant="light" tt="none">
                {t('Default')}
              </Badge>
            )}
            <Badge variant="dot" color={statusWords[status].color} tt="none">
              {statusWords[status].label}
            </Badge>
          </Group>
        </Group>
        <SenderFault sender={sender} />
        <SpinnerPauses sender={sender} />
        <div>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {limitWords(sender, pool?.name)}
          </Text>
          {sender.pause !== null && (
            <Text size="sm" c="orange.8" mt={6}>
              {pauseWords(sender.pause)}
            </Text>
          )}
          {allowedToday !== null && (
            <Progress
              mt={6}
              size="sm"
              value={Math.min(100, (usedToday / allowedToday) * 100)}
              aria-label={t('{usedToday} of {allowedToday} messages sent today', { usedToday, allowedToday })}
            />
          )}
          <Text size="sm" mt={6}>
            {readingWords(sender)}
          </Text>
        </div>
        <SenderDomain sender={sender} />
        <SenderActions sender={sender} />
      </Stack>
    </Paper>
  )
}

function SenderActions({ sender }: { sender: Sender }) {
  const { id, name, kind, status } = sender
  const isAdmin = useMay('admin')
  const pause = usePauseSender(id)
  const resume = useResumeSender(id)
  const connect = useConnect()
  const [isEdited, { open, close }] = useDisclosure()
  const needsConsent = status === 'needsAttention' && (kind === 'google' || kind === 'microsoft')
  return (
    <Group gap="xs">
      {needsConsent && isAdmin && (
        <Button
          size="xs"
          loading={connect.isPending}
          onClick={() => connect.mutate(kind)}
          aria-label={t('Reconnect {name}', { name })}
        >
          {t('Reconnect')}
        </Button>
      )}
      <ForEditors>
        {status !== 'connected' && !needsConsent && (
          <Button
            size="xs"
            loading={resume.isPending}
            onClick={() => resume.mutate(undefined)}
            aria-label={t('Resume {name}', { name })}
          >
            {status === 'paused' ? t('Resume') : t('Try again')}
          </Button>
        )}
        {status === 'connected' && (
          <Button
            size="xs"
            variant="default"
            loading={pause.isPending}
            onClick={() => pause.mutate(undefined)}
            aria-label={t('Pause {name}', { name })}
          >
            {t('Pause')}
          </Button>
        )}
      </ForEditors>
      {isAdmin && (
        <>
          <Button size="xs" variant="default" onClick={open} aria-label={t('Edit {name}', { name })}>
            {t('Edit')}
          </Button>
          {sender.maxPerDay === null && <DisconnectButton sender={sender} />}
        </>
      )}
      <Modal opened={isEdited} onClose={close} title={t('Edit {name}', { name })} size="lg">
        <EditForm sender={sender} onDone={close} />
      </Modal>
    </Group>
  )
}

function EditForm({ sender: present, onDone }: { sender: Sender; onDone: () => void }) {
  // Keeps the sender as the user opened it. A later revision would let the form replace changes that the user has
  // not seen.
  const [sender] = useState(present)
  const change = useChangeSender(sender.id)
  const initial: SenderDraft = {
    ...sender,
    replyTo: sender.replyTo ?? '',
    signature: sender.signature ?? '',
    signatureHtml: sender.signatureHtml ?? '',
    dkimSelector: sender.dkimSelector ?? '',
    smtp: null,
    imap: sender.imap,
  }
  const save = (draft: SenderDraft, revision: number | null) => {
    const { email, smtp, imap } = draft
    // Sends the SMTP and IMAP accounts only if they change, because the API tests a connection to each given
    // server.
    const changed = { ...(smtp && { smtp }), ...(imap !== initial.imap && { imap }) }
    const accountChanges = sender.kind === 'smtp' ? { email, ...changed } : {}
    change.mutate(
      { changes: { ...requestOfDraft(draft), ...accountChanges }, revision },
      { onSuccess: onDone },
    )
  }
  return (
    <SenderForm
      kind={sender.kind}
      initial={initial}
      {...(sender.smtp && { account: { ...sender.smtp, password: '' } })}
      saving={change.isPending}
      renderProblem={(draft) => (
        <EditProblem edit={change} thing="sender" onReplace={() => save(draft, null)} />
      )}
      onSave={(draft) => save(draft, sender.revision)}
      onCancel={onDone}
    />
  )
}

function DisconnectButton({ sender: { id, name, kind, readableAddress } }: { sender: Sender }) {
  const disconnect = useDisconnectSender(id)
  const ask = () =>
    askToConfirm({
      title: t('Disconnect {name}?', { name }),
      text: t(
        'Spindle no longer sends from {readableAddress} and deletes the credentials of the account. A sender that a published spinner or an unfinished job uses cannot be disconnected.',
        { readableAddress },
      ),
      action: t('Disconnect'),
      isDangerous: true,
      // The card is gone when the list is loaded again, so callbacks of `mutate` might not be called.
      onConfirm: () =>
        void disconnect.mutateAsync().then(
          ({ isRevoked }) =>
            showDone(
              isRevoked === false
                ? t(
                    '{name} is disconnected. Spindle could not inform the provider: remove the app in the settings of the account there.',
                    { name },
                  )
                : t('{name} is disconnected', { name }),
            ),
          () => {},
        ),
    })
  return (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      loading={disconnect.isPending}
      onClick={ask}
      aria-label={
        kind === 'smtp' || kind === 'deployment'
          ? t('Remove {name}', { name })
          : t('Disconnect {name}', { name })
      }
    >
      {kind === 'smtp' || kind === 'deployment' ? t('Remove') : t('Disconnect')}
    </Button>
  )
}
