import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../../../languages/text.ts'
import { contrast } from './color.ts'
import { ColorField } from './color-field.tsx'

/** The contrast of text and background by WCAG 2 below which people with weak eyesight cannot read a text. */
const minContrast = 4.5

/** A dialog that asks for the colour of a text in an e-mail. A colour of null gives it the usual one. */
export function ColorDialog({
  color,
  onSet,
  onClose,
}: {
  color: string | null
  onSet: (color: string | null) => void
  onClose: () => void
}) {
  const [value, setValue] = useState(color)
  return (
    <Modal opened onClose={onClose} title={t('Text colour')} returnFocus={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onSet(value)
        }}
      >
        <Stack gap="md">
          <ColorField label={t('Colour')} value={value} onChange={setValue} />
          {value !== null && contrast(value, '#ffffff') < minContrast && (
            <Alert color="yellow" variant="light">
              {t('This colour is hard to read on white. Choose a darker one.')}
            </Alert>
          )}
          <Group justify="flex-end">
            {color !== null && (
              <Button variant="default" onClick={() => onSet(null)}>
                {t('Use the usual colour')}
              </Button>
            )}
            <Button type="submit" disabled={value === null}>
              {t('Set the colour')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
