import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../../languages/text.ts'
import { TemplateField } from '../fields/template-field.tsx'
import { linkFault } from './link-fault.ts'
import { completedLink } from './paste/completed-link.ts'

const given = ['unsubscribe_url']

/** A dialog that asks for the address of a link in an e-mail. An address of null removes the link. */
export function LinkDialog({
  href,
  takesValues,
  onSet,
  onClose,
}: {
  href: string | null
  /** Whether the link may have values of the recipient. */
  takesValues: boolean
  onSet: (href: string | null) => void
  onClose: () => void
}) {
  const [value, setValue] = useState(href ?? '')
  const [isSubmitted, setSubmitted] = useState(false)
  const link = completedLink(value)
  const fault = linkFault(link)
  const set = () => {
    if (fault === null) onSet(link)
    else setSubmitted(true)
  }
  return (
    <Modal opened onClose={onClose} title={t('Link')} returnFocus={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          set()
        }}
      >
        <Stack gap="md">
          <TemplateField
            label={t('Address')}
            description={
              takesValues ? t('Type {{ to insert a value of the recipient into the link.') : undefined
            }
            placeholder="https://example.com"
            filter="url_encode"
            given={takesValues ? given : []}
            value={value}
            isSubmitted={isSubmitted}
            fault={isSubmitted ? (fault ?? undefined) : undefined}
            onChange={setValue}
          />
          <Group justify="flex-end">
            {href !== null && (
              <Button variant="default" onClick={() => onSet(null)}>
                {t('Remove the link')}
              </Button>
            )}
            <Button type="submit">{t('Set the link')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
