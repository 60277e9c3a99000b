import { Button, Group, Input, Modal, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../../../languages/text.ts'
import { TemplateField } from '../../fields/template-field.tsx'
import { linkFault } from '../link-fault.ts'
import { completedLink } from '../paste/completed-link.ts'
import { serviceValues } from '../service-values.ts'
import type { Align, ButtonAttributes } from './block-html.ts'
import { colors } from './color.ts'
import { ColorField } from './color-field.tsx'

const blank: ButtonAttributes = { text: '', href: '', color: colors[0]?.[1] ?? '#1d4ed8', align: 'left' }
const places: readonly { readonly value: Align; readonly label: string }[] = [
  { value: 'left', label: t('Left') },
  { value: 'center', label: t('Centre') },
  { value: 'right', label: t('Right') },
]

/** A dialog that asks for the text, the link and the look of a button in an e-mail. */
export function ButtonDialog({
  button,
  onSet,
  onClose,
}: {
  /** The button to change; null to insert one. */
  button: ButtonAttributes | null
  onSet: (button: ButtonAttributes) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState(button ?? blank)
  const [isSubmitted, setSubmitted] = useState(false)
  const href = completedLink(draft.href)
  const fault = linkFault(href)
  const lacksText = draft.text.trim() === ''
  const change = (changes: Partial<ButtonAttributes>) => setDraft((before) => ({ ...before, ...changes }))
  return (
    <Modal opened onClose={onClose} title={t('Button')} returnFocus={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (fault === null && !lacksText) onSet({ ...draft, text: draft.text.trim(), href })
          else setSubmitted(true)
        }}
      >
        <Stack gap="md">
          <TemplateField
            label={t('Text of the button')}
            placeholder={t('Book a tour')}
            given={serviceValues}
            value={draft.text}
            isSubmitted={isSubmitted}
            fault={isSubmitted && lacksText ? t('Enter what the button says') : undefined}
            onChange={(text) => change({ text })}
          />
          <TemplateField
            label={t('Address')}
            description={t('Type {{ to insert a value of the recipient into the link.')}
            placeholder="https://example.com"
            filter="url_encode"
            given={serviceValues}
            value={draft.href}
            isSubmitted={isSubmitted}
            fault={isSubmitted ? (fault ?? undefined) : undefined}
            onChange={(typed) => change({ href: typed })}
          />
          <ColorField label={t('Colour')} value={draft.color} onChange={(color) => change({ color })} />
          <Input.Wrapper label={t('Alignment')}>
            <div>
              <SegmentedControl
                aria-label={t('Alignment')}
                data={[...places]}
                value={draft.align}
                onChange={(align) => change({ align })}
              />
            </div>
          </Input.Wrapper>
          <Group justify="flex-end">
            <Button type="submit">{button === null ? t('Insert the button') : t('Change the button')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
