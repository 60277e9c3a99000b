import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PersonSought } from '../../api/person/people.ts'
import { nameOf, useErasePerson, useRefreshAfterErase } from '../../api/person/person-copies.ts'
import { ProblemAlert } from '../problem/problem-alert.tsx'
import { useReturnFocus } from '../use-return-focus.ts'
import { ErasureReceipt } from './erasure-receipt.tsx'

/** Erasing cannot be undone, so the address, or the value that stands for the person, is typed once more. */
export function ErasePerson({ sought, close: closeDialog }: { sought: PersonSought; close: () => void }) {
  const name = nameOf(sought)
  useReturnFocus()
  const erase = useErasePerson()
  const refresh = useRefreshAfterErase()
  const close = () => {
    closeDialog()
    if (erase.isSuccess) refresh()
  }
  const [typed, setTyped] = useState('')
  const isSame = typed.trim().toLowerCase() === name.trim().toLowerCase()
  return (
    <Modal
      opened
      onClose={close}
      title={erase.isSuccess ? `${name} was erased` : `Erase ${name}?`}
      closeOnClickOutside={!erase.isPending}
      closeOnEscape={!erase.isPending}
    >
      {erase.isSuccess ? (
        <ErasureReceipt receipt={erase.data} repeat={() => erase.mutate(sought)} close={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isSame) erase.mutate(sought)
          }}
        >
          <Stack>
            {erase.isError && <ProblemAlert error={erase.error} />}
            <Text size="sm">
              Their records in every data table go, with what was sent to them and every note of it. Mail that
              is queued is stopped. Records and held deliveries of other people stay, without what names this
              person. This cannot be undone.
            </Text>
            <Text size="sm">
              If they have opted out, that stays: as a code that tells nobody the address, so that they are
              not written to if they come back.
            </Text>
            <TextInput
              label={'email' in sought ? 'Type the address to confirm' : 'Type the value to confirm'}
              placeholder={name}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={close} disabled={erase.isPending}>
                Cancel
              </Button>
              <Button type="submit" color="red" disabled={!isSame} loading={erase.isPending}>
                Erase
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
