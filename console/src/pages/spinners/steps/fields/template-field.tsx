import { Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type FocusEvent, memo, type ReactNode, useState } from 'react'
import { useCompletion } from '../values/use-completion.tsx'
import { inField, useInsertion } from './insertion.ts'
import { ValueChips } from './value-chips.tsx'

type Field = HTMLInputElement | HTMLTextAreaElement

const nothing: readonly string[] = []
const code = { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }

/**
 * A field for a template, into which the user can insert variables. A missing value is reported only after
 * the field was used.
 */
export const TemplateField = memo(function TemplateField({
  label,
  value,
  fault,
  onChange,
  rows,
  filter,
  description,
  placeholder,
  first = false,
  monospace = false,
  labelHidden = false,
  given = nothing,
  isSubmitted = false,
}: {
  label: string
  value: string
  fault?: string | undefined
  onChange: (value: string) => void
  /** The number of text lines of the field; omitted for a field with a single line. */
  rows?: number
  filter?: string
  description?: ReactNode
  placeholder?: string
  /** Whether variables are inserted into this field if the user has not focused any template field before. */
  first?: boolean
  monospace?: boolean
  labelHidden?: boolean
  /** Names of variables that the template may use besides the columns, such as `unsubscribe_url`. */
  given?: readonly string[]
  /** Whether the user has submitted the form of the field, which then shows its fault although it is empty. */
  isSubmitted?: boolean
}) {
  const insertion = useInsertion()
  const completion = useCompletion(given, filter)
  const [touched, setTouched] = useState(false)
  const common = {
    ...(labelHidden ? { 'aria-label': label } : { label }),
    description,
    placeholder,
    error: value !== '' || touched || isSubmitted ? fault : undefined,
    value,
    spellCheck: !monospace,
    autoComplete: 'off',
    ...completion.field,
    onFocus: (event: FocusEvent<Field>) => insertion.enter(inField(event.currentTarget), filter),
    onBlur: () => {
      setTouched(true)
      completion.close()
    },
    ...(monospace ? { styles: code } : {}),
  }
  const change = (event: ChangeEvent<Field>) => {
    onChange(event.currentTarget.value)
    completion.look(event.currentTarget)
  }
  if (rows === undefined)
    return (
      <>
        <div>
          <TextInput {...common} onChange={change} />
          <ValueChips template={value} label={label} onChange={onChange} />
        </div>
        {completion.list}
      </>
    )
  return (
    <>
      <Textarea
        {...common}
        autosize
        minRows={rows}
        maxRows={24}
        ref={(element) => {
          if (first && element !== null) insertion.offer(inField(element), filter)
        }}
        onChange={change}
      />
      <ValueChips template={value} label={label} onChange={onChange} />
      {completion.list}
    </>
  )
})
