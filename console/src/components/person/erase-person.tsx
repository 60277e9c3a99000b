import { Modal, Text } from '@mantine/core'
import type { PersonSought } from '../../api/person/people.ts'
import { nameOf, useErasePerson, useRefreshAfterErase } from '../../api/person/person-copies.ts'
import { t } from '../../languages/text.ts'
import { ConfirmByTyping } from '../dialog/confirm-by-typing.tsx'
import { useReturnFocus } from '../dialog/use-return-focus.ts'
import { ErasureReceipt } from './erasure-receipt.tsx'

/**
 * Asks for the person's address, or the column value that identifies the person, before everything about the
 * person is erased.
 */
export function ErasePerson({ sought, close: closeDialog }: { sought: PersonSought; close: () => void }) {
  const name = nameOf(sought)
  useReturnFocus()
  const erase = useErasePerson()
  const refresh = useRefreshAfterErase()
  const close = () => {
    closeDialog()
    if (erase.isSuccess) refresh()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={erase.isSuccess ? t('{name} was erased', { name }) : t('Erase {name}?', { name })}
      closeOnClickOutside={!erase.isPending}
      closeOnEscape={!erase.isPending}
    >
      {erase.isSuccess ? (
        <ErasureReceipt receipt={erase.data} repeat={() => erase.mutate(sought)} close={close} />
      ) : (
        <ConfirmByTyping
          text={name}
          ignoresCase
          label={
            'email' in sought
              ? t('Type the e-mail address to confirm the erasure')
              : t('Type the value to confirm the erasure')
          }
          keep={t('Cancel')}
          action={t('Erase')}
          running={erase}
          onConfirm={() => erase.mutate(sought)}
          onClose={close}
        >
          <Text size="sm">
            {t(
              'Erasing a person deletes their records in every data table, the messages to them and every trace of these messages. E-mails that wait are not sent. Records and held arrivals of other people stay, but no longer name this person. This cannot be undone.',
            )}
          </Text>
          <Text size="sm">
            {t(
              'If the address is suppressed, for example because the person unsubscribed, it stays suppressed. Spindle then keeps only a code that does not reveal the address.',
            )}
          </Text>
        </ConfirmByTyping>
      )}
    </Modal>
  )
}
