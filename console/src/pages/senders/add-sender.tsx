import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Sender } from '../../api/schema.ts'
import { useConnect, useCreateSender } from '../../api/sender/senders.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { blankSender, requestOfDraft, type SenderDraft, SenderForm } from './sender-form.tsx'

type Kind = Sender['kind']

/** Buttons for the kinds of senders that the operator offers. */
export function AddSender({ offered, existing }: { offered: readonly Kind[]; existing: readonly Sender[] }) {
  const [kind, setKind] = useState<'smtp' | 'deployment' | null>(null)
  const connect = useConnect()
  const close = () => setKind(null)
  const hasShared = existing.some((sender) => sender.kind === 'deployment')
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {offered.includes('google') && (
          <Button onClick={() => connect.mutate('google')} loading={connect.isPending}>
            Connect Google
          </Button>
        )}
        {offered.includes('microsoft') && (
          <Button onClick={() => connect.mutate('microsoft')} loading={connect.isPending}>
            Connect Microsoft 365
          </Button>
        )}
        {offered.includes('smtp') && (
          <Button variant="default" onClick={() => setKind('smtp')}>
            Add SMTP account
          </Button>
        )}
        {offered.includes('deployment') && !hasShared && (
          <Button variant="default" onClick={() => setKind('deployment')}>
            Use the service’s mail server
          </Button>
        )}
      </Group>
      {connect.isError && <ProblemAlert error={connect.error} />}
      <Modal
        opened={kind !== null}
        onClose={close}
        title={kind === 'smtp' ? 'Add an SMTP account' : 'Use the service’s mail server'}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {kind !== null && <NewSenderForm kind={kind} onDone={close} />}
      </Modal>
    </Stack>
  )
}

function NewSenderForm({ kind, onDone }: { kind: 'smtp' | 'deployment'; onDone: () => void }) {
  const create = useCreateSender()
  const save = (draft: SenderDraft) => {
    const { isDefault, ...said } = requestOfDraft(draft)
    const { address, smtp, imap } = draft
    const reading = imap === null ? {} : { imap }
    const own = kind === 'smtp' && smtp !== null ? { address, smtp, ...reading } : {}
    // Sends `isDefault` only if it is true, because the API makes the first sender the default even without
    // it.
    create.mutate({ kind, ...said, ...(isDefault ? { isDefault } : {}), ...own }, { onSuccess: onDone })
  }
  return (
    <SenderForm
      kind={kind}
      initial={blankSender(kind)}
      isNew
      saving={create.isPending}
      error={create.error}
      onSave={save}
      onCancel={onDone}
    />
  )
}
