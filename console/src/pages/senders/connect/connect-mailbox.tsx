import { Button, Modal } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Sender } from '../../../api/schema.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { t } from '../../../languages/text.ts'
import { ChooseProvider, type Chosen } from './choose-provider.tsx'
import { LimitsStep } from './limits-step.tsx'
import { SignInStep } from './sign-in-step.tsx'

/** A button that connects a sender in three steps: its provider, a test of its account, and its limits. */
export function ConnectMailbox({
  offered,
  existing,
}: {
  offered: readonly Sender['kind'][]
  existing: readonly Sender[]
}) {
  const [opened, { open, close }] = useDisclosure()
  const [isEdited, setEdited] = useState(false)
  const discard = () => {
    setEdited(false)
    close()
  }
  const closeOrAsk = () => {
    if (!isEdited) return close()
    return askToConfirm({
      title: t('Discard what you have entered?'),
      text: t('The mailbox is not connected yet.'),
      action: t('Discard'),
      isDangerous: true,
      onConfirm: discard,
    })
  }
  const narrow = useMediaQuery('(max-width: 36em)')
  return (
    <>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
        {t('Connect a mailbox')}
      </Button>
      <Modal
        opened={opened}
        onClose={closeOrAsk}
        title={t('Connect a mailbox')}
        size="lg"
        {...(narrow && { fullScreen: true })}
      >
        <Steps
          offered={offered}
          hasShared={existing.some(({ kind }) => kind === 'deployment')}
          onEdit={() => setEdited(true)}
          onConnected={() => setEdited(false)}
          onDone={discard}
        />
      </Modal>
    </>
  )
}

function Steps({
  offered,
  hasShared,
  onEdit,
  onConnected,
  onDone,
}: {
  offered: readonly Sender['kind'][]
  hasShared: boolean
  onEdit: () => void
  onConnected: () => void
  onDone: () => void
}) {
  const [chosen, choose] = useState<Chosen | null>(null)
  const [sender, setSender] = useState<Sender | null>(null)
  if (sender !== null) return <LimitsStep sender={sender} onDone={onDone} />
  if (chosen !== null)
    return (
      <SignInStep
        chosen={chosen}
        onBack={() => choose(null)}
        onEdit={onEdit}
        onConnected={(connected) => {
          onConnected()
          setSender(connected)
        }}
      />
    )
  return <ChooseProvider offered={offered} hasShared={hasShared} onChoose={choose} />
}
