import { Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type FocusEvent, memo, type ReactNode, useState } from 'react'
import { useCompletion } from '../values/use-completion.tsx'
import { inField, useInsertion } from './insertion.ts'
import { ValueChips } from './value-chips.tsx'

type Field = HTMLInputElement | HTMLTextAreaElement

const nothing: readonly string[] = []
const code = { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }

interface TemplateFieldProps {
  readonly label: string
  readonly value: string
  readonly fault?: string | undefined
  readonly onChange: (value: string) => void
  /** The number of text lines of the field; omitted for a field with a single line. */
  readonly rows?: number
  readonly filter?: string
  readonly description?: ReactNode
  readonly placeholder?: string
  /** Whether variables are inserted into this field if the user has not focused any template field before. */
  readonly first?: boolean
  readonly monospace?: boolean
  readonly labelHidden?: boolean
  /** Names of variables that the template may use besides the columns, such as `unsubscribe_url`. */
  readonly given?: readonly string[]
  /** Whether the user has submitted the form of the field, which then shows its fault although it is empty. */
  readonly isSubmitted?: boolean
}

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
}: TemplateFieldProps) {
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
