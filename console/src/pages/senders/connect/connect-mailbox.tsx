import { Button, Modal } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Sender } from '../../../api/schema.ts'
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
  const narrow = useMediaQuery('(max-width: 36em)')
  return (
    <>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
        Connect a mailbox
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Connect a mailbox"
        size="lg"
        {...(narrow && { fullScreen: true })}
      >
        <Steps
          offered={offered}
          hasShared={existing.some(({ kind }) => kind === 'deployment')}
          onDone={close}
        />
      </Modal>
    </>
  )
}

function Steps({
  offered,
  hasShared,
  onDone,
}: {
  offered: readonly Sender['kind'][]
  hasShared: boolean
  onDone: () => void
}) {
  const [chosen, choose] = useState<Chosen | null>(null)
  const [sender, setSender] = useState<Sender | null>(null)
  if (sender !== null) return <LimitsStep sender={sender} onDone={onDone} />
  if (chosen !== null)
    return <SignInStep chosen={chosen} onBack={() => choose(null)} onConnected={setSender} />
  return <ChooseProvider offered={offered} hasShared={hasShared} onChoose={choose} />
}
