import { Textarea, TextInput } from '@mantine/core'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { useInsertion } from './insertion.ts'

const code = { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }

/** A field into which variables can be put. What it lacks is said once it was in use. */
export function TemplateField({
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
}: {
  label: string
  value: string
  fault?: string | undefined
  onChange: (value: string) => void
  /** For more than one line. */
  rows?: number
  filter?: string
  description?: ReactNode
  placeholder?: string
  /** Where variables go before any field was in use. */
  first?: boolean
  monospace?: boolean
  labelHidden?: boolean
}) {
  const insertion = useInsertion()
  const [touched, setTouched] = useState(false)
  const common = {
    ...(labelHidden ? { 'aria-label': label } : { label }),
    description,
    placeholder,
    error: value !== '' || touched ? fault : undefined,
    value,
    spellCheck: !monospace,
    autoComplete: 'off',
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      insertion.enter(event.currentTarget, filter),
    onBlur: () => setTouched(true),
    ...(monospace ? { styles: code } : {}),
  }
  if (rows === undefined)
    return <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
  return (
    <Textarea
      {...common}
      autosize
      minRows={rows}
      maxRows={24}
      ref={(element) => {
        if (first && element !== null) insertion.offer(element, filter)
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
