import { Box, Input, Popover, Portal } from '@mantine/core'
import { type ReactNode, useEffect, useId } from 'react'
import { t } from '../../../../../languages/text.ts'
import { FallbackForm } from '../../fields/fallback-form.tsx'
import { withFallbackOf } from '../../fields/value-tags.ts'
import { ChoiceList, optionId } from '../../values/choice-list.tsx'
import { takeChoice } from '../mail-completion.ts'
import classes from './line-editor.module.css'
import tags from './template-tags.module.css'
import { type OpenValue, useLineView } from './use-line-view.ts'

interface LineEditorProps {
  readonly label: string
  readonly labelHidden: boolean
  readonly value: string
  readonly fault: string | undefined
  readonly description: ReactNode
  readonly placeholder: string | undefined
  readonly given: readonly string[]
  readonly filter: string | undefined
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/**
 * Edits a template with a single line. A value is shown as a chip with its name; a click on it, or Alt+Enter beside it,
 * sets its word for empty cells. While the caret is inside of a value, the value is shown as it is written.
 */
export function LineEditor({
  label,
  labelHidden,
  fault,
  description,
  placeholder,
  ...line
}: LineEditorProps) {
  const id = useId()
  const { place, view, open, setOpen, openValue, setValue } = useLineView(line)
  const { value, onChange } = line
  useEffect(() => {
    if (view === null) return
    const describedBy = [description && `${id}-description`, fault && `${id}-error`].filter(Boolean).join(' ')
    const attributes = {
      role: 'textbox',
      'aria-label': label,
      'aria-autocomplete': 'list',
      'aria-keyshortcuts': 'Alt+Enter',
      'aria-placeholder': placeholder,
      'aria-controls': open === null ? undefined : id,
      'aria-activedescendant': open === null ? undefined : optionId(id, open.active),
      'aria-invalid': fault === undefined ? undefined : 'true',
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    }
    for (const [name, text] of Object.entries(attributes))
      if (text === undefined) view.dom.removeAttribute(name)
      else view.dom.setAttribute(name, text)
  }, [view, open, id, label, placeholder, fault, description])
  return (
    <Input.Wrapper
      label={labelHidden ? undefined : label}
      labelElement="div"
      labelProps={{ 'aria-hidden': true, onClick: () => view?.focus() }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={fault}
      errorProps={{ id: `${id}-error` }}
    >
      <div
        ref={place}
        className={`${classes['line']} ${tags['tags']}`}
        data-faulty={fault !== undefined || undefined}
        data-empty={value === '' || undefined}
      />
      {view !== null && open !== null && (
        <ChoiceList
          id={id}
          choices={open.choices}
          active={open.active}
          spot={open.spot}
          onTake={(choice) => takeChoice(view, choice, open, setOpen)}
        />
      )}
      {openValue !== null && (
        <WordPopover
          open={openValue}
          onSet={(word) => onChange(withFallbackOf(value, openValue.tag.name, word))}
          onClose={() => {
            setValue(null)
            view?.focus()
          }}
        />
      )}
    </Input.Wrapper>
  )
}

/** Asks for the word for empty cells of a value, below its chip. */
function WordPopover({
  open: { tag, spot },
  onSet,
  onClose,
}: {
  open: OpenValue
  onSet: (word: string | null) => void
  onClose: () => void
}) {
  return (
    <Portal>
      <Popover
        opened
        onChange={onClose}
        position="bottom-start"
        width={300}
        trapFocus
        withinPortal
        withRoles={false}
      >
        <Popover.Target>
          <Box pos="fixed" left={spot.left} top={spot.top} w={0} h={0} />
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t('Word for empty cells')}>
          <FallbackForm
            name={tag.name}
            fallback={tag.fallback}
            onSet={(word) => {
              onSet(word)
              onClose()
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Portal>
  )
}
