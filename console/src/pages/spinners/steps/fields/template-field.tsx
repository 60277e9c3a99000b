import { Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react'
import { inField, useInsertion } from '../sequence/insertion.ts'
import { useCompletion } from '../values/use-completion.tsx'

type Field = HTMLInputElement | HTMLTextAreaElement

const nothing: readonly string[] = []
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
  given = nothing,
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
  /** What its template sees beside the columns. */
  given?: readonly string[]
}) {
  const insertion = useInsertion()
  const completion = useCompletion(given, filter)
  const [touched, setTouched] = useState(false)
  const common = {
    ...(labelHidden ? { 'aria-label': label } : { label }),
    description,
    placeholder,
    error: value !== '' || touched ? fault : undefined,
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
        <TextInput {...common} onChange={change} />
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
      {completion.list}
    </>
  )
}
